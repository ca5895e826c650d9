/** Possible answers of an exchange about one order. */

import { price, qty } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type {
  AmendOutcome,
  InvalidateOutcome,
  LookUpOutcome,
  Preparation,
  SubmitOutcome,
} from '#domain/orders/send/send-outcome.ts'
import type { Luck } from './luck.ts'

const CODES = [
  'insufficient_balance',
  'market_not_found',
  'credentials_invalid',
  'would_cross',
  'expiry_refused',
  'nothing_to_exit',
  'nothing_to_reduce',
  'qty_below_minimum',
  'other',
] as const

export const randomReport = (luck: Luck, order: Pick<Order, 'qty'>, identity: string | null): OrderReport => ({
  identity,
  exchangeOrderId: luck.one(['x1', 'x1', 'x2']),
  state: luck.one(['live', 'ended']),
  filledQty: qty(Math.min(order.qty, luck.one([0, 0, 2_000_000, order.qty]))),
  ...(luck.happens(0.1) ? { partRefusal: 'one part was refused' } : {}),
})

const childObservationsOf = (luck: Luck, now: number) =>
  luck.happens(0.2) ? { childObservations: { killed: [], missing: [{ id: 'x9', since: now }] } } : {}

export const randomPreparation = (luck: Luck, order: Order, number: number): Preparation => {
  const share = luck.upTo(20)
  if (share === 0) return { kind: 'unfillable' }
  if (share === 1) return { kind: 'later', reason: 'no quote', ...refusing(luck) }
  if (share < 5) return { kind: 'refused', code: luck.one(CODES), reason: 'cannot be said' }
  const whole = [{ qty: order.qty, opens: false }]
  const half = [{ qty: qty(order.qty / 2), opens: false }]
  return {
    kind: 'ready',
    identity: `${order.orderId}-${number}`,
    payload: JSON.stringify({ qty: order.qty }),
    exchangeOrderIds: order.exchange === 'EXCHANGE_B' ? [`${order.orderId}-h${number}`] : [],
    ...(luck.happens(0.4)
      ? { parts: luck.one([whole, half]), ...(luck.happens(0.5) ? { offeredBeside: qty(1_000_000) } : {}) }
      : {}),
  }
}

const refusing = (luck: Luck) => {
  const cause = luck.one([
    undefined,
    'exchange_paused',
    'exchange_unavailable',
    'exchange_refuses',
    'market_paused',
  ] as const)
  return cause === undefined ? {} : { refusing: cause }
}

export const randomSubmit = (luck: Luck, order: Pick<Order, 'qty'>, identity: string, now: number): SubmitOutcome => {
  const seen = childObservationsOf(luck, now)
  switch (luck.upTo(10)) {
    case 0:
    case 1:
    case 2:
      return { kind: 'accepted', order: randomReport(luck, order, identity), ...seen }
    case 3:
    case 4:
      return { kind: 'rejected', code: luck.one(CODES), reason: 'no', ...seen }
    case 5:
      return { kind: 'killed', reason: 'nothing to trade with', ...seen }
    case 6:
      return { kind: 'duplicate', ...seen }
    case 7:
      return {
        kind: 'later',
        reason: 'not now',
        retryAfterMs: luck.one([null, 100, 3_000, 100_000]),
        ...refusing(luck),
        ...seen,
      }
    default:
      return { kind: 'unknown', error: 'no answer', ...seen }
  }
}

export const randomLookUp = (luck: Luck, order: Pick<Order, 'qty'>, identity: string, now: number): LookUpOutcome => {
  const seen = childObservationsOf(luck, now)
  switch (luck.upTo(6)) {
    case 0:
    case 1:
      return {
        kind: 'found',
        order: randomReport(luck, order, identity),
        ...(luck.happens(0.3) ? { watchMs: 60_000 } : {}),
        ...seen,
      }
    case 2:
    case 3:
      return { kind: 'absent', watchMs: luck.one([0, 3_600_000]), ...seen }
    default:
      return { kind: 'not_seen', ...(luck.happens(0.5) ? { retryAfterMs: 2_000 } : {}), ...seen }
  }
}

export const randomInvalidation = (luck: Luck, now: number): InvalidateOutcome => {
  const seen = childObservationsOf(luck, now)
  switch (luck.upTo(4)) {
    case 0:
    case 1:
      return { kind: 'dead', watchMs: luck.one([0, 3_600_000]), ...seen }
    case 2:
      return { kind: 'arrived', ...seen }
    default:
      return { kind: 'unknown', error: 'no answer', ...(luck.happens(0.5) ? { retryAfterMs: 2_000 } : {}), ...seen }
  }
}

export const randomAmend = (luck: Luck, order: Pick<Order, 'qty'>): AmendOutcome => {
  switch (luck.upTo(6)) {
    case 0:
    case 1: {
      const report = luck.happens(0.5) ? randomReport(luck, order, null) : null
      const traded = luck.happens(0.3) ? { qty: qty(1_000_000), cost: 410_000_000_000n, fees: null } : null
      return { kind: 'amended', order: report, traded }
    }
    case 2:
      return { kind: 'refused', code: 'other', reason: 'no' }
    case 3:
      return { kind: 'gone' }
    case 4:
      return { kind: 'later', reason: 'not now', retryAfterMs: luck.one([null, 100, 3_000]), ...refusing(luck) }
    default:
      return { kind: 'unknown', error: 'no answer' }
  }
}

/** A book of at most two levels each side. */
export const randomDepth = (luck: Luck) => {
  const level = (cents: number) => ({
    price: price(cents * 10_000),
    qty: qty(luck.one([1, 10, 100] as const) * 1_000_000),
  })
  return {
    bids: luck.happens(0.8) ? [level(luck.one([40, 38] as const)), level(30)] : [],
    asks: luck.happens(0.8) ? [level(luck.one([41, 44] as const)), level(60)] : [],
  }
}
