/**
 * Protect stops track the position. A waiting stop that shows another position is due at once. If the message is lost, the sweeper finds
 * the stop.
 */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { isOutgrown } from '#domain/contingent/exits/protected-exits.ts'
import { recheckAt } from '#domain/contingent/transitions.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { closableOf } from '#domain/orders/position/reducible.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { readPositions } from '../../portfolio/read-positions.ts'
import { type EnqueueDeps, enqueueAdvance } from '../../work/enqueue.ts'
import { findConditional } from '../find-conditional.ts'

export interface TrackProtectsDeps extends EnqueueDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'getAll' | 'protects' | 'save'>
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly clock: Clock
}

/** Compares the protect stops of one exchange account with its stored positions. */
export const trackProtects = async (deps: TrackProtectsDeps, { subaccountId, exchange }: AccountRef): Promise<void> => {
  const ids = await deps.complexOrders.protects(subaccountId, exchange)
  if (ids.length === 0) return
  const stops = (await deps.complexOrders.getAll(ids, { skipUnreadable: true })).filter(isConditional)
  const positions = await readPositions(deps, subaccountId, { skipUnreadable: true })
  const markets = await deps.markets.getMany([...new Set(stops.flatMap(svcIdsOf))], { skipUnreadable: true })
  for (const stop of stops) {
    const isThere = ({ svcId }: { readonly svcId: number }): boolean => svcIdsOf(stop).includes(svcId)
    const held = positions.find((one) => isThere(one) && one.exchange === exchange)?.position ?? 0
    const lot = markets.find(isThere)?.tickSizeQty ?? qty(0)
    if (isOutgrown(stop, qty(closableOf(stop.trigger, held)), lot)) await makeDue(deps, stop)
  }
}

const svcIdsOf = ({ target }: Conditional): readonly number[] => (target.kind === 'market' ? [target.svcId] : [])

/**
 * Makes the stop due at once. The write happens even if the stop is due already: a concurrent run may have read the position before, and
 * then finds the stop changed. A fired or ended stop stays as it is.
 */
const makeDue = (deps: TrackProtectsDeps, { complexOrderId }: Conditional): Promise<void> =>
  retryOnConflict<void>(`complex order ${complexOrderId}`, async () => {
    const stop = await findConditional(deps, complexOrderId)
    if (stop?.status !== 'PENDING' && stop?.status !== 'ACTIVE') return
    const now = deps.clock()
    const due = recheckAt(stop, Math.min(stop.dueAt ?? now, now))
    const isStored = await deps.complexOrders.save({ changedComplexOrders: [due], isWatched: true })
    return isStored ? enqueueAdvance(deps, due) : AGAIN
  })
