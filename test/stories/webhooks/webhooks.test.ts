/** Webhooks report the outcome of orders, whatever the receiver does. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WORK_LOG } from '#use-cases/work/log-messages.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { inThisRun } from '../../support/run/plays.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()
let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver(world.clock)
})
afterEach(() => receiver.close())

/** A webhook to the receiver, which gets to know its secret. Answers its path. */
const listen = async (more: object = {}): Promise<string> => {
  const { status, body } = await world.post('/v1/webhooks', { url: receiver.url, ...more })
  expect({ status, body }).toMatchObject({ status: 201 })
  receiver.secret = body.secret
  return `/v1/webhooks/${body.webhook_id}`
}

/** Sends a test to that webhook, which the receiver refuses. */
const failing = (webhook: string) => async (): Promise<void> => {
  receiver.answer = (_, response) => response.writeHead(503).end()
  await world.post(`${webhook}/test`)
  await world.settle()
}

const WEBHOOK_QUEUES = ['deliver-webhook', 'attempt-delivery']

const deliveriesOf = async (webhook: string) => (await world.get(`${webhook}/deliveries`)).body.deliveries

describe('a webhook', () => {
  it('shows its secret once, and never in a list, a repeated request or a log', async () => {
    const headers = { 'idempotency-key': 'once' }
    const requested = { url: receiver.url, events: ['order.filled'], description: 'desk' }
    const first = await world.post('/v1/webhooks', requested, { headers })
    expect(first).toMatchObject({ status: 201, body: { ...requested, is_active: true, disabled_reason: null } })
    expect(first.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const again = await world.post('/v1/webhooks', requested, { headers })
    expect(again.body).toEqual({ ...first.body, secret: null })
    const { secret, ...shown } = first.body
    expect((await world.get('/v1/webhooks')).body).toEqual([shown])
    expect((await world.get(`/v1/webhooks/${shown.webhook_id}`)).body).toEqual(shown)
    expect(world.log.join()).not.toContain(secret)
    const stored = await world.ports.webhooks.get(world.hero.userId, shown.webhook_id)
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('belongs to its user: others get 404 for everything, and a key that only reads 403 for every change', async () => {
    const webhook = await listen()
    const stranger = { key: await world.newKey('admin', world.hero.subaccountId) }
    expect((await world.get('/v1/webhooks', stranger)).body).toEqual([])
    const answers = [
      await world.get(webhook, stranger),
      await world.patch(webhook, { is_active: false }, stranger),
      await world.delete(webhook, stranger),
      await world.post(`${webhook}/test`, undefined, stranger),
      await world.post(`${webhook}/rotate-secret`, undefined, stranger),
      await world.get(`${webhook}/deliveries`, stranger),
      await world.post(`${webhook}/deliveries/${world.hero.userId}/replay`, undefined, stranger),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { detail: 'Webhook not found' } })
    const reader = { key: await world.newKey('read') }
    expect((await world.post('/v1/webhooks', { url: receiver.url }, reader)).status).toBe(403)
    expect((await world.delete(webhook, reader)).status).toBe(403)
    expect((await world.get(webhook, reader)).status).toBe(200)
  })

  it('reports an order refused before its send by legal transitions alone', async () => {
    await listen({ events: ['order.updated'] })
    const id = await world.place({ price: 0.40555 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: 'price_off_tick' })
    const moves = receiver.received.map(({ event }) => [
      event.previous_status,
      event.data.status,
      event.data.reject_code,
    ])
    expect(moves).toEqual([
      [null, 'PENDING_SUBMISSION', null],
      ['PENDING_SUBMISSION', 'PROCESSING', null],
      ['PROCESSING', 'REJECTED', 'price_off_tick'],
    ])
    const sequences = receiver.received.map(({ event }) => event.sequence)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
  })

  it('must point to the internet, and there are at most ten', async () => {
    for (const url of ['http://example.com/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'https://u:p@a.com/']) {
      const answer = await world.post('/v1/webhooks', { url })
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: 'value_error', loc: ['body', 'url'] }] } })
    }
    const webhook = await listen()
    expect((await world.patch(webhook, { url: 'https://[::1]:80/a' })).status).toBe(200)
    expect((await world.patch(webhook, { url: 'https://[fe80::1]/' })).status).toBe(422)
    for (let n = 2; n <= 10; n += 1) await listen()
    expect(await world.post('/v1/webhooks', { url: receiver.url })).toMatchObject({
      status: 409,
      body: { code: 'too_many_webhooks' },
    })
    expect((await world.post('/v1/webhooks', { url: receiver.url, events: ['order.vanished'] })).status).toBe(422)
  })

  it('is tested with a test event, whatever its subscriptions', async () => {
    const webhook = await listen({ events: ['order.filled'] })
    const started = await world.post(`${webhook}/test`)
    expect(started).toMatchObject({ status: 202, body: { type: 'webhook.test', status: 'PENDING', attempts: [] } })
    await world.settle()
    expect(receiver.received).toHaveLength(1)
    expect(receiver.received[0]).toMatchObject({
      id: started.body.event_id,
      event: { type: 'webhook.test', previous_status: null, data: { webhook_id: webhook.split('/').at(-1) } },
    })
    expect(await deliveriesOf(webhook)).toMatchObject([
      { delivery_id: started.body.delivery_id, status: 'DELIVERED', attempts: [{ response_status: 204, error: null }] },
    ])
  })

  it('gets a new secret, and for a day both are right', async () => {
    const webhook = await listen()
    const old = receiver.secret
    const rotated = await world.post(`${webhook}/rotate-secret`)
    expect(rotated.body.secret).toMatch(/^whsec_/)
    expect(rotated.body.secret).not.toBe(old)
    await world.post(`${webhook}/test`)
    await world.settle()
    receiver.secret = rotated.body.secret
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(receiver.received.map(({ signatures }) => signatures)).toEqual([2, 2])
    await world.pass('24h', 3_600)
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(receiver.received.at(-1)?.signatures).toBe(1)
    receiver.secret = old
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(receiver.forged).toHaveLength(1)
  })

  it('a webhook with a third secret also signs with the second, and no longer with the first', async () => {
    const webhook = await listen()
    const first = receiver.secret
    const { body: second } = await world.post(`${webhook}/rotate-secret`)
    await world.post(`${webhook}/rotate-secret`)
    receiver.secret = second.secret
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(receiver.received.map(({ signatures }) => signatures)).toEqual([2])
    receiver.secret = first
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(receiver.forged).toHaveLength(1)
  })

  it('gets one new secret for one request, however often the request is repeated', async () => {
    const webhook = await listen()
    const old = receiver.secret
    const headers = { 'idempotency-key': 'rotate once' }
    // The function dies before it can answer.
    const { webhooks } = world.ports
    const { save } = webhooks
    const dying: typeof save = async (changed) => {
      await save(changed)
      throw new Error('the function has died')
    }
    Object.assign(webhooks, { save: dying })
    expect((await world.post(`${webhook}/rotate-secret`, undefined, { headers })).status).toBe(500)
    Object.assign(webhooks, { save })
    await world.pass('2m', 10)
    for (let n = 0; n < 2; n += 1)
      expect(await world.post(`${webhook}/rotate-secret`, undefined, { headers })).toMatchObject({
        status: 200,
        body: { secret: null },
      })
    // The receiver's secret stays valid for a day.
    expect(receiver.secret).toBe(old)
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(receiver.received.at(-1)?.signatures).toBe(2)
    expect(receiver.forged).toEqual([])
    const again = await world.post(`${webhook}/rotate-secret`, undefined, {
      headers: { 'idempotency-key': 'once more' },
    })
    expect(again.body.secret).toMatch(/^whsec_/)
  })

  it('gets its new secret by the repeat of a request that died before it stored one', async () => {
    const webhook = await listen()
    const headers = { 'idempotency-key': 'rotate' }
    const { webhooks } = world.ports
    const { save } = webhooks
    Object.assign(webhooks, {
      save: async () => {
        throw new Error('the function has died')
      },
    })
    expect((await world.post(`${webhook}/rotate-secret`, undefined, { headers })).status).toBe(500)
    Object.assign(webhooks, { save })
    await world.pass('2m', 10)
    const repeated = await world.post(`${webhook}/rotate-secret`, undefined, { headers })
    expect(repeated).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } })
  })
})

