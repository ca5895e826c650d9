/** Reads what an account holds and offers in the market of an order: stored positions, orders, and reports of the exchange. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { mayRest } from '#domain/orders/may-rest.ts'
import type { Order } from '#domain/orders/order.ts'
import { closableOf } from '#domain/orders/position/reducible.ts'
import type { Reading } from '#domain/orders/send/facts.ts'
import { ExchangeUnavailable, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { isUnread } from '../../portfolio/is-unread.ts'
import { readMarketPositions } from '../../portfolio/read-market-positions.ts'
import { accountOf, exchangeOf, type OrderRun } from './order-run.ts'

/** Reads the sync of an account whose exchange shows trades in this market that are not stored yet; null if all are stored. */
export const readBehind = async (run: OrderRun): Promise<Reading<AccountSync | null>> => {
  const { deps, order, time } = run
  const { subaccountId, exchange, svcId, nativeId } = order
  const [state, ledger] = await Promise.all([
    deps.accountSyncs.get(subaccountId, exchange),
    deps.positions.get(subaccountId, exchange, svcId),
  ])
  if (state === null || ledger === null) return { kind: 'known', value: null }
  const lastFillId = ledger.lastFillId ?? ''
  const storedTo = ledger.held.lastFillAt ?? 0
  return exchangeOf(run)
    .fillsSince(accountOf(run), Math.max(state.cursor, storedTo), time.signal)
    .then(({ fills }): Reading<AccountSync | null> => {
      const isBehind = fills.some(
        (fill) =>
          fill.nativeId === nativeId &&
          fill.status !== 'REVERSED' &&
          (fill.at > storedTo || (fill.at === storedTo && fill.fillId > lastFillId)),
      )
      return { kind: 'known', value: isBehind ? state : null }
    })
    .catch(ifUnavailable(({ message }) => ({ kind: 'unavailable', reason: message })))
}

/** Reads the part of the position that the order could close, as the exchange reports it. A position that cannot be read is `unavailable`. */
export const readClosable = async (run: OrderRun): Promise<Reading<number>> => {
  const { nativeId } = run.order
  try {
    const reported = await exchangeOf(run).positions(accountOf(run), run.time.signal)
    if (isUnread(reported, nativeId))
      return { kind: 'unavailable', reason: `What the exchange tells of the position in ${nativeId} cannot be read.` }
    const position = reported.positions.find((one) => one.nativeId === nativeId)?.position ?? 0
    return { kind: 'known', value: closableOf(run.order, position) }
  } catch (error) {
    if (error instanceof ExchangeUnavailable) return { kind: 'unavailable', reason: error.message }
    throw error
  }
}

/** Reads the live orders of the account in the market from the index. An unreadable row blocks an order that would rest. */
export const readLiveOrders = ({ deps, order }: OrderRun): Promise<readonly Order[]> => {
  const { subaccountId, exchange, svcId } = order
  return deps.orders.live(subaccountId, exchange, { svcId, skipUnreadable: !mayRest(order) })
}

/**
 * Reads the other orders of the account in the market as they are stored now: the index of live orders may lag. An order that acts at once
 * opens nothing, whatever is overlooked.
 */
export const readOthers = async (run: OrderRun): Promise<readonly Order[]> => {
  const { deps, order } = run
  const live = await readLiveOrders(run)
  const couldOpen = mayRest(order) && !traitsOf(order.exchange).restingOrdersOnlyClose
  const recent = couldOpen ? deps.recentReducers.beside(order, deps.clock()) : []
  const ids = new Set([...live.map(({ orderId }) => orderId), ...recent])
  ids.delete(order.orderId)
  return (await Promise.all([...ids].map((id) => deps.orders.get(id)))).filter((one) => one !== null)
}

/** Reads the position in the market by the stored fills. */
export const readPosition = async ({ deps, order }: OrderRun): Promise<number> => {
  const positions = await readMarketPositions(deps, order.subaccountId, [order])
  const held = positions.find(({ svcId, exchange }) => svcId === order.svcId && exchange === order.exchange)
  return held?.position ?? 0
}
