/** Reports that say nothing new of an order, so that it is not written. */

import { expect, it } from 'vitest'
import { money, ONE, qty } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { NOW, sampleAttempt, sampleOrder } from '#test/adapters/store/samples.ts'
import { isKnown } from '#use-cases/reconcile/matching/is-known.ts'

const report = { exchangeOrderId: 'a', identity: null, state: 'live', filledQty: qty(2 * ONE) } as const
const rests = applyStatusReport(sampleOrder({ attempt: sampleAttempt(['a', 'b']) }), report, NOW)
const ended = applyStatusReport(rests, { ...report, state: 'ended' }, NOW)
const replaced = { exchangeOrderIds: ['a'], attempts: 1, filledQty: qty(ONE), cost: 1n, fees: money(0) }

it.each<[of: string, order: Order, told: object]>([
  ['what was told before', rests, {}],
  ['less than that', rests, { filledQty: qty(ONE) }],
  ['an order on its book that has ended since', ended, {}],
  ['an order that it has replaced', { ...rests, replaced }, { filledQty: qty(9 * ONE) }],
])('%s is known', (_, order, reported) => {
  expect(isKnown(order, { ...report, ...reported })).toBe(true)
})

it.each<[of: string, order: Order, told: object]>([
  ['more of it that filled', rests, { filledQty: qty(3 * ONE) }],
  ['its end', rests, { state: 'ended' }],
  ['an order whose answer is awaited', { ...rests, sendState: 'unknown' }, {}],
  ['another part of it', rests, { exchangeOrderId: 'a+b' }],
  ['an order that has ended and is watched for', { ...ended, watchUntil: NOW }, {}],
])('%s is news', (_, order, reports) => {
  expect(isKnown(order, { ...report, ...reports })).toBe(false)
})

it('a part that earlier reads did not show is news', () => {
  const missing = [{ id: 'a', since: NOW }]
  const attempt = { ...sampleAttempt(['a']), childObservations: { killed: [], missing } }
  expect(isKnown({ ...rests, attempt }, report)).toBe(false)
})
