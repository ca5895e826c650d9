/** True while the cash of an account may count a fill or a payout that its positions do not show yet. */

import type { Position } from '../../api/types.ts'

/** Positions and cash of one subaccount at one moment. */
interface Shown {
  readonly positions: readonly Pick<Position, 'exchange_name' | 'last_fill_at' | 'svc_id' | 'settlement'>[]
  readonly cash: readonly {
    readonly exchange_name: string
    readonly balance: number | null
    readonly as_of: string
  }[]
}

/**
 * `before` was shown last. `positionsAt` is the time of the last request for the positions. If an exchange was asked for them after its cash
 * was read, they show everything that the cash counts.
 */
export const isAhead = (before: Shown, now: Shown, positionsAt: string | null): boolean =>
  now.cash.some(({ exchange_name, balance, as_of }) => {
    const last = before.cash.find((one) => one.exchange_name === exchange_name)
    if (last === undefined || last.balance === null || balance === null || last.balance === balance) return false
    if (Date.parse(positionsAt ?? '') >= Date.parse(as_of)) return false
    return tradesOf(before, exchange_name) === tradesOf(now, exchange_name)
  })

/** Changes with each fill and payout that the positions show. */
const tradesOf = ({ positions }: Shown, exchange: string): string =>
  positions
    .filter(({ exchange_name }) => exchange_name === exchange)
    .map(({ svc_id, last_fill_at, settlement }) => `${svc_id} ${last_fill_at} ${settlement}`)
    .toSorted()
    .join()
