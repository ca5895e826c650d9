/** An order at a random moment of its life. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Amend } from '#domain/orders/amend/amend.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { type Attempt, newOrder, type Order } from '#domain/orders/order.ts'
import type { Origin } from '#domain/orders/origin.ts'
import type { Luck } from './luck.ts'

const ORIGINS: readonly [Origin, ...Origin[]] = [
  { kind: 'user' },
  { kind: 'user' },
  { kind: 'user' },
  { kind: 'linked', complexOrderId: 'c', protects: true },
  { kind: 'exit', complexOrderId: 'c', entryId: 'e', hasFired: true },
  { kind: 'exit', complexOrderId: 'c', entryId: 'e', hasFired: false },
  { kind: 'leg', basketOrderId: 'b', entryId: null },
  { kind: 'leg', basketOrderId: 'b', entryId: 'e' },
]

/** A random order of the account and market of the histories. */
export const randomOrder = (
  luck: Luck,
  orderId: string,
  now: number,
  exchange: ExchangeName = luck.one(EXCHANGE_NAMES),
): Order => {
  const timeInForce = luck.one(['GTC', 'GTC', 'GTD', 'IOC', 'FOK'] as const)
  const createdAt = now - luck.one([0, 400, 3_000, 20_000, 90_000] as const)
  const isMarket = luck.happens(0.3)
  const placed = newOrder(
    {
      orderId,
      userId: 'u',
      subaccountId: 's',
      exchange,
      svcId: 7,
      nativeId: 'M',
      shard: 0,
      orderType: isMarket ? 'MARKET' : 'LIMIT',
      timeInForce,
      qty: qty(luck.one([5, 10, 20, 40] as const) * 1_000_000),
      buyFlag: luck.happens(0.5),
      price: isMarket ? null : price(luck.one([300_000, 410_000, 500_000] as const)),
      expiresAt: timeInForce === 'GTD' ? now + luck.one([-1, 1_000, 30_000, 600_000] as const) : null,
      clientOrderId: null,
      maxSlippage: luck.happens(0.1) ? price(20_000) : null,
      protectionPrice: luck.happens(0.1) ? price(450_000) : null,
      reduceOnly: luck.happens(0.35),
      postOnly: luck.happens(0.1),
      cancelOnPause: luck.happens(0.1),
    },
    createdAt,
  )
  return aged({ ...placed, origin: luck.one(ORIGINS) }, luck, now)
}

/** The order after some of its life. */
const aged = (order: Order, luck: Luck, now: number): Order => {
  const retries = luck.one([0, 0, 0, 1, 2, 3, 4, 5, 13, 22] as const)
  const old: Order = {
    ...order,
    retries,
    widened: luck.one([0, 0, 0, 1, 3] as const),
    lastError: retries > 0 && luck.happens(0.2) ? BEHIND : null,
    refusedSince: luck.happens(0.15) ? now - 5_000 : null,
    cancelRequestedAt: luck.happens(0.04) ? now - 100 : null,
    suspended: luck.happens(0.02),
    replaced: luck.happens(0.12)
      ? { exchangeOrderIds: ['x0'], attempts: 1, filledQty: qty(2_000_000), cost: null, fees: null }
      : null,
    dueAt: now,
  }
  const stage = luck.upTo(10)
  if (stage < 5) return luck.happens(0.2) ? { ...old, attempt: attemptOf(luck, now, order) } : old
  if (stage < 8) {
    const sent = { ...old, status: 'PROCESSING' as const, attempt: attemptOf(luck, now, order) }
    return {
      ...sent,
      sendState: luck.one(['in_flight', 'unknown'] as const),
      lease: luck.happens(0.2) ? { token: 'other', until: now + 10 * SECOND } : null,
    }
  }
  return {
    ...old,
    status: 'RESTING',
    sendState: 'acked',
    exchangeState: 'live',
    exchangeOrderId: 'x1',
    attempt: attemptOf(luck, now, order),
    replaced: null,
    amend: amendOf(luck, now, order),
  }
}

const BEHIND = 'the account has trades that are not stored yet; they may have closed the position'

const attemptOf = (luck: Luck, now: number, { exchange, orderId }: Order): Attempt => ({
  number: 1,
  identity: `${orderId}-1`,
  payload: 'p',
  exchangeOrderIds: exchange === 'EXCHANGE_B' ? [`${orderId}-h1`] : [],
  sends: luck.one([1, 1, 1, 2] as const),
  firstSentAt: now - luck.one([1_000, 60_000, 400_000] as const),
  lastSentAt: now - 1_000,
  arrived: luck.happens(0.1),
  refusal: luck.happens(0.1)
    ? { code: luck.one(['not_filled', 'would_cross', 'insufficient_balance'] as const), reason: 'no' }
    : null,
  childObservations: NO_CHILD_OBSERVATIONS,
  step: luck.one([null, null, 'takes', 'rests'] as const),
})

const amendOf = (luck: Luck, now: number, order: Order): Amend => ({
  amendId: 'a1',
  status: luck.happens(0.9) ? 'PENDING' : 'DONE',
  reason: null,
  requested: {
    qty: qty(luck.one([3, 10, 30] as const) * 1_000_000),
    price: luck.happens(0.5) ? order.price : price(420_000),
    expiresAt: luck.happens(0.1) ? now - 1 : order.expiresAt,
  },
  before: null,
  sentAt: luck.happens(0.3) ? now - 2_000 : null,
  open: luck.happens(0.2),
  unresolvedAt: luck.happens(0.2) ? now - 10_000 : null,
  quietAt: luck.happens(0.1) ? now + 3_000 : null,
})
