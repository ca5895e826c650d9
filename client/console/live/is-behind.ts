/** True while the cash of an account may not count its last fill yet. */

import type { Position } from '../api/types.ts'

interface Group {
  readonly subaccount_id: string
  readonly positions: readonly Pick<Position, 'exchange_name' | 'last_fill_at'>[]
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

export const isBehind = (groups: readonly Group[], cash: readonly Cash[], now: number): boolean =>
  groups.some(({ subaccount_id, positions }) =>
    positions.some(({ exchange_name, last_fill_at }) => {
      const filledAt = Date.parse(last_fill_at ?? '')
      const own = cash.find((one) => one.subaccount_id === subaccount_id && one.exchange_name === exchange_name)
      return own !== undefined && now - filledAt < LONGEST_MS && Date.parse(own.as_of) - CASH_AGE_MS < filledAt
    }),
  )
