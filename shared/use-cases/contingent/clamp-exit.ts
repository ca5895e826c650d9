/**
 * Limits an exit that would rest to what the account holds, where the exchange itself does not keep a resting order from opening
 * the opposite position. An order that acts at once is always sent as one that only closes.
 */

import { flooredToLot } from '#domain/contingent/lot-size.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { Qty } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { filledOf } from '#domain/orders/order.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { Exchange } from '#ports/exchange.ts'
import type { ExchangeAccount } from '#ports/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchange-unavailable.ts'
import type { MarketStore } from '#ports/market-store.ts'
import type { OrderStore } from '#ports/order-store.ts'

export interface ClampExitDeps {
  readonly markets: MarketStore
  readonly orders: Pick<OrderStore, 'live'>
}

export type Clamped =
  | { readonly kind: 'as_asked' }
  /** The exchange shows less, which may be because it shows late. */
  | { readonly kind: 'later' }
  | { readonly kind: 'less'; readonly qty: Qty }
  /** Nothing is held any more that an order could be made of. */
  | { readonly kind: 'nothing'; readonly code: string; readonly reason: string }

/** Reads lag behind fills, so that "less" is believed only after it has been put off so often. */
const BELIEVED_AFTER = 2

/** Where the exchange does not tell what is held, the exit goes out as it was asked for. */
export const clampExit = async (
  { markets, orders }: ClampExitDeps,
  order: Order,
  exchange: Pick<Exchange, 'name' | 'positions'>,
  account: ExchangeAccount,
  signal: AbortSignal,
): Promise<Clamped> => {
  const rests = order.timeInForce === 'GTC' || order.timeInForce === 'GTD'
  if (!isExitOrder(order) || !rests || traitsOf(exchange.name).restingOrdersOnlyClose) return AS_ASKED
  try {
    const held = (await heldOf(order, exchange, account, signal)) - (await offeredBeside(orders, order))
    if (held >= order.qty) return AS_ASKED
    if (order.retries < BELIEVED_AFTER) return { kind: 'later' }
    const market = await markets.get(order.svcId)
    const qty = market === null ? held : flooredToLot({ lot: market.tickSizeQty, least: market.minimumOrderSize }, held)
    return qty <= 0 ? NOTHING : { kind: 'less', qty: qty as Qty }
  } catch (error) {
    if (error instanceof ExchangeUnavailable) return AS_ASKED
    throw error
  }
}

/** What other exits of that side already offer of it. */
const offeredBeside = async (orders: ClampExitDeps['orders'], order: Order): Promise<number> => {
  const { orderId, subaccountId, svcId, buyFlag } = order
  const live = await orders.live(subaccountId, order.exchange)
  return live
    .filter((one) => isExitOrder(one) && one.svcId === svcId && one.buyFlag === buyFlag && one.orderId !== orderId)
    .filter((one) => !isFinal(one.status) && one.sendState !== 'none')
    .reduce((sum, one) => sum + Math.max(0, one.qty - filledOf(one)), 0)
}

/** How much of the position the order could close. */
const heldOf = async (
  { nativeId, buyFlag }: Order,
  exchange: Pick<Exchange, 'positions'>,
  account: ExchangeAccount,
  signal: AbortSignal,
): Promise<number> => {
  const positions = await exchange.positions(account, signal)
  const position = positions.find((one) => one.nativeId === nativeId)?.position ?? 0
  return Math.max(0, buyFlag ? -position : position)
}

const AS_ASKED: Clamped = { kind: 'as_asked' }

const NOTHING: Clamped = {
  kind: 'nothing',
  code: 'nothing_to_exit',
  reason: 'The account holds too little of what this exit would close.',
}
