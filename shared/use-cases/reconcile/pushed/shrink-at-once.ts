/**
 * Shrinks resting reduce-only orders as soon as an exchange pushes a trade that leaves less to reduce, including
 * external ones. The next poll does the same for trades that were uncertain here.
 */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { restsToReduce } from '#domain/orders/position/reducible.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { FillStore } from '#ports/portfolio/portfolio-store.ts'
import { type CapReducingOrdersDeps, capReducingOrders } from '../../orders/amend/cap-reducing-orders.ts'
import { toExternal } from '../trades/record-external-fills.ts'

export interface ShrinkAtOnceDeps extends CapReducingOrdersDeps {
  readonly orders: OrderStore
  readonly fills: Pick<FillStore, 'recordExternal'>
}

/** A pushed trade; `orderId` is null for one that certainly no order of ours has made. */
export interface PushedTrade {
  readonly orderId: string | null
  readonly fill: FillReport
}

/** Does nothing if the exchange itself keeps resting orders from opening a position. */
export const shrinkAtOnce = async (
  deps: ShrinkAtOnceDeps,
  account: AccountRef,
  trades: readonly PushedTrade[],
): Promise<void> => {
  if (trades.length === 0 || traitsOf(account.exchange).restingOrdersOnlyClose) return
  const live = await deps.orders.live(account.subaccountId, account.exchange, { skipUnreadable: true })
  const traded = new Set(trades.map(({ fill }) => fill.nativeId))
  const there = live.filter(({ nativeId }) => traded.has(nativeId))
  if (!there.some(restsToReduce)) return
  const external = trades.filter(({ orderId }) => orderId === null)
  if (external.length > 0)
    await deps.fills.recordExternal(
      external.map(({ fill }) => toExternal(account, fill)),
      deps.clock(),
    )
  await capReducingOrders(deps, account, there)
}