describe('a receiver', () => {
  const attemptsOf = async (webhook: string) => (await deliveriesOf(webhook))[0].attempts

  it('a failing receiver is retried after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h, then given up, visibly', async () => {
    const webhook = await listen()
    receiver.answer = (_, response) => response.writeHead(500).end('out of order')
    await world.post(`${webhook}/test`)
    await world.settle()
    const plan = [5, 30, 120, 600, 3_600, 21_600, 86_400]
    for (const [n, wait] of plan.entries()) {
      world.time.now += wait * 1_000 - 1
      await world.settle()
      await world.sweep()
      await world.settle()
      expect(await attemptsOf(webhook)).toHaveLength(n + 1)
      // Up to 15 minutes a message comes at the time; beyond, the sweeper finds it.
      world.time.now += wait > 900 ? 15_001 : 1
      await world.settle()
      if (wait > 900) await world.sweep()
      await world.settle()
      expect(await attemptsOf(webhook)).toHaveLength(n + 2)
    }
    const [delivery] = await deliveriesOf(webhook)
    expect(delivery).toMatchObject({ status: 'FAILED', next_attempt_at: null })
    expect(delivery.attempts[0]).toMatchObject({ response_status: 500, response_body: 'out of order' })
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect((await world.get(webhook)).body).toMatchObject({ is_active: true, failing_since: expect.any(String) })
  })

  it('a receiver that names a retry time is left alone until then', async () => {
    const webhook = await listen()
    receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': '300' }).end()
    await world.post(`${webhook}/test`)
    await world.settle()
    await world.pass('4m')
    expect(await attemptsOf(webhook)).toHaveLength(1)
    receiver.answer = null
    await world.pass('70s')
    expect(await attemptsOf(webhook)).toMatchObject([{ response_status: 429 }, { response_status: 204 }])
  })

  it('a receiver that names a retry in a year is retried after a day', async () => {
    const webhook = await listen()
    receiver.answer = (_, response) => response.writeHead(503, { 'retry-after': String(365 * 86_400) }).end()
    await world.post(`${webhook}/test`)
    await world.settle()
    expect((await deliveriesOf(webhook))[0].next_attempt_at).toBe(new Date(world.time.now + 86_400_000).toISOString())
  })

  it('a receiver that answers 410 is turned off at once, and gets no more events', async () => {
    const webhook = await listen()
    receiver.answer = (_, response) => response.writeHead(410).end()
    await world.post(`${webhook}/test`)
    await world.settle()
    expect((await world.get(webhook)).body).toMatchObject({ is_active: false, disabled_reason: 'gone' })
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ status: 'FAILED' })
    expect(await world.post(`${webhook}/test`)).toMatchObject({ status: 409, body: { code: 'webhook_disabled' } })
    await world.pass('10m', 10)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = null
    expect((await world.patch(webhook, { is_active: true })).body).toMatchObject({ disabled_reason: null })
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(receiver.received).toHaveLength(2)
  })

  it('a receiver that fails for five days is turned off; one success restarts the count', async () => {
    const webhook = await listen()
    const fail = failing(webhook)
    await fail()
    world.time.now += 4 * 86_400_000
    receiver.answer = null
    await world.post(`${webhook}/test`)
    await world.settle()
    expect((await world.get(webhook)).body).toMatchObject({ is_active: true, failing_since: null })
    await fail()
    world.time.now += 4.9 * 86_400_000
    await fail()
    expect((await world.get(webhook)).body.is_active).toBe(true)
    world.time.now += 0.2 * 86_400_000
    await fail()
    expect((await world.get(webhook)).body).toMatchObject({ is_active: false, disabled_reason: 'failing' })
  })

  it('a receiver turned off after five days of failures gets five new days when turned on', async () => {
    const webhook = await listen()
    const fail = failing(webhook)
    await fail()
    world.time.now += 5 * 86_400_000
    await fail()
    expect((await world.get(webhook)).body).toMatchObject({ is_active: false, disabled_reason: 'failing' })
    await world.patch(webhook, { is_active: true })
    world.time.now += 60_000
    await fail()
    expect((await world.get(webhook)).body).toMatchObject({
      is_active: true,
      failing_since: new Date(world.time.now).toISOString(),
    })
  })

  it('a receiver turned off by its user during a try stays off, whatever it answers', async () => {
    const webhook = await listen()
    receiver.answer = async (_, response) => {
      await world.patch(webhook, { is_active: false })
      response.writeHead(410).end()
    }
    await world.post(`${webhook}/test`)
    await world.settle()
    expect((await world.get(webhook)).body).toMatchObject({ is_active: false, disabled_reason: null })
  })

  it('late answers of a replaced receiver turn nothing off', async () => {
    const webhook = await listen()
    receiver.answer = async (_, response) => {
      await world.patch(webhook, { url: `${receiver.url}?moved` })
      response.writeHead(410).end()
    }
    await world.post(`${webhook}/test`)
    await world.settle()
    expect((await world.get(webhook)).body).toMatchObject({ is_active: true, failing_since: null })
  })

  it('gets no more events of a deleted webhook, even during a retry', async () => {
    const waiting = await listen()
    receiver.answer = (_, response) => response.writeHead(500).end()
    await world.post(`${waiting}/test`)
    await world.settle()
    expect((await world.delete(waiting)).status).toBe(204)
    const tried = await listen()
    receiver.answer = async (_, response) => {
      await world.delete(tried)
      response.writeHead(500).end()
    }
    await world.post(`${tried}/test`)
    await world.settle()
    await world.pass('15m', 10)
    expect(receiver.received).toHaveLength(2)
    expect(receiver.forged).toEqual([])
    expect((await world.get('/v1/webhooks')).body).toEqual([])
    expect(world.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  it('is given its five days anew at another address', async () => {
    const webhook = await listen()
    const fail = failing(webhook)
    await fail()
    world.time.now += 4.9 * 86_400_000
    await fail()
    await world.patch(webhook, { url: `${receiver.url}?moved` })
    expect((await world.get(webhook)).body).toMatchObject({ is_active: true, failing_since: null })
    world.time.now += 0.2 * 86_400_000
    await fail()
    expect((await world.get(webhook)).body).toMatchObject({
      is_active: true,
      failing_since: new Date(world.time.now).toISOString(),
    })
  })

  it('a receiver that hangs up, redirects or is missing is retried, and the delivery shows why', async () => {
    const webhook = await listen()
    receiver.answer = (_, response) => response.destroy()
    await world.post(`${webhook}/test`)
    await world.settle()
    receiver.answer = (_, response) => response.writeHead(307, { location: `${receiver.url}/there` }).end()
    await world.pass('6s')
    await world.patch(webhook, { url: 'http://127.0.0.1:1/' })
    await world.pass('31s')
    await world.patch(webhook, { url: receiver.url })
    receiver.answer = null
    await world.pass('3m')
    expect(await attemptsOf(webhook)).toMatchObject([
      { response_status: null, error: 'the receiver closed the connection without an answer (ECONNRESET)' },
      { response_status: 307, error: null },
      { response_status: null, error: expect.stringContaining('ECONNREFUSED') },
      { response_status: 204 },
    ])
  })

  it('gets a delivery again on request, with the same id', async () => {
    const webhook = await listen()
    const { body } = await world.post(`${webhook}/test`)
    await world.settle()
    const replayed = await world.post(`${webhook}/deliveries/${body.delivery_id}/replay`)
    expect(replayed).toMatchObject({ status: 202, body: { delivery_id: body.delivery_id, status: 'PENDING' } })
    await world.settle()
    expect(receiver.received.map(({ id }) => id)).toEqual([body.event_id, body.event_id])
    expect(await attemptsOf(webhook)).toHaveLength(2)
    const unknown = await world.post(`${webhook}/deliveries/${world.hero.userId}/replay`)
    expect(unknown).toMatchObject({ status: 404, body: { detail: 'Delivery not found' } })
  })

  it('gets a delivery again if requested while an earlier request is being sent', async () => {
    const webhook = await listen()
    const { body } = await world.post(`${webhook}/test`)
    await world.settle()
    const replay = () => world.post(`${webhook}/deliveries/${body.delivery_id}/replay`)
    const { deliveries } = world.ports
    const { find } = deliveries
    Object.assign(deliveries, {
      find: async (...requests: Parameters<typeof find>) => {
        Object.assign(deliveries, { find })
        const found = await find(...requests)
        await replay()
        await world.settle()
        return found
      },
    })
    expect(await replay()).toMatchObject({ status: 202, body: { status: 'PENDING' } })
    await world.settle()
    expect(receiver.received.map(({ id }) => id)).toEqual([body.event_id, body.event_id, body.event_id])
  })

  it('gets no replay of an event that is no longer stored: the delivery is given up', async () => {
    const webhook = await listen()
    const { body } = await world.post(`${webhook}/test`)
    await world.settle()
    Object.assign(world.ports.outbox, { get: async () => null })
    await world.post(`${webhook}/deliveries/${body.delivery_id}/replay`)
    await world.settle()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'FAILED', next_attempt_at: null }])
  })

  it('a receiver paused after failures gets a replay at once', async () => {
    const webhook = await listen()
    receiver.answer = (_, response) => response.writeHead(500).end()
    await world.post(`${webhook}/test`)
    await world.settle()
    world.time.now += 61_000
    await world.place({ price: 0.41 })
    await world.settle()
    const [newest] = await deliveriesOf(webhook)
    expect(newest.attempts).toMatchObject([{ error: expect.stringContaining('not tried') }])
    expect(world.log.join()).not.toContain(WORK_LOG.notEnqueued)
    const before = receiver.received.length
    await world.post(`${webhook}/deliveries/${newest.delivery_id}/replay`)
    await world.settle()
    expect(receiver.received).toHaveLength(before + 1)
    expect(receiver.received.at(-1)?.id).toBe(newest.event_id)
  })

  it('a receiver after its pause gets the postponed deliveries by messages, even without a sweep', async () => {
    const webhook = await listen()
    receiver.answer = (_, response) => response.writeHead(500).end()
    await world.post(`${webhook}/test`)
    await world.settle()
    world.time.now += 61_000
    const orderId = await world.place({ price: 0.41 })
    await world.settle()
    receiver.answer = null
    await world.wait(150)
    const reported = receiver.received
      .filter(({ event }) => event.object_id === orderId)
      .map(({ event }) => event.data.status)
    expect([...new Set(reported)]).toEqual(['PENDING_SUBMISSION', 'PROCESSING', 'RESTING'])
    expect(world.log.join()).not.toContain(WORK_LOG.notEnqueued)
  })

  it('gets a replay with all its retries, also when its messages are lost', async () => {
    const webhook = await listen()
    const { body } = await world.post(`${webhook}/test`)
    receiver.answer = (_, response) => response.writeHead(500).end()
    await world.pass('3m', 5)
    world.queues.copies = (message) => (message.group.endsWith(':swept') ? 1 : 0)
    const before = receiver.received.length
    await world.post(`${webhook}/deliveries/${body.delivery_id}/replay`)
    await world.pass('20s', 5)
    expect(receiver.received.length).toBe(before + 1)
    const [{ next_attempt_at, attempts }] = await deliveriesOf(webhook)
    // The plan begins anew.
    const last = attempts.at(-1)
    expect(Date.parse(next_attempt_at) - Date.parse(last.attempted_at) - last.duration_ms).toBe(5_000)
  })

  it('gets an event once when two deliverers start it at once', async () => {
    const webhook = await listen()
    const { deliveries } = world.ports
    const { pending } = deliveries
    Object.assign(deliveries, {
      pending: async (...requestedAt: Parameters<typeof pending>) => {
        Object.assign(deliveries, { pending })
        const found = await pending(...requestedAt)
        await world.settle()
        return found
      },
    })
    world.queues.copies = ({ queue }) => (queue === 'attempt-delivery' ? 2 : 1)
    await world.post(`${webhook}/test`)
    await world.settle()
    await world.pass('1m', 5)
    expect(receiver.received).toHaveLength(1)
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'DELIVERED', attempts: [{ response_status: 204 }] }])
  })

  it('gets an event once that two functions address at once', async () => {
    await listen()
    const { outbox } = world.ports
    const { pending } = outbox
    let addressed = 0
    Object.assign(outbox, {
      pending: async (...asked: Parameters<typeof pending>) => {
        const found = await pending(...asked)
        addressed += 1
        if (addressed === 1) await world.settle()
        return found
      },
    })
    world.queues.copies = ({ queue }) => (queue === 'deliver-webhook' ? 2 : 1)
    await world.place({ price: 0.41 })
    await world.pass('1m', 5)
    expect(addressed).toBeGreaterThan(1)
    const ids = receiver.received.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(2)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('gets an event although every message but the sweeper’s is lost', async () => {
    const webhook = await listen()
    world.queues.copies = (message) => (message.group.endsWith(':swept') ? 1 : 0)
    receiver.first = [500]
    await world.post(`${webhook}/test`)
    await world.pass('3m', 5)
    expect(await attemptsOf(webhook)).toMatchObject([{ response_status: 500 }, { response_status: 204 }])
  })

  it('gets an event at least once when the deliverer dies between any two steps', async () => {
    const webhook = await listen()
    const apart = inThisRun({ usual: 3, long: 1 })
    for (let step = 0; ; step += apart) {
      if (step > 60) throw new Error('a run has no end')
      world.killNext('attempt-delivery', step)
      await world.post(`${webhook}/test`)
      await world.settle()
      await world.pass('5m', 10)
      if (world.survived) break
    }
    const deliveries = await deliveriesOf(webhook)
    expect(deliveries.length * apart).toBeGreaterThan(5)
    for (const { status, event_id } of deliveries) {
      expect(status).toBe('DELIVERED')
      const times = receiver.received.filter(({ id }) => id === event_id).length
      expect(times).toBeGreaterThanOrEqual(1)
      expect(times).toBeLessThanOrEqual(2)
    }
  })
})

