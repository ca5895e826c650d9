/** A market ends in which stops are armed, few or very many. */

import { expect, it } from 'vitest'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { fire } from '#domain/contingent/transitions.ts'
import { sampleOrder } from '#test/adapters/store/samples.ts'
import { cents, sampleTarget, trigger } from '#test/domain/contingent/complex-samples.ts'
import { killable, lifeline } from '#test/support/faults/killable.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { type EndPageDeps, endPage, endStops } from '#use-cases/contingent/end/end-market.ts'
import { openPriceDesk, type PriceDesk } from '../../price-watch/price-desk.ts'

/** More than a page of 100, in each direction. */
const MANY = inThisRun({ usual: 450, long: 1_300 })
const BUYS = { trigger: trigger({ buyFlag: true }) }

let desk: PriceDesk
let stops: readonly string[]

const closesWith = async (many: number): Promise<void> => {
  desk = await openPriceDesk()
  stops = await desk.crowdOf(many, (n) => ({ stopPrice: cents(30 + (n % 5)), ...(n % 3 === 0 ? BUYS : {}) }))
  desk.show(20, 22, { state: 'closed' })
}

/** The consumer of the queue with all that waits there, and with all that comes of it. Returns how many messages it took. */
const consume = async (deps: EndPageDeps = desk.deps): Promise<number> => {
  let taken = 0
  for (let message = desk.queues.waiting.shift(); message !== undefined; message = desk.queues.waiting.shift()) {
    if (message.queue !== 'advance-contingents') continue
    taken += 1
    await endPage(deps, JSON.parse(message.body))
  }
  return taken
}

/** The same with a run that dies at that step of each message. The message then comes again. */
const consumeDying = async (step: number): Promise<void> => {
  const { deps, queues } = desk
  for (let message = queues.waiting.shift(); message !== undefined; message = queues.waiting.shift()) {
    if (message.queue !== 'advance-contingents') continue
    const life = lifeline(step)
    const { complexOrders } = deps
    const mortal = { ...deps, complexOrders: killable(complexOrders, life), queues: killable(queues, life) }
    await endPage(mortal, JSON.parse(message.body)).catch(() => undefined)
    if (life.over) await endPage(deps, JSON.parse(message.body))
  }
}

const ended = async (): Promise<readonly { readonly reason: string | null; readonly version: number }[]> =>
  (await desk.complexOrders.getAll(stops))
    .filter(({ status }) => status === 'CANCELLED')
    .map(({ cancelReason, version }) => ({ reason: cancelReason, version }))

const requested = (): number => desk.queues.sent.splice(0).filter(({ body }) => body.includes('closedSvcId')).length

const eachOnce = async (): Promise<void> => {
  const all = await ended()
  expect(all).toHaveLength(stops.length)
  expect(new Set(all.map(({ reason }) => reason))).toEqual(new Set(['market_closed']))
  expect(new Set(all.map(({ version }) => version))).toEqual(new Set([1]))
}

it('a closed market is one message, and its consumer ends all stops of the market page by page', async () => {
  await closesWith(MANY)
  await desk.poll()
  expect(desk.queues.sent.map(({ group, body }) => ({ group, ...JSON.parse(body) }))).toEqual([
    { group: `closed:${sampleTarget().svcId}`, closedSvcId: sampleTarget().svcId, after: null },
  ])
  expect(await ended()).toEqual([])
  const pages = (of: number) => Math.ceil(of / 100)
  const up = Math.ceil(MANY / 3)
  // A last page may be empty.
  const runs = await consume()
  expect(runs).toBeGreaterThanOrEqual(pages(MANY - up) + pages(up))
  expect(runs).toBeLessThanOrEqual(pages(MANY - up) + pages(up) + 2)
  await eachOnce()
  await desk.poll()
  expect(desk.queues.waiting).toEqual([])
})

it('a few stops of a closed market end with the same message', async () => {
  await closesWith(1)
  await desk.poll()
  await consume()
  await eachOnce()
})

it('each stop of a closed market ends once though every message comes twice', async () => {
  await closesWith(250)
  desk.queues.copies = () => 2
  await desk.poll()
  await consume()
  await eachOnce()
})

// Before the page is read, in the middle of it, after it, and after the next message was sent.
it.each([0, 1, 150, 601, 801, 802])(
  'each stop of a closed market ends once though every run dies at step %i',
  async (step) => {
    await closesWith(250)
    await desk.poll()
    await consumeDying(step)
    await eachOnce()
  },
)

it('a page that cannot be ended keeps no other page armed, and is ended a minute later', async () => {
  await closesWith(250)
  await desk.poll()
  const away = new Set(stops.slice(0, 20))
  const get: EndPageDeps['complexOrders']['get'] = async (id) => {
    if (away.has(id)) throw new Error('away')
    return desk.complexOrders.get(id)
  }
  await consume({ ...desk.deps, complexOrders: { ...desk.complexOrders, get } })
  expect(await ended()).toHaveLength(230)
  desk.pass(60)
  await desk.poll()
  await consume()
  await eachOnce()
})

it('a lost message is sent again after a minute, not with each poll', async () => {
  await closesWith(250)
  desk.queues.copies = () => 0
  await desk.poll()
  desk.pass(5)
  await desk.poll()
  expect(requested()).toBe(1)
  desk.queues.copies = () => 1
  desk.pass(55)
  await desk.poll()
  expect(requested()).toBe(1)
  await consume()
  await eachOnce()
})

it('a stop that is armed after the others have ended ends within a minute', async () => {
  await closesWith(1)
  await desk.poll()
  await consume()
  desk.pass(5)
  await desk.poll()
  const late = await desk.arm(1)
  desk.pass(55)
  await desk.poll()
  await consume()
  expect(await desk.complexOrders.get(late)).toMatchObject({ status: 'CANCELLED', cancelReason: 'market_closed' })
})

it('the order of a stop that fires as its market closes ends with the same reason', async () => {
  desk = await openPriceDesk()
  const stopId = await desk.arm(1)
  const stop = (await desk.complexOrders.getAll([stopId])).find(isConditional)
  if (stop === undefined) throw new Error('no stop is armed')
  const { orders, deps } = desk
  const { complexOrders } = deps
  const held = sampleOrder({ suspended: true, userId: stop.userId, subaccountId: stop.subaccountId })
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
