/** Receivers that do not answer take nothing from other users, and little from other receivers of the same user. */

import { describe, expect, it } from 'vitest'
import { outboxChanges } from '#adapters/store/outbox/outbox.ts'
import { toWebhookPayload } from '#contract/webhooks/payload.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { type Answer, newDelivery } from '#domain/webhooks/delivery.ts'
import { numbered } from '#domain/webhooks/event.ts'
import { newWebhook } from '#domain/webhooks/webhook.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import type { Consumer } from '#lambda/consumer.ts'
import type { WebhookMessage } from '#ports/webhooks/webhook-sender.ts'
import { changeRecorder } from '#use-cases/changes/record-changes.ts'
import { enqueueEvents } from '#use-cases/work/enqueue.ts'
import { sampleOrder } from '../../adapters/store/samples.ts'
import { consumersInTime } from '../../support/consumers-in-time.ts'
import { inThisRun } from '../../support/run/plays.ts'
import { useWorld } from '../../support/use-world.ts'

/** Runs of a consumer that declares no limit, in a small account. */
const AT_ONCE = 20

/** Calls of the table so far. */
let calls = 0
const onConsumed = (): void => {
  calls += 1
}
const world = useWorld({ onConsumed }, { agrees: false })

const TAKEN: Answer = { status: 204, error: null, response: '', retryAfterMs: null }
const SILENT: Answer = { status: null, error: 'no answer within 10 s', response: '', retryAfterMs: null }
const REFUSED: Answer = { status: 503, error: null, response: '', retryAfterMs: null }

/** Consumers of webhooks in simulated time that passes only during waits, and receivers, some of them silent. */
const openDesk = () => {
  const { ports, time, clock, ids, queues } = world
  const recordChanges = changeRecorder({ changes: ports.changes, clock })
  const deps = { ...ports, recordChanges, clock, ids, log: world.jsonLog }
  const sends: Array<{ readonly url: string; readonly id: string; readonly at: number; until: number }> = []
  /** Receivers that accept events from now on, whatever their URL says. */
  const mended: string[] = []
  const sender = {
    send: async ({ url, id }: WebhookMessage): Promise<Answer> => {
      const sent = { url, id, at: time.now, until: time.now }
      sends.push(sent)
      if (mended.includes(url)) return TAKEN
      if (url.includes('refusing')) return REFUSED
      if (!url.includes('silent')) return TAKEN
      sent.until += 10 * SECOND
      await running.sleep(10 * SECOND)
      return SILENT
    },
  }
  const openSecrets = async () => ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  const consumers = CONSUMERS.map(({ handler }) => ({
    spec: handler.spec,
    atOnce: handler.spec.atOnce ?? AT_ONCE,
    handle: (handler as Consumer<never>).on(
      () => ({ ...deps, sender, openSecrets, payloadOf: toWebhookPayload }) as never,
    ),
  }))
  const running = consumersInTime(time, queues, consumers)
  return {
    running,
    sends,
    mended,
    user: ids.uuid,
    subscribe: async (userId: string, url: string): Promise<void> => {
      const requested = { webhookId: ids.uuid(), userId, url, events: null, description: null, sealed: '' }
      await ports.webhooks.create(newWebhook(requested, clock()))
    },
    /** An order of the user has changed: a new one, or this one once more. */
    change: async (userId: string, orderId = ids.uuid(), version = 0): Promise<void> => {
      const order = sampleOrder({ orderId, userId })
      const about = { objectId: orderId, userId, at: clock(), previousStatus: null }
      const changed = { ...about, type: 'order.updated', subject: { kind: 'order', order } } as const
      const [event = { ...changed, sequence: 0 }] = numbered([changed], version)
      await world.table.write(outboxChanges([event]))
      await enqueueEvents(deps, event)
    },
    /** The most sends under way at one moment to receivers whose URL holds this. */
    mostAtOnce: (part: string, since: number): number => {
      const those = sends.filter(({ url, until }) => url.includes(part) && until > since)
      return Math.max(...those.map(({ at }) => those.filter((one) => one.at <= at && one.until > at).length))
    },
  }
}
type Desk = ReturnType<typeof openDesk>

/** Sixty orders of a user with ten silent receivers change at once, and one a second from then on. */
const flood = async ({ subscribe, change, running }: Desk, userId: string): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await subscribe(userId, `https://loud.example.com/silent/${n}`)
  for (let n = 0; n < 60; n += 1) await change(userId)
  for (let n = 1; n <= 60; n += 1) running.at(world.clock() + n * SECOND, () => change(userId))
}

const MOMENTS = inThisRun({ usual: [1, 3, 8, 12, 21], long: [1, 3, 8, 12, 21, 34, 55] }).map(
  (second) => second * SECOND,
)

const delaysOf = async ({ running, change, sends }: Desk, userId: string, part: string): Promise<readonly number[]> => {
  const begun = world.clock()
  for (const moment of MOMENTS) running.at(begun + moment, () => change(userId))
  await running.runUntil(begun + (MOMENTS.at(-1) ?? 0) + 2 * SECOND)
  return sends.filter(({ url }) => url.includes(part)).map(({ at }, n) => at - begun - (MOMENTS[n] ?? 0))
}

