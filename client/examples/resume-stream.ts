/**
 * Follows an account on a stream, and cuts its connection while an order is placed and cancelled. The stream reconnects and reports the missed
 * changes: none is lost, and none comes twice.
 * `SVC_ID=<svc_id> node resume-stream.ts`
 */

import { setTimeout as wait } from 'node:timers/promises'
import { createTradingClient, dataOf } from 'prediction-market-trading-client'

const { TRADING_URL = 'http://127.0.0.1:8787', TRADING_KEY = '', SUBACCOUNT_ID = '', SVC_ID = '' } = process.env
if (SVC_ID === '') throw new Error('set SVC_ID to the svc_id of a market: pmt search')
const client = createTradingClient({ baseUrl: TRADING_URL, apiKey: TRADING_KEY })

/** Keeps the connections, so that this example can cut them. A program of your own needs no such class. */
const connections: WebSocket[] = []
class Kept extends WebSocket {
  constructor(url: string) {
    super(url)
    connections.push(this)
  }
}

const received: string[] = []
const stream = client.stream({
  channels: ['orders', 'fills', 'positions', 'complex_orders'],
  webSocket: Kept,
  onLive: (isLive) => console.log(isLive ? 'live' : 'cut, connects again'),
  onEvent: ({ type, object_id, cursor }) => {
    received.push(cursor)
    console.log(type, object_id)
  },
  onEnd: (reason, detail) => console.log('ended', reason, detail),
})

/** Waits for ten seconds at most. */
const until = async (isTrue: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 100 && !isTrue(); tries += 1) await wait(100)
  if (!isTrue()) throw new Error('the stream is too slow')
}
await until(() => stream.isLive())
const begun = stream.cursor() ?? '0'

connections.at(-1)?.close()
const body = { subaccount_id: SUBACCOUNT_ID, svc_id: Number(SVC_ID), buy_flag: true, qty: 1, price: 0.01 }
const { svc_order_id } = dataOf(await client.POST('/v1/orders', { body }))
await client.DELETE('/v1/orders/{order_id}', { params: { path: { order_id: svc_order_id } } })
await client.waitForOrder(svc_order_id)

const { changes } = dataOf(await client.GET('/v1/changes', { params: { query: { after: begun } } }))
await until(() => received.includes(changes.at(-1)?.cursor ?? ''))
stream.close()
const missing = changes.filter(({ cursor }) => !received.includes(cursor)).length
console.log(
  `connections ${connections.length}, missing ${missing}, repeated ${received.length - new Set(received).size}`,
)
