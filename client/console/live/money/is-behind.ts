/** True while the cash of an account may not count its last fill or payout yet. */

import type { Position } from '../../api/types.ts'

interface Group {
  readonly subaccount_id: string
  readonly positions: readonly Pick<Position, 'exchange_name' | 'last_fill_at' | 'svc_id'>[]
}

interface Cash {
  readonly subaccount_id: string
  readonly exchange_name: string
  readonly as_of: string
}

/** Later, the clocks of the exchange and the service differ. */
const LONGEST_MS = 15_000

/** How old an answer about cash may be when it comes. */
const CASH_AGE_MS = 5_000

/** `paidAt` is when the payout of a market was first seen, in Unix milliseconds, by market. */
export const isBehind = (
  { subaccount_id, positions }: Group,
  cash: readonly Cash[],
  now: number,
  paidAt: ReadonlyMap<number, number> = new Map(),
): boolean =>
  positions.some(({ exchange_name, last_fill_at, svc_id }) => {
    const changedAt = Math.max(Date.parse(last_fill_at ?? '') || 0, paidAt.get(svc_id) ?? 0)
    const own = cash.find((one) => one.subaccount_id === subaccount_id && one.exchange_name === exchange_name)
    return own !== undefined && now - changedAt < LONGEST_MS && Date.parse(own.as_of) - CASH_AGE_MS < changedAt
  })
