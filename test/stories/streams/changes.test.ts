/** GET /v1/changes returns every change of a user, once and in sequence, from the first request or subscription on. */

import { describe, expect, it } from 'vitest'
import { changesPartition } from '#adapters/store/engine/keys.ts'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld({ quoted: true }, { agrees: false })

interface Reported {
  readonly cursor: string
  readonly type: string
  readonly object_id: string
  readonly sequence: number
  readonly previous_status: string | null
  // biome-ignore lint/suspicious/noExplicitAny: a record of any kind
  readonly data: any
}

const buy = async (): Promise<string> => {
  const { status, body } = await world.postOrder({ order_type: 'MARKET', buy_flag: true, qty: 2 })
  expect({ status, body }).toMatchObject({ status: 202 })
  return body.svc_order_id
}

const changes = async (query = '') => {
  const { status, body } = await world.get(`/v1/changes${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as { changes: readonly Reported[]; cursor: string; has_more: boolean }
}

const stepsOf = (reported: readonly Reported[]) => reported.map(({ type, data }) => `${type} ${data.status}`)
const recorded = () => world.table.query({ partition: changesPartition(world.hero.userId) })

describe('the changes of a user', () => {
  it('are not recorded before the first request for changes', async () => {
    await buy()
    await world.pass('30s')
    expect(await recorded()).toEqual([])
    expect(await changes()).toEqual({ changes: [], cursor: '0', has_more: false })
  })

  it('contain every step of an order, once and in sequence, with its record at that time', async () => {
    const { cursor } = await changes()
    const order = await buy()
    await world.pass('30s')
    const page = await changes(`?after=${cursor}`)
    expect(stepsOf(page.changes.filter(({ object_id }) => object_id === order))).toEqual([
      'order.created PENDING_SUBMISSION',
      'order.updated PENDING_SUBMISSION',
      'order.updated PROCESSING',
      'order.updated EXECUTED',
      'order.filled FINAL',
      'order.updated EXECUTED',
    ])
    expect(page.changes.map((one) => Number(one.cursor))).toEqual(page.changes.map((_, place) => place + 1))
    expect(page).toMatchObject({ cursor: page.changes.at(-1)?.cursor, has_more: false })
    expect(await changes(`?after=${page.cursor}`)).toMatchObject({ changes: [], cursor: page.cursor })
  })

  it('are the same by pages of any size, and from the beginning without a cursor', async () => {
    await changes()
    for (let order = 0; order < 3; order += 1) await buy()
    await world.pass('30s')
    const whole = await changes()
    const paged: Reported[] = []
    for (let after = '0', more = true; more; ) {
      const page = await changes(`?after=${after}&limit=2`)
      expect(page.changes.length).toBeLessThanOrEqual(2)
      paged.push(...page.changes)
      after = page.cursor
      more = page.has_more
    }
    expect(paged).toEqual(whole.changes)
    expect(paged.length).toBeGreaterThan(10)
  })

  it('are recorded from the first webhook on too', async () => {
    await world.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' })
    const order = await buy()
    await world.pass('30s')
    expect((await changes()).changes.map(({ object_id }) => object_id)).toContain(order)
  })

  it.each([
    ['the first call', () => changes()],
    ['the first webhook', () => world.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' })],
  ])('changes of an order accepted at the moment of %s are recorded too', async (_, begin) => {
    const { credentials } = world.ports
    const { get } = credentials
    let begun = false
    // The order is on its way: its subaccount is read, and it is not stored yet.
    const reading: typeof get = async (...requested) => {
      if (!begun) {
        begun = true
        world.time.now += 3_000
        await begin()
      }
      return get(...requested)
    }
    Object.assign(credentials, { get: reading })
    const done = await buy()
    const resting = await world.place({ price: 0.41, qty: 3 })
    await world.pass('2m')
    const reports = (await changes()).changes.filter(({ object_id }) => object_id === done)
    expect(stepsOf(reports)).toContain('order.updated EXECUTED')
    await world.delete(`/v1/orders/${resting}`)
    await world.pass('30s')
    const ended = (await changes()).changes.filter(({ object_id }) => object_id === resting)
    expect(stepsOf(ended)).toContain('order.updated CANCELLED')
  })

  it('changes of an order that no list shows at the first call are recorded too', async () => {
    const id = await world.place({ price: 0.41, qty: 3 })
    await world.pass('30s')
    const { orders } = world.ports
    const { live } = orders
    Object.assign(orders, { live: async () => [] })
    await changes()
    Object.assign(orders, { live })
    await world.pass('2m')
    expect(stepsOf((await changes()).changes)).toEqual(['order.updated RESTING'])
    expect((await changes()).changes[0]).toMatchObject({ object_id: id, previous_status: null })
  })

  it('changes of a custom asset order under way at the first call are recorded too', async () => {
    const basket = basketStories(world)
    await basket.priceAt('EXCHANGE_A', 0.42, OTHER_PARTY)
    const asset = await basket.makeAsset([world.svcId(), world.svcId(OTHER_PARTY)], 'EQUAL')
    world.queues.copies = ({ queue }) => (queue === 'execute-basket' ? 0 : 1)
    const order = await basket.place(asset)
    await world.pass('1m', 5)
    await changes()
    world.queues.copies = () => 1
    await world.pass('1m', 5)
    const statements = (await changes()).changes.filter(({ object_id }) => object_id === order)
    expect(statements[0]?.previous_status).toBe('PENDING_SUBMISSION')
    expect(stepsOf(statements).at(-1)).toBe(`order.updated ${(await world.order(order)).status}`)
  })

  it('changes of a subaccount created later are recorded too', async () => {
    await changes()
    const { body } = await world.post('/v1/subaccounts', { name: 'later' })
    expect(await world.ports.subaccounts.get(world.hero.userId, body.subaccount_id)).toMatchObject({
      hasWebhooks: true,
    })
  })

  it('are recorded once, whenever the function dies that records them', async () => {
    const { cursor } = await changes()
    for (let at = 1; at < 12; at += 1) {
      world.killNext('deliver-webhook', at)
      await buy()
      await world.pass('2m', 5)
    }
    const { changes: told } = await changes(`?after=${cursor}&limit=1000`)
    const names = told.map(({ object_id, sequence }) => `${object_id} ${sequence}`)
    expect(new Set(names).size).toBe(names.length)
    expect(told.filter(({ type }) => type === 'order.filled')).toHaveLength(11)
    for (const id of new Set(told.map(({ object_id }) => object_id))) {
      const sequences = told.filter(({ object_id }) => object_id === id).map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    }
  })

  it('are not sent to another user', async () => {
    await changes()
    await buy()
    await world.pass('10s')
    const key = await world.newKey('read', world.ids.uuid())
    const { body } = await world.get('/v1/changes', { key })
    expect(body).toEqual({ changes: [], cursor: '0', has_more: false })
  })

  it('are sent to a read-only key', async () => {
    const { body } = await world.post('/v1/api-keys', { name: 'page', scope: 'read' })
    expect(await world.get('/v1/changes', { key: body.api_key })).toMatchObject({ status: 200 })
  })
})

describe('a cursor', () => {
  it('a cursor that was never issued is refused, and so is one that is no number', async () => {
    expect(await world.get('/v1/changes?after=7')).toMatchObject({ status: 410, body: { code: 'cursor_expired' } })
    expect(await world.get('/v1/changes?after=x')).toMatchObject({ status: 422 })
  })

  it('is refused if the changes after it are older than 72 hours', async () => {
    const { cursor } = await changes()
    await buy()
    await world.pass('10s')
    const later = await changes(`?after=${cursor}`)
    for (let day = 0; day < 4; day += 1) {
      world.time.now += 20 * 3_600_000
      await changes()
    }
    expect(await world.get(`/v1/changes?after=${cursor}`)).toMatchObject({ status: 410 })
    expect(await changes(`?after=${later.cursor}`)).toMatchObject({ changes: [] })
  })

  it('is refused if only the first change after it is older, and a later cursor is valid', async () => {
    const { cursor } = await changes()
    await buy()
    await world.pass('10s')
    const first = await changes(`?after=${cursor}`)
    world.time.now += 40 * 3_600_000
    await buy()
    await world.pass('10s')
    world.time.now += 40 * 3_600_000
    expect(await world.get(`/v1/changes?after=${cursor}`)).toMatchObject({ status: 410 })
    const { changes: left } = await changes()
    expect(left.length).toBeGreaterThan(2)
    expect(await changes(`?after=${first.cursor}`)).toMatchObject({ changes: left })
    expect(Number(left[0]?.cursor)).toBe(Number(first.cursor) + 1)
  })

  it('is valid for 72 hours: the table drops nothing earlier', async () => {
    await changes()
    await buy()
    await world.pass('10s')
    const entries = (await recorded()).filter((row) => row['o'] !== undefined)
    expect(entries.length).toBeGreaterThan(2)
    for (const { at, ttl } of entries) expect(Number(ttl) * 1_000 - Number(at)).toBeGreaterThanOrEqual(72 * 3_600_000)
  })

  it('a cursor from before recording ended is refused, because changes may be missing', async () => {
    const { cursor } = await changes()
    world.time.now += 73 * 3_600_000
    await world.pass('20s', 10)
    expect(await world.ports.subaccounts.list(world.hero.userId)).toMatchObject([{ hasWebhooks: false }])
    expect(await world.ports.changes.log(world.hero.userId)).toMatchObject({ recording: false })

    expect(await world.get(`/v1/changes?after=${cursor}`)).toMatchObject({ status: 410 })
    const anew = await changes()
    await buy()
    await world.pass('10s')
    expect((await changes(`?after=${anew.cursor}`)).changes.length).toBeGreaterThan(2)
  })

  it('a cursor from before a gap is refused even while changes around the gap are kept', async () => {
    const { body } = await world.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' })
    await buy()
    await world.pass('10s')
    await world.delete(`/v1/webhooks/${body.webhook_id}`)
    const missed = await buy()
    await world.pass('10s')
    const anew = await changes()
    await buy()
    await world.pass('10s')
    const told = await changes(`?after=${anew.cursor}`)
    expect(told.changes.length).toBeGreaterThan(2)
    expect(told.changes.map(({ object_id }) => object_id)).not.toContain(missed)
    for (const cursor of ['0', '1'])
      expect(await world.get(`/v1/changes?after=${cursor}`)).toMatchObject({ status: 410 })
  })

  it('begins anew although an earlier change arrives after recording has ended', async () => {
    const order = await world.place({ price: 0.2 })
    await changes()
    world.time.now += 72 * 3_600_000 - 60_000
    await world.pass('50s', 10)
    world.queues.delay = ({ queue }) => (queue === 'deliver-webhook' ? 60_000 : 0)
    world.time.now += 11_000
    await world.delete(`/v1/orders/${order}`)
    await world.pass('10s', 10)
    expect(await world.ports.changes.log(world.hero.userId)).toMatchObject({ recording: false })
    expect(await world.ports.outbox.pending(order)).not.toEqual([])
    await world.pass('2m', 10)
    expect(await world.ports.outbox.pending(order)).toEqual([])
    world.queues.delay = () => 0

    const anew = await changes()
    await buy()
    await world.pass('10s')
    expect((await changes(`?after=${anew.cursor}`)).changes.length).toBeGreaterThan(2)
  })

  it('is valid from its issue on, even while recording is being ended', async () => {
    const { body } = await world.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' })
    const { subaccounts } = world.ports
    const { list } = subaccounts
    let given = ''
    const whileMarksGo: typeof list = async (userId) => {
      Object.assign(subaccounts, { list })
      given = (await changes()).cursor
      return list(userId)
    }
    Object.assign(subaccounts, { list: whileMarksGo })
    await world.delete(`/v1/webhooks/${body.webhook_id}`)
    const order = await buy()
    await world.pass('10s')
    const told = (await changes(`?after=${given}`)).changes.filter(({ object_id }) => object_id === order)
    expect(stepsOf(told)[0]).toBe('order.created PENDING_SUBMISSION')
  })

  it('is valid even if recording ends and restarts while missed changes are being marked', async () => {
    const { body } = await world.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' })
    const { subaccounts } = world.ports
    const { list } = subaccounts
    let given = ''
    const whileMarked: typeof list = async (userId) => {
      Object.assign(subaccounts, { list })
      await world.delete(`/v1/webhooks/${body.webhook_id}`)
      given = (await changes()).cursor
      return list(userId)
    }
    Object.assign(subaccounts, { list: whileMarked })
    await world.pass('40s', 10)
    expect(given).not.toBe('')
    // The changes missed by this beginning are marked in turn.
    expect(await world.ports.changes.log(world.hero.userId)).toMatchObject({
      recording: true,
      markAgainAt: expect.any(Number),
    })
  })

  it('stays valid while a client asks, and costs one write an hour', async () => {
    const { cursor } = await changes()
    const { version } = (await world.ports.changes.log(world.hero.userId)) ?? { version: 0 }
    for (let minute = 0; minute < 59; minute += 10) {
      await changes(`?after=${cursor}`)
      world.time.now += 600_000
    }
    expect(await world.ports.changes.log(world.hero.userId)).toMatchObject({ version })
  })
})
