/** Names trades, which have no ids at the exchange: alike on the tape and on the market channel. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'

interface NamelessTrade {
  readonly price: string
  readonly size: string
  readonly transaction_hash?: string | null | undefined
}

const REMEMBERED = 1_000

/**
 * Names the trades of one connection or page. A transaction may contain several trades: the second one gets the number
 * 2, and so on.
 */
export const tradeNames = (): ((trade: NamelessTrade, at: Millis) => string) => {
  const times = new Map<string, number>()
  return ({ transaction_hash: hash, price, size }, at) => {
    const name = hash || `${Math.floor(at / SECOND)}-${price}-${size}`
    const time = (times.get(name) ?? 0) + 1
    keepNewest(times, name, time, REMEMBERED)
    return time === 1 ? name : `${name}-${time}`
  }
}
