/** Orders, fills, markets and subaccounts as they look in life, each part of which a test may set. */

import { newSubaccount, type Subaccount } from '#domain/accounts/subaccount.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { type Market, svcIdOf } from '#domain/markets/market.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { type Attempt, newOrder, type Order } from '#domain/orders/order.ts'

/** 2026-11-21T00:00:00Z */
export const NOW = 1_795_219_200_000

export const USER = '0193a1b2-0000-7000-8000-00000000aaaa'
export const SUBACCOUNT = '0193a1b2-0000-7000-8000-00000000bbbb'

/** A UUID v7 made at `at`, different for each `n`. */
export const uuidAt = (at: number, n: number): string => {
  const time = at.toString(16).padStart(12, '0')
  const tail = n.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`
}

export const sampleSubaccount = (change: Partial<Subaccount> = {}): Subaccount => ({
  ...newSubaccount({
    subaccountId: SUBACCOUNT,
    userId: USER,
    name: 'main',
    description: null,
    insertedAt: NOW,
    hasWebhooks: false,
  }),
  ...change,
})

const TICKER = 'KXHIGHNY-26NOV21-B45.5'

export const sampleOrder = (change: Partial<Order> = {}, n = 1): Order => ({
  ...newOrder(
    {
      orderId: uuidAt(change.createdAt ?? NOW, n),
      userId: USER,
      subaccountId: SUBACCOUNT,
      exchange: 'EXCHANGE_A',
      svcId: svcIdOf('EXCHANGE_A', TICKER),
      nativeId: TICKER,
      shard: 0,
      orderType: 'LIMIT',
      timeInForce: 'GTC',
      qty: qty(10_000_000),
      buyFlag: true,
      price: price(420_000),
      expiresAt: null,
      clientOrderId: null,
    },
    change.createdAt ?? NOW,
  ),
  ...change,
})

/** A send whose answer is awaited, of parts with these ids. */
export const sampleAttempt = (exchangeOrderIds: readonly string[]): Attempt => ({
  number: 1,
  identity: 'identity',
  payload: '',
  exchangeOrderIds,
  sends: 1,
  firstSentAt: NOW,
  lastSentAt: NOW,
  arrived: false,
  refusal: null,
  childObservations: NO_CHILD_OBSERVATIONS,
  step: null,
})

export const sampleFill = (order: Order, n = 1, change: Partial<Fill> = {}): Fill => ({
  fillId: uuidAt(NOW, 0xf000 + n),
  orderId: order.orderId,
  subaccountId: order.subaccountId,
  svcId: order.svcId,
  exchange: order.exchange,
  exchangeOrderId: order.exchangeOrderId ?? uuidAt(NOW, 0xe000),
  exchangeTradeId: uuidAt(NOW, 0xf000 + n),
  exchangeAt: NOW + n,
  price: price(420_000),
  qty: qty(1_000_000),
  fee: money(17_000),
  buyFlag: order.buyFlag,
  isMaker: false,
  status: 'FINAL',
  ...change,
})

export const sampleMarket = (nativeId: string, change: Partial<Market> = {}): Market => ({
  svcId: svcIdOf(change.exchange ?? 'EXCHANGE_A', nativeId),
  exchange: 'EXCHANGE_A',
  nativeId,
  ticker: nativeId,
  tokenIdYes: null,
  tokenIdNo: null,
  slug: null,
  conditionId: null,
  negRisk: false,
  negRiskId: null,
  name: 'Highest temperature in New York City tomorrow',
  subtitle: null,
  description: 'Resolves to Yes if the highest temperature in Central Park is between 45 and 46 degrees Fahrenheit.',
  status: 'active',
  event: null,
  seriesTicker: null,
  imageUrl: null,
  expiresAt: NOW + 86_400_000,
  opensAt: null,
  startsAt: null,
  category: 'Weather',
  tags: ['climate', 'nyc'],
  tickSizePrice: price(10_000),
  priceRanges: [{ start: price(10_000), end: price(990_000), step: price(10_000) }],
  tickSizeQty: qty(1_000_000),
  minimumOrderSize: qty(1_000_000),
  feeTerms: { rate: 70_000, exponent: 1 },
  makerFeeRate: null,
  volume24h: money(1_000_000_000),
  figures: null,
  shard: 0,
  ...change,
})
