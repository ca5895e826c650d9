/** Orders on custom assets, members and legs for tests of rounds: prices in dollars, quantities in contracts. */

import { type BasketOrder, newBasketOrder } from '#domain/baskets/basket-order.ts'
import { basketLeg } from '#domain/baskets/leg.ts'
import type { LiveMember } from '#domain/baskets/plan-round.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { addFills } from '#domain/orders/fills/add-fills.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { sampleMarket } from '../../adapters/store/samples.ts'

export const T0 = 1_800_000_000_000
export const contracts = (count: number) => qty(count * ONE)

export const basketOf = (change: Partial<Parameters<typeof newBasketOrder>[0]> = {}): BasketOrder =>
  newBasketOrder(
    {
      orderId: 'basket',
      userId: 'user',
      subaccountId: 'subaccount',
      customAssetId: 'asset',
      allocation: 'BEST_PRICE',
      timeInForce: 'IOC',
      qty: contracts(50),
      buyFlag: true,
      clientOrderId: null,
      subscriberState: null,
      members: [1, 2],
      ...change,
    },
    T0,
  )

export const member = (
  svcId: number,
  levels: ReadonlyArray<readonly [number, number]>,
  held: number | null = null,
): LiveMember => {
  const book = levels.map(([at, count]) => ({ price: price(Math.round(at * ONE)), qty: contracts(count) }))
  return { ...sampleMarket(`M${svcId}`), svcId, bids: book, asks: book, held: held === null ? null : contracts(held) }
}

export const planning = () => {
  let made = 0
  return {
    skipped: [],
    slippage: 20_000,
    newId: () => {
      made += 1
      return `leg-${made}`
    },
  }
}

export const made = (basket: BasketOrder, legs: Map<string, Order>): void => {
  for (const { plannedAt, legs: planned } of basket.rounds)
    for (const leg of planned)
      if (!legs.has(leg.orderId)) legs.set(leg.orderId, basketLeg(basket, leg, null, plannedAt))
}

export const sent = (leg: Order): Order =>
  claim(leg, { token: 't', until: T0 + 1 }, { number: 1, identity: leg.orderId, payload: '', exchangeOrderIds: [] }, T0)

export const fillOf = (leg: Order, id: string, millionths: number): Fill => ({
  fillId: id,
  orderId: leg.orderId,
  subaccountId: leg.subaccountId,
  svcId: leg.svcId,
  exchange: leg.exchange,
  exchangeOrderId: 'v',
  exchangeTradeId: id,
  exchangeAt: T0,
  price: leg.price ?? price(500_000),
  qty: qty(millionths),
  fee: money(10),
  buyFlag: leg.buyFlag,
  isMaker: false,
  status: 'FINAL',
})

/** All it will ever trade is known at once. */
export const ended = (leg: Order, millionths: number): Order => {
  const received = applyStatusReport(
    sent(leg),
    { exchangeOrderId: 'v', state: 'ended', filledQty: qty(millionths) },
    T0,
  )
  return millionths === 0 ? received : addFills(received, [fillOf(leg, `${leg.orderId}-f`, millionths)], [], T0)
}
