/** A market ends in which very many stops are armed. */

import { expect, it } from 'vitest'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { fire } from '#domain/contingent/transitions.ts'
import { sampleOrder } from '#test/adapters/store/samples.ts'
import { cents, trigger } from '#test/domain/contingent/complex-samples.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { endStops } from '#use-cases/contingent/end/end-market.ts'
import { endPage } from '#use-cases/contingent/end/end-page.ts'
import { openPriceDesk, type PriceDesk } from '../../price-watch/price-desk.ts'

/** More than a page of 1,000 on the way down. */
const MANY = inThisRun({ usual: 1_100, long: 1_300 })
const BUYS = { trigger: trigger({ buyFlag: true }) }

let desk: PriceDesk
let stops: readonly string[]

const closesWith = async (many: number): Promise<void> => {
  desk = await openPriceDesk()
  stops = await desk.crowdOf(many, (n) => ({ stopPrice: cents(30 + (n % 5)), ...(n % 13 === 0 ? BUYS : {}) }))
  desk.show(20, 22, { state: 'closed' })
}

/** What the consumer of the queue does with all that waits there, and with what comes of it. */
const consume = async (): Promise<void> => {
  for (let message = desk.queues.waiting.shift(); message !== undefined; message = desk.queues.waiting.shift()) {
    const asked = JSON.parse(message.body)
    if (message.queue !== 'advance-contingents') continue
    if ('closedSvcId' in asked) await endPage(desk.deps, asked)
    if ('endedIds' in asked) await endStops(desk.deps, asked.endedIds)
  }
}

const ended = async (): Promise<readonly { readonly reason: string | null; readonly version: number }[]> =>
  (await desk.complexOrders.getAll(stops))
    .filter(({ status }) => status === 'CANCELLED')
    .map(({ cancelReason, version }) => ({ reason: cancelReason, version }))

it('all of them end with one look at it, each once, though every message comes twice', async () => {
  await closesWith(MANY)
  desk.queues.copies = () => 2
  await desk.poll()
  expect(await ended()).toHaveLength(100)
  await consume()
  const all = await ended()
  expect(all).toHaveLength(MANY)
  expect(new Set(all.map(({ reason }) => reason))).toEqual(new Set(['market_closed']))
  expect(new Set(all.map(({ version }) => version))).toEqual(new Set([1]))
})

it('where the messages are lost each look ends a hundred, and they are sent again after five minutes', async () => {
  const many = inThisRun({ usual: 400, long: MANY })
  await closesWith(many)
  desk.queues.copies = () => 0
  await desk.poll()
  desk.pass(1)
  await desk.poll()
  expect(await ended()).toHaveLength(200)
  expect(desk.queues.sent.filter(({ body }) => body.includes('closedSvcId'))).toHaveLength(2)
  desk.queues.copies = () => 1
  desk.pass(300)
  await desk.poll()
  await consume()
  expect(await ended()).toHaveLength(many)
})

it('few end at once, and the queue is not asked', async () => {
  desk = await openPriceDesk()
  stops = await desk.crowdOf(99, () => ({}))
  desk.show(20, 22, { state: 'closed' })
  await desk.poll()
  expect(await ended()).toHaveLength(99)
  expect(desk.queues.sent.filter(({ body }) => body.includes('closedSvcId'))).toEqual([])
})

it('the order of a stop that fires in that moment, and waits for linked exits to leave, says why it ends', async () => {
  desk = await openPriceDesk()
  const stopId = await desk.arm(1)
  const stop = (await desk.complexOrders.getAll([stopId])).find(isConditional)
  if (stop === undefined) throw new Error('no stop is armed')
  const { orders, deps } = desk
  const { complexOrders } = deps
  const held = sampleOrder({ heldBack: true, userId: stop.userId, subaccountId: stop.subaccountId })
  let isFired = false
  const fires: typeof complexOrders.get = async (id) => {
    const found = await complexOrders.get(id)
    if (isFired) return found
    isFired = true
    await orders.create(held)
    const fired = fire(stop, held.orderId, { price: cents(20), source: 'mid' }, desk.time.now)
    expect(await desk.complexOrders.save({ changedComplexOrders: [fired] })).toBe(true)
    return found
  }
  await endStops({ ...deps, complexOrders: { ...complexOrders, get: fires } }, [stopId])
  expect(await orders.get(held.orderId)).toMatchObject({ status: 'CANCELLED', cancelReason: 'market_closed' })
})
