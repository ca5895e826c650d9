/** Repeated replacement of an order whose exchange has no amend. */

import { expect, it } from 'vitest'
import { qty } from '#domain/kernel/numbers.ts'
import { settleAmend } from '#domain/orders/amend/settle-amend.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { Order } from '#domain/orders/order.ts'
import { reject } from '#domain/orders/transitions/refuse.ts'
import { reduceTo } from '#domain/orders/transitions/resize.ts'
import { NOW, sampleOrder } from '../../../adapters/store/samples.ts'

const hashOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`

/** The order, sent as number `n` and off its book again, to be replaced. */
const offTheBook = (order: Order, n: number): Order => ({
  ...order,
  status: 'RESTING',
  sendState: 'acked',
  exchangeState: 'ended',
  exchangeOrderId: hashOf(n),
  amend: {
    amendId: `amend ${n}`,
    status: 'PENDING',
    reason: null,
    requested: { qty: order.qty, price: order.price, expiresAt: null },
    before: null,
    sentAt: NOW,
    open: true,
    unresolvedAt: null,
    quietAt: null,
  },
})

it('an order that is amended all day remembers only the last replaced orders, so its row stays short', () => {
  let order = sampleOrder({ exchange: 'EXCHANGE_B', qty: qty(10_000_000) })
  for (let n = 0; n < 10_000; n += 1) order = settleAmend(offTheBook(order, n), NOW)
  const { exchangeOrderIds = [] } = order.replaced ?? {}
  expect(exchangeOrderIds).toEqual(Array.from({ length: 100 }, (_, n) => hashOf(9_900 + n)))
})

it('an order of two parts remembers each of them once', () => {
  const order = sampleOrder({ exchange: 'EXCHANGE_B', qty: qty(10_000_000) })
  const attempt = { ...ATTEMPT, exchangeOrderIds: [hashOf(1), hashOf(2)] }
  const parts = { ...offTheBook(order, 1), attempt, exchangeOrderId: `${hashOf(1)}+${hashOf(2)}` }
  expect(settleAmend(parts, NOW).replaced?.exchangeOrderIds).toEqual([hashOf(1), hashOf(2)])
})

it('an order with a part that may still arrive is not replaced: both together could overfill', () => {
  const order = sampleOrder({ exchange: 'EXCHANGE_B', qty: qty(10_000_000) })
  const settled = settleAmend({ ...offTheBook(order, 1), watchUntil: NOW + 1 }, NOW)
  expect(settled).toMatchObject({ replaced: null, amend: { status: 'REFUSED' } })
})

it('a replacement that was reduced, because less is left to reduce, keeps the smaller total after it arrives', () => {
  const order = sampleOrder({ exchange: 'EXCHANGE_B', qty: qty(10_000_000), reduceOnly: true })
  const reduced = reduceTo(settleAmend(offTheBook(order, 1), NOW), qty(6_000_000), NOW)
  expect(reduced).toMatchObject({ qty: 6_000_000, amend: { status: 'PENDING', requested: { qty: 6_000_000 } } })
  const arrived = settleAmend({ ...reduced, sendState: 'acked', exchangeState: 'live' }, NOW)
  expect(arrived).toMatchObject({ qty: 6_000_000, amend: { status: 'DONE' } })
})

it('an order whose replacement is refused is placed again as before, unless the replacement may still arrive', () => {
  const order = sampleOrder({ exchange: 'EXCHANGE_B', qty: qty(10_000_000) })
  const between = settleAmend(offTheBook(order, 1), NOW)
  const refusal = { code: 'insufficient_balance', reason: 'no money' }
  const sent: Order = { ...between, attempt: { ...ATTEMPT, number: 2 }, sendState: 'unknown' }
  expect(reject(sent, refusal, NOW, 1_000)).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'not_placed_again',
    watchUntil: NOW + 1_000,
  })
  expect(reject(sent, refusal, NOW)).toMatchObject({
    status: 'RESTING',
    sendState: 'none',
    attempt: null,
    replaced: { attempts: 2 },
    amend: { status: 'REFUSED' },
  })
})

const ATTEMPT: NonNullable<Order['attempt']> = {
  number: 1,
  identity: 'identity',
  payload: '{}',
  exchangeOrderIds: [],
  sends: 1,
  firstSentAt: NOW,
  lastSentAt: NOW,
  arrived: true,
  refusal: null,
  childObservations: NO_CHILD_OBSERVATIONS,
  step: null,
}
