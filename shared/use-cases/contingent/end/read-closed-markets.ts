/** Reads which markets of a contingency group are closed, as their exchanges report it. */

import { legsOf } from '#domain/baskets/basket-order.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { type ExitStep, MARKET_CLOSED } from '#domain/contingent/exits/exits.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { CANCELLED_BY_EXCHANGE } from '#domain/orders/derive-status.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { ContingencyGroup } from '../groups/read-group.ts'

export interface ReadClosedMarketsDeps {
  /** Null for an exchange that is not set up, or that is not asked here. */
  readonly exchanges: (name: ExchangeName) => Pick<MarketDataSource, 'marketStates'> | null
  readonly log: Log
}

/** Longest wait for an exchange, in ms. A silent exchange counts as trading: then a failed exit is reported. */
const PATIENCE = 2 * SECOND

/** Returns whether a closed market would change the steps: an exit has failed, or the exchange has ended the parent. */
export const dependsOnTrading = ({ parent, children }: ContingencyGroup, steps: readonly ExitStep[]): boolean =>
  steps.some((step) => step.kind === 'give_up' || (step.kind === 'place' && step.again > 0)) ||
  (isEndedByExchange(parent) && children.some(({ status }) => status === 'PENDING'))

const isEndedByExchange = (order: PlacedOrder): boolean => {
  if (order.cancelReason === CANCELLED_BY_EXCHANGE || order.cancelReason === MARKET_CLOSED) return true
  return !isBasketOrder(order) && order.rejectCode === MARKET_CLOSED
}

/** The markets that an order has traded. */
export const tradedBy = (order: PlacedOrder): readonly MarketRef[] => (isBasketOrder(order) ? legsOf(order) : [order])

/** Returns the closed markets, by `svcId`. */
export const readClosedMarkets = async (
  deps: ReadClosedMarketsDeps,
  traded: readonly MarketRef[],
): Promise<ReadonlySet<number>> => {
  const closed = await Promise.all(
    EXCHANGE_NAMES.map(async (name) => {
      const there = new Map(
        traded.filter(({ exchange }) => exchange === name).map(({ nativeId, svcId }) => [nativeId, svcId]),
      )
      if (there.size === 0) return []
      const states = await deps
        .exchanges(name)
        ?.marketStates([...there.keys()], AbortSignal.timeout(PATIENCE))
        .catch(
          ifUnavailable(({ message }) => {
            deps.log.warn('state of a market unknown', { exchange: name, error: message })
            return []
          }),
        )
      return (states ?? []).flatMap(({ nativeId, state }) => (state === 'closed' ? (there.get(nativeId) ?? []) : []))
    }),
  )
  return new Set(closed.flat())
}
