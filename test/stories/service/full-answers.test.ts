/** A list that is longer than an answer may be ends early, and the next page continues from there. */

import { beforeEach, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()

beforeEach(async () => {
  await world.simulated.book([[0.4, 5_000]], [[0.44, 5_000]])
})

const MOST = 5_000_000
/** Largest response of a Lambda function: its answer as JSON, with the body as a string. */
const MOST_OF_LAMBDA = 6 * 1_024 * 1_024

// biome-ignore lint/suspicious/noExplicitAny: an answer of any endpoint
type Body = any

/** All pages of a list, each by the offset that the one before ended at. */
const scan = async (path: string, rowsOf: (body: Body) => readonly Body[]): Promise<readonly Body[]> => {
  const rows: Body[] = []
  for (let more = true, pages = 0; more; pages += 1) {
    const { status, body } = await world.get(`${path}&offset=${rows.length}`)
    expect(status).toBe(200)
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(MOST)
    expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(body) }))).toBeLessThan(MOST_OF_LAMBDA)
    rows.push(...rowsOf(body))
    more = body.has_more
    if (more) expect(rowsOf(body).length).toBeGreaterThan(0)
    expect(pages).toBeLessThan(20)
  }
  return rows
}

const pageOf = <Row>(rows: readonly Row[], { limit, offset }: { readonly limit: number; readonly offset: number }) => ({
  rows: rows.slice(offset, offset + limit),
  count: rows.length,
  hasMore: offset + limit < rows.length,
})

it('a list of deliveries with many attempts each is split into complete pages', async () => {
  const { webhook_id: webhookId } = (await world.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' })).body
  await world.post(`/v1/webhooks/${webhookId}/test`, undefined)
  await world.pass('5s')
  const { deliveries } = world.ports
  const [one] = (await deliveries.list(webhookId, { limit: 1, offset: 0 })).deliveries
  const [attempt] = one?.attempts ?? []
  if (one === undefined || attempt === undefined) throw new Error('nothing was delivered')
  const attempts = Array.from({ length: 20 }, () => ({
    ...attempt,
    response: JSON.stringify({ error: '"'.repeat(240) }),
  }))
  const all = Array.from({ length: 1_000 }, (_, sequence) => ({ ...one, attempts, sequence }))
  const list: typeof deliveries.list = async (_, page) => {
    const { rows, ...about } = pageOf(all, page)
    return { deliveries: rows, ...about }
  }
  Object.assign(deliveries, { list })
  const rows = await scan(`/v1/webhooks/${webhookId}/deliveries?limit=1000`, (body) => body.deliveries)
  expect(rows.map(({ sequence }) => sequence)).toEqual(all.map(({ sequence }) => sequence))
})

it('a list of complex orders with many slices each is split into complete pages', async () => {
  await world.placeTwap({ total_qty: 100, buy_flag: true, duration_s: 3_600, slices: 10 })
  await world.pass('5s')
  const { complexOrders } = world.ports
  const { list } = complexOrders
  const [one] = (await list(world.hero.userId, {}, { limit: 1, offset: 0 })).complexOrders
  if (one === undefined || !('slices' in one)) throw new Error('there is no TWAP')
  const [slice] = one.slices
  if (slice === undefined) throw new Error('there is no slice')
  const slices = Array.from({ length: 288 }, () => slice)
  const all = Array.from({ length: 1_000 }, () => ({ ...one, complexOrderId: world.ids.uuid(), slices }))
  const listed: typeof list = async (_user, _filter, page) => {
    const { rows, ...about } = pageOf(all, page)
    return { complexOrders: rows, ...about }
  }
  Object.assign(complexOrders, { list: listed })
  const rows = await scan('/v1/complex-orders?limit=1000', (body) => body.complex_orders.twap_orders)
  expect(rows.map((row) => row.complex_order_id)).toEqual(all.map(({ complexOrderId }) => complexOrderId))
})

it('a list of positions is split into complete pages, even without a request for pages', async () => {
  await world.place({ qty: 5, price: 0.44 })
  await world.pass('30s')
  const { positions } = world.ports
  const { ofSubaccount } = positions
  const many: typeof ofSubaccount = async (...requested) => {
    const found = await ofSubaccount(...requested)
    const [ledger] = found.ledgers
    if (ledger === undefined) throw new Error('there is no position')
    const ledgers = Array.from({ length: 12_000 }, (_, n) => ({ ...ledger, svcId: 1_000 + n, nativeId: `KX${n}` }))
    return { ...found, ledgers, reports: [] }
  }
  Object.assign(positions, { ofSubaccount: many })
  const rowsOf = (body: Body) => body.subaccount_to_positions.flatMap((group: Body) => group.positions)
  const rows = await scan('/v1/positions?include_closed=true', rowsOf)
  expect(new Set(rows.map(({ svc_id }) => svc_id)).size).toBe(12_000)
  const { body } = await world.get('/v1/positions?include_closed=true&limit=3&offset=2')
  expect(rowsOf(body)).toEqual(rows.slice(2, 5))
  expect(body.has_more).toBe(true)
})

it('a list of changes is split into pages, and its cursor is its last change', async () => {
  await world.get('/v1/changes')
  for (let n = 0; n < 15; n += 1) await world.place({ qty: 1, price: 0.44, time_in_force: 'IOC' })
  await world.pass('30s')
  const { outbox } = world.ports
  const { find } = outbox
  const padded: typeof find = async (...requests) =>
    (await find(...requests)).map((batch) => ({
      ...batch,
      events: batch.events.map((event) =>
        event.subject.kind === 'order'
          ? {
              ...event,
              subject: { ...event.subject, order: { ...event.subject.order, clientOrderId: 'x'.repeat(200_000) } },
            }
          : event,
      ),
    }))
  const whole = (await world.get('/v1/changes?limit=1000')).body.changes.map(({ cursor }: Body) => cursor)
  Object.assign(outbox, { find: padded })
  const cursors: string[] = []
  for (let more = true, after = '0'; more; ) {
    const { body } = await world.get(`/v1/changes?limit=1000&after=${after}`)
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(MOST)
    expect(body.cursor).toBe(body.changes.at(-1).cursor)
    cursors.push(...body.changes.map(({ cursor }: Body) => cursor))
    after = body.cursor
    more = body.has_more
  }
  expect(cursors).toEqual(whole)
})