describe('the life of an order', () => {
  interface Reported {
    readonly id: string
    readonly type: string
    readonly status: string
    readonly previous: string | null
    readonly sequence: number
  }
  const reports = (objectId: string): readonly Reported[] =>
    receiver.received
      .filter(({ event }) => event.object_id === objectId)
      .map(({ id, event }) => ({
        id,
        type: event.type,
        status: event.data.status,
        previous: event.previous_status,
        sequence: event.sequence,
      }))
  const steps = (objectId: string): readonly string[] =>
    reports(objectId).map(({ type, previous, status }) => `${type} ${previous} > ${status}`)
  const inOrder = (events: readonly Reported[]): boolean =>
    events.every(({ sequence }, n) => n === 0 || sequence > (events[n - 1]?.sequence ?? 0))

  /** Placed, rests, fills in two parts. */
  const live = async (): Promise<string> => {
    await world.simulated.book([[0.4, 100]], [[0.45, 100]])
    const orderId = await world.place({ price: 0.41, client_order_id: 'mine' })
    await world.pass('5s')
    await world.simulated.trade(0.41, 4, false)
    await world.pass('5s')
    await world.simulated.trade(0.41, 6, false)
    await world.pass('5s')
    return orderId
  }
  const isAbout =
    (orderId: string) =>
    ({ queue, body }: { readonly queue: string; readonly body: string }): boolean =>
      WEBHOOK_QUEUES.includes(queue) && body.includes(orderId)
  const LIFE = [
    'order.created null > PENDING_SUBMISSION',
    'order.updated null > PENDING_SUBMISSION',
    'order.updated PENDING_SUBMISSION > PROCESSING',
    'order.updated PROCESSING > RESTING',
    'order.filled RESTING > FINAL',
    'order.updated RESTING > PARTIALLY_FILLED',
    'order.filled PARTIALLY_FILLED > FINAL',
    'order.updated PARTIALLY_FILLED > EXECUTED',
  ]

  it('arrives in order, each step once, signed, with the record that lists show', async () => {
    const webhook = await listen()
    const orderId = await live()
    expect(steps(orderId)).toEqual(LIFE)
    expect(inOrder(reports(orderId))).toBe(true)
    expect(new Set(reports(orderId).map(({ id }) => id)).size).toBe(LIFE.length)
    // The id in the body equals the id in the header.
    expect(receiver.received.map(({ event }) => event.event_id)).toEqual(receiver.received.map(({ id }) => id))
    expect(receiver.forged).toEqual([])
    const { fills } = await world.order(orderId)
    const record = (await world.orders()).find((order: { svc_order_id: string }) => order.svc_order_id === orderId)
    expect(receiver.received.at(-1)?.event).toMatchObject({ object_id: orderId, data: record })
    const filled = receiver.received.filter(({ event }) => event.type === 'order.filled')
    expect(filled.map(({ event: { data } }) => ({ ...data, order: null }))).toEqual(
      fills.map((fill: object, place: number) => ({ ...fill, order: null, final: place === fills.length - 1 })),
    )
    // With the order as it was at that moment.
    const [first, last] = filled.map(({ event }) => event.data.order)
    expect(first).toMatchObject({ svc_order_id: orderId, status: 'PARTIALLY_FILLED', traded_qty: fills.at(0).qty })
    expect(last).toEqual(record)
    expect((await world.get(`${webhook}/deliveries`)).body.count).toBe(LIFE.length)
    // One slot of the receiver takes them all, one after the other.
    const slots = world.queues.sent.filter(({ queue }) => queue === 'attempt-delivery').map(({ group }) => group)
    expect(slots.length).toBeGreaterThan(3)
    expect(new Set(slots).size).toBe(1)
  })

  it('arrives in order although one delivery fails three times: the later ones wait for it', async () => {
    const webhook = await listen()
    receiver.first = [204, 500, 503, 429]
    const orderId = await live()
    await world.pass('3m')
    expect([...new Set(steps(orderId))]).toEqual(LIFE)
    expect(steps(orderId).filter((step) => step === LIFE[1])).toHaveLength(4)
    const delivered = (await deliveriesOf(webhook)).map((one: { status: string }) => one.status)
    expect(delivered).toEqual(LIFE.map(() => 'DELIVERED'))
  })

  it('continues without a delivery that fails more often, and delays no other order', async () => {
    await listen()
    receiver.answer = (got, response) =>
      response.writeHead(got.event.data.status === 'PROCESSING' && got.event.object_id === stuck ? 500 : 204).end()
    let stuck = ''
    await world.simulated.book([[0.4, 100]], [[0.45, 100]])
    stuck = await world.place({ price: 0.41 })
    const other = await world.place({ price: 0.42 })
    await world.pass('10s')
    expect(steps(other)).toEqual(LIFE.slice(0, 4))
    expect(steps(stuck).at(-1)).toBe(LIFE[2])
    await world.pass('4m')
    expect(steps(stuck).filter((step) => step === LIFE[2]).length).toBeGreaterThanOrEqual(4)
    expect(steps(stuck).at(-1)).toBe(LIFE[3])
  })

  it('waits for no replay, and a replay does not wait', async () => {
    const webhook = await listen({ events: ['order.updated'] })
    const fails = (got: { readonly event: { readonly data: { readonly status: string } } }) =>
      got.event.data.status === 'PENDING_SUBMISSION'
    receiver.answer = (got, response) => response.writeHead(fails(got) ? 500 : 204).end()
    await world.simulated.book([[0.4, 100]], [[0.45, 100]])
    const orderId = await world.place({ price: 0.41 })
    await world.settle()
    expect([...new Set(steps(orderId))]).toEqual(LIFE.slice(1, 2))
    const replay = async (step: number) => {
      const oldestFirst = (await deliveriesOf(webhook)).toReversed()
      await world.post(`${webhook}/deliveries/${oldestFirst[step].delivery_id}/replay`)
      await world.settle()
    }
    await replay(2)
    expect([...new Set(steps(orderId))]).toEqual([LIFE[1], LIFE[3]])
    // The requested replay fails again, and delays no later delivery.
    await replay(0)
    await world.pass('3s')
    expect(steps(orderId).at(-1)).toBe(LIFE[2])
  })

  it('continues in another run if one has no time left for due deliveries', async () => {
    await listen()
    const { queues } = world
    queues.copies = ({ queue }) => (queue === 'attempt-delivery' ? 0 : 1)
    const orderId = await world.place({ price: 0.41 })
    await world.settle()
    queues.copies = () => 1
    receiver.answer = (_, response) => {
      world.time.now += 8_000
      response.writeHead(204).end()
    }
    const [lost] = queues.sent.filter(({ queue }) => queue === 'attempt-delivery')
    queues.waiting.push({ ...lost, id: 1_000_000, visibleAt: world.time.now } as (typeof queues.waiting)[number])
    await world.settle()
    expect(steps(orderId)).toEqual(LIFE.slice(0, 4))
  })

  it('arrives late and complete when every message but the sweeper’s is lost', async () => {
    await listen()
    world.queues.copies = (message) =>
      !WEBHOOK_QUEUES.includes(message.queue) || message.group.endsWith(':swept') ? 1 : 0
    const orderId = await live()
    await world.pass('2m', 5)
    expect(steps(orderId)).toEqual(LIFE)
  })

  it('arrives complete when the run that changes the order dies between any two steps', async () => {
    await listen()
    await world.simulated.book([[0.4, 1_000]], [[0.45, 1_000]])
    const placed: string[] = []
    for (let step = 0; ; step += inThisRun({ usual: 3, long: 1 })) {
      if (step > 100) throw new Error('a run has no end')
      world.killNext('execute-order', step)
      placed.push(await world.place({ price: 0.45, qty: 1 }))
      await world.settle()
      await world.pass('3s')
      if (world.survived) break
    }
    await world.pass('4m', 5)
    for (const orderId of placed) {
      const heard = reports(orderId).filter(({ type }) => type === 'order.updated')
      expect(inOrder(heard)).toBe(true)
      expect(heard[0]).toMatchObject({ previous: null, status: 'PENDING_SUBMISSION' })
      expect(heard.at(-1)?.status).toBe('EXECUTED')
      // No step is missing: each begins where the one before ended.
      for (const [n, { previous }] of heard.entries()) expect(previous).toBe(heard[n - 1]?.status ?? null)
      expect(reports(orderId).filter(({ type }) => type === 'order.filled')).toHaveLength(1)
    }
  })

  it('is reported from the first webhook on, for earlier orders and later subaccounts', async () => {
    await world.simulated.book([[0.4, 100]], [[0.45, 100]])
    const before = await world.place({ price: 0.41 })
    await world.pass('5s')
    await listen()
    const opened = await world.post('/v1/subaccounts', { name: 'later' })
    expect(await world.ports.subaccounts.get(world.hero.userId, opened.body.subaccount_id)).toMatchObject({
      hasWebhooks: true,
    })
    await world.delete(`/v1/orders/${before}`)
    await world.pass('5s')
    expect(steps(before)).toEqual(['order.updated RESTING > CANCELLED'])
  })

  it('is not sent after the last webhook is gone, nor to webhooks turned off or with other subscriptions', async () => {
    const webhook = await listen()
    const fills = await listen({ events: ['order.filled'] })
    receiver.secret = ''
    const off = await listen()
    await world.patch(off, { is_active: false })
    await live()
    expect((await deliveriesOf(off)).length).toBe(0)
    const types = (await deliveriesOf(fills)).map(({ type }: { type: string }) => type)
    expect(types).toEqual(['order.filled', 'order.filled'])
    for (const each of [webhook, fills, off]) await world.delete(each)
    const orderId = await live()
    expect(world.queues.sent.filter(isAbout(orderId))).toEqual([])
    expect(await world.ports.outbox.pending(orderId)).toEqual([])
  })

  it('is sent to a webhook created while the last other one is deleted', async () => {
    const old = await listen()
    const { webhooks } = world.ports
    const { create } = webhooks
    const whenTheOldIsGone: typeof create = async (webhook) => {
      await world.delete(old)
      return create(webhook)
    }
    Object.assign(webhooks, { create: whenTheOldIsGone })
    await listen()
    expect(steps(await live())).toEqual(LIFE)
  })

  it('is sent to a webhook created between the deletion of the last one and its cleanup', async () => {
    const old = await listen()
    const { webhooks } = world.ports
    const { list } = webhooks
    const justBefore: typeof list = async (userId) => {
      Object.assign(webhooks, { list })
      const found = await list(userId)
      await listen()
      return found
    }
    Object.assign(webhooks, { list: justBefore })
    await world.delete(old)
    expect(await world.ports.changes.log(world.hero.userId)).toMatchObject({ recording: true })
    expect(steps(await live())).toEqual(LIFE)
  })

  it('costs nothing after the last webhook is gone, even if the run that removed it died', async () => {
    const old = await listen()
    // Changes missed when recording began are marked.
    await world.pass('1m', 10)
    const { webhooks } = world.ports
    const { remove } = webhooks
    const thenDie: typeof remove = async (webhook) => {
      await remove(webhook)
      throw new Error('the run is over')
    }
    Object.assign(webhooks, { remove: thenDie })
    expect(await world.delete(old)).toMatchObject({ status: 500 })
    expect(await world.delete(old)).toMatchObject({ status: 404 })
    await world.pass('20s', 10)
    expect(await world.ports.changes.log(world.hero.userId)).toMatchObject({ recording: false })
    expect((await world.ports.orders.get(await live()))?.subscriberState).toBeNull()
  })

  it('costs nothing without a webhook: no event is stored and no message sent', async () => {
    const orderId = await live()
    expect(world.queues.sent.filter(isAbout(orderId))).toEqual([])
    expect(await world.ports.outbox.get(orderId, 0)).toBeNull()
    expect((await world.ports.orders.get(orderId))?.subscriberState).toBeNull()
  })
})

