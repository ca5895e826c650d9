/** Open positions of subaccounts, the highest cost first. Prices do not change the order, so that no row moves while it is read. */

import type { Position } from '../../api/types.ts'
import type { OwnPositions } from '../../live/money/holdings.ts'
import { isHeld } from '../../live/money/is-held.ts'

export interface Held extends Position {
  readonly subaccount_id: string
}

/** Positions that are held, or have still to be paid. */
export const bySize = (groups: readonly OwnPositions[]): readonly Held[] =>
  groups
    .flatMap(({ subaccount_id, positions }) => positions.map((one) => ({ ...one, subaccount_id })))
    .filter(isHeld)
    .toSorted((a, b) => costOf(b) - costOf(a) || a.svc_id - b.svc_id)

const costOf = ({ position, avg_buy_price, avg_sell_price }: Position): number =>
  position > 0 ? position * (avg_buy_price ?? 0) : -position * (1 - (avg_sell_price ?? 1))
