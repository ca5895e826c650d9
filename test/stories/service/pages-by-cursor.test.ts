/** Pages by cursor: none lost and none doubled while rows are added, and a cursor serves just the request it belongs to. */

import { describe, expect, it } from 'vitest'
import { toIso } from '#domain/kernel/time.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { Answer } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

interface PagedList {
  readonly what: string
  readonly open: () => Promise<string>
  /** Adds a row, and answers its id if it is known. */
  readonly add: () => Promise<unknown>
  readonly idsOf: (body: Answer['body']) => readonly string[]
}

const stop = () =>
  world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    svc_id: world.svcId(),
    conditional_order_params: {
      conditional_order_type: 'STOP',
      stop_order_price: 0.1,
      trigger_order: { qty: 1, buy_flag: false },
    },
  })

let webhookId = ''

const LISTS: readonly PagedList[] = [
  {
    what: 'orders',
    open: async () => `/v1/orders?buy_flag=true&status=open,EXECUTED,REJECTED`,
    add: () => world.place({ price: 0.2 }),
    idsOf: ({ orders }) => orders.map((one: { svc_order_id: string }) => one.svc_order_id),
  },
  {
    what: 'orders with legs',
    open: async () => '/v1/orders?include_legs=true',
    add: () => world.place({ price: 0.2 }),
    idsOf: ({ orders }) => orders.map((one: { svc_order_id: string }) => one.svc_order_id),
  },
  {
    what: 'complex orders',
    open: async () => '/v1/complex-orders?status=open',
    add: stop,
    idsOf: ({ complex_orders: kinds }) =>
      kinds.conditional_orders.map((one: { complex_order_id: string }) => one.complex_order_id),
  },
  {
    what: 'fills',
    open: async () => `/v1/fills?svc_id=${world.svcId()}`,
    add: async () => {
      await world.place({ price: 0.45, qty: 1 })
      await world.pass('4s')
    },
    idsOf: ({ subaccount_to_fills: all }) =>
      all.flatMap(({ fills }: { fills: readonly { exchange_trade_id: string }[] }) =>
        fills.map((one) => one.exchange_trade_id),
      ),
  },
  {
    what: 'deliveries',
    open: async () => {
      const made = await world.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['webhook.test'] })
      webhookId = made.body.webhook_id
      return `/v1/webhooks/${webhookId}/deliveries?`
    },
    add: () => world.post(`/v1/webhooks/${webhookId}/test`),
    idsOf: ({ deliveries }) => deliveries.map((one: { delivery_id: string }) => one.delivery_id),
  },
]

const many = async (count: number, add: () => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    // Some of them within one millisecond.
    if (n % 2 === 0) world.time.now += 1_000
    await add()
  }
}

describe.each(LISTS)('$what by cursor', ({ open, add, idsOf }) => {
  it('all rows appear once, whatever is added meanwhile', async () => {
    await startWorld()
    await world.simulated.book([[0.4, 1_000]], [[0.45, 1_000]])
    const url = await open()
    await many(7, add)
    const before = idsOf((await world.get(`${url}&limit=100`)).body)
    expect(before).toHaveLength(7)
    const seen: string[] = []
    let pages = 0
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const { status, body } = await world.get(`${url}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.has_more).toBe(body.next_cursor !== null)
      // As of the time at which the counting began.
      if ('count' in body) expect(body).toMatchObject({ count: 7 + pages, as_of: toIso(world.time.now) })
      seen.push(...idsOf(body))
      cursor = body.next_cursor
      await add()
    }
    expect(seen).toEqual(before)
    expect(pages).toBe(4)
    await world.settle()
  })

  it('pages are refused with a cursor of another request, of another user, or an invented one', async () => {
    await startWorld()
    await world.simulated.book([[0.4, 1_000]], [[0.45, 1_000]])
    const url = await open()
    await many(3, add)
    const { next_cursor: cursor } = (await world.get(`${url}&limit=1`)).body
    expect((await world.get(`${url}&limit=2&cursor=${cursor}`)).status).toBe(200)
    const bad = [
      `${url}&cursor=x`,
      `${url}&cursor=${cursor.slice(0, -3)}`,
      `${url}&cursor=${Buffer.from(Buffer.from(cursor, 'base64url').toString().replace(/\d/, '9')).toString('base64url')}`,
      ...(url.includes('webhooks') ? [] : [`${url}&subaccount_id=${world.hero.subaccountId}&cursor=${cursor}`]),
    ]
    const refused = { status: 422, body: { detail: [{ type: 'value_error', loc: ['query', 'cursor'] }] } }
    for (const one of bad) expect(await world.get(one), one).toMatchObject(refused)
    expect(await world.get(`${url}&cursor=${cursor}&offset=1`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'offset'] }] },
    })
    if (!url.includes('webhooks')) {
      const stranger = await world.newKey('admin', '01a1fd00-0000-7000-8000-000000000000')
      expect(await world.get(`${url}&limit=1&cursor=${cursor}`, { key: stranger })).toMatchObject(refused)
    }
    await world.settle()
  })
})
