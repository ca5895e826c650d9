/** A stream that is cut again and again while orders live and die: what it tells is compared with the log of the table. */

import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { StreamEvent } from '#client/stream.ts'
import { createTradingClient } from '#client/trading-client.ts'

export interface CutPlace {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string
  readonly svcId: number
}

export interface CutFigures {
  readonly cuts: number
  readonly orders: number
  /** Orders that were not accepted. */
  readonly refused: number
  /** Changes that the log of the table has of that time, those that the stream did not tell, and those it told out of order or twice. */
  readonly changes: number
  readonly missing: number
  readonly misplaced: number
}

export interface CutPlan {
  readonly forMs: number
  readonly cutEveryMs: number
}

/** One to two orders a second, so that an hour needs little of a machine. */
const ORDER_EVERY = 650
/** How long the last changes may take to be told. */
const ENDS_WITHIN = 60_000
const PAGE = 1_000

export const playCutStream = async (
  { baseUrl, apiKey, subaccountId, svcId }: CutPlace,
  { forMs, cutEveryMs }: CutPlan,
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
  const received: string[] = []
  const stream = client.stream({
    channels: ['orders', 'fills', 'positions', 'complex_orders'],
    after: begun,
    onEvent: ({ cursor }: StreamEvent) => received.push(cursor),
    webSocket: Cut,
  })
  const cutting = setInterval(() => sockets.at(-1)?.terminate(), cutEveryMs)
  const { last, placed, refused } = await placeOrders(client, { subaccountId, svcId }, forMs)
  for (const order of last) await client.waitForOrder(order, { timeoutMs: ENDS_WITHIN })
  clearInterval(cutting)
  const owed = await changesAfter(client, begun)
  for (const began = performance.now(); performance.now() - began < ENDS_WITHIN; await wait(50))
    if (stream.cursor() === owed.at(-1)) break
  stream.close()
  const all = new Set(received)
  return {
    cuts: sockets.length - 1,
    orders: placed,
    refused,
    changes: owed.length,
    missing: owed.filter((cursor) => !all.has(cursor)).length,
    misplaced: received.filter((cursor, n) => n > 0 && Number(cursor) <= Number(received[n - 1])).length,
  }
}

type Client = ReturnType<typeof createTradingClient>

interface Placed {
  readonly placed: number
  readonly refused: number
  /** The last orders: those before them have ended. */
  readonly last: readonly string[]
}

/** One rests until it is cancelled, the next one finds nothing to take. */
const placeOrders = async (
  client: Client,
  { subaccountId, svcId }: Pick<CutPlace, 'subaccountId' | 'svcId'>,
  forMs: number,
): Promise<Placed> => {
  let [placed, refused] = [0, 0]
  let last: readonly string[] = []
  const cancel = (order_id: string) => client.DELETE('/v1/orders/{order_id}', { params: { path: { order_id } } })
  for (const began = performance.now(); performance.now() - began < forMs; await wait(ORDER_EVERY)) {
    const rests = placed % 2 === 0
    const body = { subaccount_id: subaccountId, svc_id: svcId, buy_flag: true, qty: 5, price: 0.01 }
    const how = rests ? {} : { time_in_force: 'IOC' as const }
    // The service may be busy for a moment: an hour does not end by that.
    const data = await client.POST('/v1/orders', { body: { ...body, ...how } }).then(
      (answer) => answer.data,
      () => undefined,
    )
    if (data === undefined) {
      refused += 1
      continue
    }
    placed += 1
    const before = last.at(-1)
    last = [...last, data.svc_order_id].slice(-LAST)
    if (!rests && before !== undefined) await cancel(before).catch(() => undefined)
  }
  for (const order of last) await cancel(order)
  return { placed, refused, last }
}

const LAST = 20

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