describe('the life of a bracket', () => {
  it('arrives too: its complex orders, and the orders they place', async () => {
    await listen({ events: ['complex_order.updated', 'order.updated'] })
    await world.simulated.book([[0.4, 100]], [[0.45, 100]])
    const placed = await world.postOrder({
      qty: 10,
      buy_flag: true,
      price: 0.45,
      conditional_orders_params: [
        { conditional_order_type: 'TP', trigger_order: { qty: 10, buy_flag: false, price: 0.6 } },
      ],
    })
    expect(placed.status).toBe(202)
    await world.pass('40s')
    const [takeProfit] = placed.body.complex_orders.conditional_orders
    const about = (objectId: string) => receiver.received.filter(({ event }) => event.object_id === objectId)
    expect(about(takeProfit).map(({ event }) => [event.previous_status, event.data.status])).toEqual([
      [null, 'PENDING'],
      ['PENDING', 'TRIGGERED'],
    ])
    const exit = about(takeProfit).at(-1)?.event.data.conditional_order.trigger_svc_order_id
    expect(about(exit).map(({ event }) => event.data.status)).toEqual(['PENDING_SUBMISSION', 'PROCESSING', 'RESTING'])
  })
})

describe('an armed stop', () => {
  it('is reported from the first webhook on, and not after the last is gone', async () => {
    await world.simulated.book([[0.4, 100]], [[0.45, 100]])
    const placed = await world.postConditional({ stop_order_price: 0.9, trigger_order: { qty: 1, buy_flag: true } })
    const path = `/v1/complex-orders/${placed.body.complex_order_id}`
    await world.settle()
    expect((await world.get(path)).body.status).toBe('ACTIVE')
    const subscriber = async () =>
      (await world.ports.complexOrders.get(placed.body.complex_order_id))?.subscriberState ?? null
    const webhook = await listen()
    expect(await subscriber()).not.toBeNull()
    expect((await world.delete(webhook)).status).toBe(204)
    expect(await subscriber()).toBeNull()
  })

  it('is reported while it waits for its order, from the first webhook on', async () => {
    await world.simulated.book([[0.4, 100]], [[0.45, 100]])
    const placed = await world.postOrder({
      qty: 10,
      buy_flag: true,
      price: 0.2,
      conditional_orders_params: [
        { conditional_order_type: 'TP', trigger_order: { qty: 10, buy_flag: false, price: 0.6 } },
      ],
    })
    await world.pass('10s')
    await listen()
    await world.delete(`/v1/orders/${placed.body.svc_order_id}`)
    await world.pass('30s')
    const [takeProfit] = placed.body.complex_orders.conditional_orders
    const statements = receiver.received.filter(({ event }) => event.object_id === takeProfit)
    expect(statements.map(({ event }) => [event.previous_status, event.data.status])).toEqual([
      ['PENDING', 'CANCELLED'],
    ])
  })
})