describe('ten receivers of one user that never answer', () => {
  it('delay no event of another user by a second, whenever it happens', async () => {
    const desk = openDesk()
    const [loud, quiet] = [desk.user(), desk.user()]
    await desk.subscribe(quiet, 'https://quiet.example.com/')
    await flood(desk, loud)
    const delays = await delaysOf(desk, quiet, 'quiet')
    expect(delays).toHaveLength(MOMENTS.length)
    expect(Math.max(...delays)).toBeLessThan(SECOND)
  })

  it('hold at most four runs each, and fewer when they are known to be silent', async () => {
    const desk = openDesk()
    const begun = world.clock()
    await flood(desk, desk.user())
    await desk.running.runUntil(begun + inThisRun({ usual: 30, long: 60 }) * SECOND)
    expect(desk.mostAtOnce('silent/3', begun)).toBeLessThanOrEqual(4)
    expect(desk.mostAtOnce('silent', begun)).toBeLessThanOrEqual(40)
    expect(desk.mostAtOnce('silent', begun + 15 * SECOND)).toBeLessThanOrEqual(20)
  })
})

describe('overdue deliveries', () => {
  it('delay no overdue order, whatever their number and age', async () => {
    const { ids, ports } = world
    const [loud, webhookId] = [ids.uuid(), ids.uuid()]
    for (let n = 0; n < 600; n += 1) {
      const event = {
        objectId: ids.uuid(),
        sequence: 0,
        userId: loud,
        type: 'webhook.test',
        at: world.clock(),
        previousStatus: null,
        subject: { kind: 'test', webhookId },
      } as const
      await ports.deliveries.add([newDelivery(event, webhookId, world.clock() - MINUTE)])
    }
    world.queues.copies = () => 0
    const orderId = await world.place({ price: 0.41 })
    world.time.now += MINUTE
    const before = world.queues.sent.length
    await world.sweep()
    const swept = world.queues.sent.slice(before).map(({ body }) => body)
    // As many go out at a time.
    expect(swept.indexOf(JSON.stringify({ orderId }))).toBeLessThan(32)
    expect(swept.length).toBeGreaterThan(600)
  })
})

describe('a receiver that never answers', () => {
  it('delays no other receiver of its user', async () => {
    const desk = openDesk()
    const user = desk.user()
    await desk.subscribe(user, 'https://loud.example.com/silent/')
    await desk.subscribe(user, 'https://loud.example.com/prompt/')
    const delays = await delaysOf(desk, user, 'prompt')
    expect(delays).toEqual(MOMENTS.map(() => 0))
  })

  it('is left alone for a while, and untried deliveries show that', async () => {
    const desk = openDesk()
    const user = desk.user()
    await desk.subscribe(user, 'https://loud.example.com/silent/')
    const begun = world.clock()
    await desk.change(user)
    desk.running.at(begun + 12 * SECOND, () => desk.change(user))
    await desk.running.runUntil(begun + 13 * SECOND)
    expect(desk.sends).toHaveLength(1)
    const [webhook] = await world.ports.webhooks.list(user)
    const { deliveries } = await world.ports.deliveries.list(webhook?.webhookId ?? '', { limit: 10, offset: 0 })
    expect(deliveries.map(({ attempts }) => attempts.map(({ error, durationMs }) => [error, durationMs]))).toEqual([
      [['not tried: earlier messages failed, and the receiver is left alone until 2026-11-21T07:30:15.000Z', 0]],
      [['no answer within 10 s', 10_000]],
    ])
    await desk.running.runUntil(begun + 20 * SECOND)
    expect(desk.sends.length).toBeGreaterThan(1)
  })
})

const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

describe('receivers that accepted no event for a while', () => {
  it.each(['silent', 'refusing'])('cost few calls of the table for each event: %s', async (kind) => {
    const desk = openDesk()
    const user = desk.user()
    for (let n = 0; n < 10; n += 1) await desk.subscribe(user, `https://loud.example.com/${kind}/${n}`)
    const begun = world.clock()
    for (let n = 0; n < 75; n += 1) desk.running.at(begun + n * SECOND, () => desk.change(user))
    await desk.running.runUntil(begun + 75 * SECOND)
    // Until then the first events are tried again, after 30 s.
    const before = calls
    const events = inThisRun({ usual: 20, long: 60 })
    for (let n = 75; n < 75 + events; n += 1) desk.running.at(begun + n * SECOND, () => desk.change(user))
    await desk.running.runUntil(begun + (75 + events) * SECOND)
    // Ten deliveries of each are stored. With each retry looked at, they took 125 where the receivers are silent, 165 where they refuse.
    expect((calls - before) / events).toBeLessThan(60)
  })

  it('get missed events in sequence, and first, once they accept events again', async () => {
    const desk = openDesk()
    const user = desk.user()
    const url = 'https://loud.example.com/silent/'
    await desk.subscribe(user, url)
    const begun = world.clock()
    const orderId = world.ids.uuid()
    for (let n = 0; n < 40; n += 1) desk.running.at(begun + n * SECOND, () => desk.change(user))
    // It rests then.
    desk.running.at(begun + 42 * SECOND, () => desk.change(user, orderId, 1))
    desk.running.at(begun + 43 * SECOND, async () => void desk.mended.push(url))
    desk.running.at(begun + 60.5 * SECOND, () => desk.change(user, orderId, 2))
    await desk.running.runUntil(begun + 61 * SECOND)
    // A v7 id begins with the time of its event.
    const eventsAt = desk.sends.filter(({ at }) => at - begun === 60.5 * SECOND).map(({ id }) => timeOf(id) - begun)
    expect(eventsAt).toEqual([42 * SECOND, 60.5 * SECOND])
  })
})
