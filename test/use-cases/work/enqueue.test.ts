/** Messages that ask for work: in whose turn, after what delay, and what becomes of one that cannot be sent. */

import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { newWebhook } from '#domain/webhooks/webhook.ts'
import { NOW, SUBACCOUNT, sampleOrder, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { basketOf } from '#test/domain/baskets/round-samples.ts'
import { sampleConditional } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import {
  enqueueAdvance,
  enqueueAttempt,
  enqueueAttempts,
  enqueueCancel,
  enqueueClose,
  enqueueDependents,
  enqueueEnd,
  enqueueEvents,
  enqueueExecute,
  enqueuePlaced,
  enqueuePush,
  enqueueSweep,
} from '#use-cases/work/enqueue.ts'
import { WORK_LOG } from '#use-cases/work/log-messages.ts'

const openDesk = () => {
  const queues = storyQueues(() => NOW)
  const warned: [text: string, about: unknown][] = []
  const log = { ...SILENT_LOG, warn: (text: string, about: unknown) => void warned.push([text, about]) }
  return {
    deps: { queues, log, clock: () => NOW },
    warned,
    sent: () =>
      queues.sent.splice(0).map(({ queue, body, group, visibleAt }) => {
        return { queue, ...JSON.parse(body), group, after: visibleAt - NOW }
      }),
  }
}

let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
})

const order = sampleOrder()
const { orderId } = order
const basket = basketOf({ orderId, subaccountId: SUBACCOUNT })
const AT_ONCE = { orderId, group: SUBACCOUNT, after: 0 }

describe('an order that was placed', () => {
  const placed = async (change: Partial<Order>) => {
    await enqueuePlaced(desk.deps, { ...order, ...change })
    return desk.sent()
  }

  it('goes to execute-order until it is sent, in the turn of its account', async () => {
    const group = `${SUBACCOUNT}:EXCHANGE_A`
    expect(await placed({})).toEqual([{ queue: 'execute-order', ...AT_ONCE, group }])
    expect(await placed({ sendState: 'unknown' })).toEqual([])
  })

  it('goes to cancel-order if a cancel is requested, sent or not', async () => {
    const CANCEL = { queue: 'cancel-order', ...AT_ONCE }
    expect(await placed({ cancelRequestedAt: NOW })).toEqual([CANCEL])
    expect(await placed({ cancelRequestedAt: NOW, sendState: 'acked' })).toEqual([CANCEL])
  })

  it('goes to execute-basket on a custom asset, also to be cancelled', async () => {
    const BASKET = { queue: 'execute-basket', ...AT_ONCE }
    await enqueuePlaced(desk.deps, basket)
    await enqueuePlaced(desk.deps, { ...basket, cancelRequestedAt: NOW })
    await enqueueCancel(desk.deps, basket)
    expect(desk.sent()).toEqual([BASKET, BASKET, BASKET])
  })

  it('goes to no queue if it is over', async () => {
    expect(await placed({ status: 'REJECTED' })).toEqual([])
    expect(await placed({ status: 'CANCELLED', cancelRequestedAt: NOW })).toEqual([])
  })
})

describe('a delay', () => {
  it('is of whole seconds, never shorter than asked for, and no longer than a queue allows', async () => {
    for (const delayMs of [0, 1, SECOND, SECOND + 1, 16 * MINUTE]) await enqueueDependents(desk.deps, order, delayMs)
    expect(desk.sent().map(({ after }) => after)).toEqual([0, SECOND, SECOND, 2 * SECOND, 15 * MINUTE])
  })

  it('is left to the sweeper if a sweep asks for a minute or more', async () => {
    await enqueueSweep(desk.deps, MINUTE)
    expect(desk.sent()).toEqual([])
    await enqueueSweep(desk.deps, MINUTE - 1)
    const until = NOW + 2 * MINUTE - 1
    expect(desk.sent()).toEqual([{ queue: 'sweep-soon', until, group: 'sweep', after: MINUTE }])
  })
})

describe('the turn', () => {
  it('belongs to the subaccount for a message that advances complex orders', async () => {
    const stop = sampleConditional({ subaccountId: SUBACCOUNT })
    const { complexOrderId } = stop
    await enqueueAdvance(desk.deps, stop)
    await enqueueDependents(desk.deps, order)
    await enqueueClose(desk.deps, order)
    const ADVANCE = { queue: 'advance-contingents', group: SUBACCOUNT, after: 0 }
    expect(desk.sent()).toEqual([
      { ...ADVANCE, complexOrderId },
      { ...ADVANCE, orderId },
      { ...ADVANCE, orderId, closed: true },
    ])
  })

  it('belongs to the market, and to no user, for stops that end with their market', async () => {
    const message = { closedSvcId: 7, after: null }
    await enqueueEnd(desk.deps, message)
    expect(desk.sent()).toEqual([{ queue: 'advance-contingents', ...message, group: 'closed:7', after: 0 }])
  })

  it('belongs to the user for events and changes', async () => {
    await enqueueEvents(desk.deps, { objectId: orderId, userId: USER })
    await enqueuePush(desk.deps, USER)
    expect(desk.sent()).toEqual([
      { queue: 'deliver-webhook', objectId: orderId, group: USER, after: 0 },
      { queue: 'push-changes', userId: USER, group: USER, after: 0 },
    ])
  })

  it('belongs to the object at its receiver for a delivery; repeats and failing receivers use the first turn', async () => {
    const about = { userId: USER, url: 'https://example.com/hook', events: null, description: null, sealed: 's' }
    const webhook = newWebhook({ ...about, webhookId: 'w' }, NOW)
    const ofObject = async (failingSince: number | null, n: number) => {
      await enqueueAttempts(desk.deps, { ...webhook, failingSince }, uuidAt(NOW, n))
      return desk.sent().map(({ group }) => group)
    }
    expect([await ofObject(null, 3), await ofObject(null, 4), await ofObject(null, 5)]).toEqual([
      ['w:0'],
      ['w:1'],
      ['w:2'],
    ])
    expect(await ofObject(NOW, 5)).toEqual(['w:0'])
    await enqueueAttempt(desk.deps, { webhookId: 'w', objectId: uuidAt(NOW, 5) })
    expect(desk.sent()).toMatchObject([{ queue: 'attempt-delivery', group: 'w:0' }])
  })
})

it('work that cannot be queued is left to the sweeper, and logged with its ids', async () => {
  const queues = { send: () => Promise.reject(new Error('no queue')) }
  await enqueueExecute({ ...desk.deps, queues }, order)
  expect(desk.warned).toEqual([[WORK_LOG.notEnqueued, expect.objectContaining({ queue: 'execute-order', orderId })]])
})
