/** A stream that is cut again and again while orders live and die: what it tells is compared with the log of the table. */

import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { StreamEvent } from '../../../client/stream.ts'
import { createTradingClient } from '../../../client/trading-client.ts'

export interface CutPlace {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string
  readonly svcId: number
}

export interface CutFigures {
  readonly cuts: number
  readonly orders: number
  /** Changes that the log of the table has of that time, those that the stream did not tell, and those it told out of order or twice. */
  readonly changes: number
  readonly missing: number
  readonly misplaced: number
}

const ORDER_EVERY = 500
/** How long the last changes may take to be told. */
const ENDS_WITHIN = 60_000
const PAGE = 1_000

export const playCutStream = async (
  { baseUrl, apiKey, subaccountId, svcId }: CutPlace,
  { forMs, cutEveryMs }: { readonly forMs: number; readonly cutEveryMs: number },
): Promise<CutFigures> => {
  const client = createTradingClient({ baseUrl, apiKey })
  const sockets: WebSocket[] = []
  class Cut extends WebSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  const begun = await newestCursor(client)
  const told: StreamEvent[] = []
  const stream = client.stream({
    channels: ['orders', 'fills', 'positions', 'complex_orders'],
    after: begun,
    onEvent: (event: StreamEvent) => told.push(event),
    webSocket: Cut,
  })
  const cutting = setInterval(() => sockets.at(-1)?.terminate(), cutEveryMs)
  const placed = await placeOrders(client, { subaccountId, svcId }, forMs)
  await Promise.all(placed.map((order) => client.waitForOrder(order, { timeoutMs: ENDS_WITHIN })))
  clearInterval(cutting)
  const owed = await changesAfter(client, begun)
  for (const began = performance.now(); performance.now() - began < ENDS_WITHIN; await wait(50))
    if (stream.cursor() === owed.at(-1)) break
  stream.close()
  const heard = told.map(({ cursor }) => cursor)
  const all = new Set(heard)
  return {
    cuts: sockets.length - 1,
    orders: placed.length,
    changes: owed.length,
    missing: owed.filter((cursor) => !all.has(cursor)).length,
    misplaced: heard.filter((cursor, n) => n > 0 && Number(cursor) <= Number(heard[n - 1])).length,
  }
}

type Client = ReturnType<typeof createTradingClient>

/** One rests until it is cancelled, the next one finds nothing to take. */
const placeOrders = async (
  client: Client,
  { subaccountId, svcId }: Pick<CutPlace, 'subaccountId' | 'svcId'>,
  forMs: number,
): Promise<readonly string[]> => {
  const placed: string[] = []
  for (const began = performance.now(); performance.now() - began < forMs; await wait(ORDER_EVERY)) {
    const rests = placed.length % 2 === 0
    const body = { subaccount_id: subaccountId, svc_id: svcId, buy_flag: true, qty: 5, price: 0.01 }
    const how = rests ? {} : { time_in_force: 'IOC' as const }
    const { data } = await client.POST('/v1/orders', { body: { ...body, ...how } })
    if (data === undefined) throw new Error('an order was not placed')
    placed.push(data.svc_order_id)
    const before = placed.at(-2)
    if (!rests && before !== undefined)
      await client.DELETE('/v1/orders/{order_id}', { params: { path: { order_id: before } } })
  }
  for (const order_id of placed) await client.DELETE('/v1/orders/{order_id}', { params: { path: { order_id } } })
  return placed
}

const newestCursor = async (client: Client): Promise<string> => {
  let after: string | undefined
  for (;;) {
    const { data } = await client.GET('/v1/changes', {
      params: { query: after === undefined ? { limit: PAGE } : { after, limit: PAGE } },
    })
    if (data === undefined) throw new Error('the changes cannot be read')
    after = data.cursor
    if (!data.has_more) return data.cursor
  }
}

/** Cursors of all changes in the log. */
const changesAfter = async (client: Client, begun: string): Promise<readonly string[]> => {
  const cursors: string[] = []
  let after = begun
  for (;;) {
    const { data } = await client.GET('/v1/changes', { params: { query: { after, limit: PAGE } } })
    if (data === undefined) throw new Error('the changes cannot be read')
    cursors.push(...data.changes.map(({ cursor }: { readonly cursor: string }) => cursor))
    after = data.cursor
    if (!data.has_more) return cursors
  }
}
