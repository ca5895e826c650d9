/** A user who trades now and then, and how long everything takes for him. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { BenchMarket, MeasuredService } from '../service/run-service.ts'
import { ask, type User } from './user.ts'

/** Milliseconds of each, by what it is. */
export type PlayedFigures = Readonly<Record<string, readonly number[]>>

/** From one request to the next: far below what a user may ask. */
const EVERY_MS = 250

/** From one stop to the next at least, and from its placing to the price that fires it. */
const STOP_EVERY_MS = 3_000
const ARMED_FOR_MS = 3_000

/** A stop that has not fired until then counts as this long. */
const GIVE_UP_MS = 60_000

export const playQuietly = async (
  service: MeasuredService,
  user: User,
  markets: readonly BenchMarket[],
  forMs: number,
): Promise<PlayedFigures> => {
  const figures: Record<string, number[]> = {}
  const note = (name: string, ms: number): void => {
    figures[name] = [...(figures[name] ?? []), ms]
  }
  const receiver = await startReceiver((delay) => note('webhook: event to receiver', delay))
  const { body } = await ask(user, 'POST', '/v1/webhooks', { url: receiver.url })
  const webhook = v.parse(Webhook, body).webhook_id
  const until = performance.now() + forMs
  try {
    await Promise.all([
      askInTurn(service, user, markets[0], until, note),
      fireStops(service, user, markets.slice(1), until, note),
    ])
    // What is still under way counts too.
    await wait(5_000)
  } finally {
    await ask(user, 'DELETE', `/v1/webhooks/${webhook}`)
    receiver.close()
  }
  return figures
}

type Note = (name: string, ms: number) => void

const askInTurn = async (
  service: MeasuredService,
  user: User,
  market: BenchMarket | undefined,
  until: number,
  note: Note,
): Promise<void> => {
  if (market === undefined) return
  const { ticker, svcId } = market
  await service.control('/control/book', { market: ticker, bids: [[0.05, 1_000]], asks: [[0.1, 1_000_000]] })
  const order = { subaccount_id: user.subaccountId, svc_id: svcId, buy_flag: true, qty: 1, price: 0.1 }
  let last = ''
  const requests: ReadonlyArray<readonly [name: string, send: () => ReturnType<typeof ask>]> = [
    ['POST /v1/orders', () => ask(user, 'POST', '/v1/orders', { ...order, time_in_force: 'IOC' })],
    ['GET /v1/orders/{order_id}', () => ask(user, 'GET', `/v1/orders/${last}`)],
    ['GET /v1/orders', () => ask(user, 'GET', '/v1/orders?limit=20')],
    ['GET /v1/positions', () => ask(user, 'GET', '/v1/positions')],
    ['GET /v1/markets/search', () => ask(user, 'GET', '/v1/markets/search?q=rain&limit=10')],
    ['GET /v1/orderbooks/{svc_id}', () => ask(user, 'GET', `/v1/orderbooks/${svcId}`)],
  ]
  for (let n = 0; performance.now() < until; n += 1) {
    const [name, send] = requests[n % requests.length] ?? ['', () => ask(user, 'GET', '/v1/health')]
    const began = performance.now()
    const { status, body } = await send()
    note(status < 300 && status > 0 ? name : `${name} answered ${status}`, performance.now() - began)
    const placed = v.safeParse(Placed, body)
    if (placed.success) last = placed.output.svc_order_id
    await wait(EVERY_MS)
  }
}

/** One stop on each market, at 0.50: first the book is below it, then above. */
const fireStops = async (
  service: MeasuredService,
  user: User,
  markets: readonly BenchMarket[],
  until: number,
  note: Note,
): Promise<void> => {
  const show = ({ ticker }: BenchMarket, bid: number) =>
    service.control('/control/book', { market: ticker, bids: [[bid, 1_000]], asks: [[bid + 0.02, 1_000_000]] })
  const firing: Array<Promise<void>> = []
  const every = Math.max(STOP_EVERY_MS, (until - performance.now()) / markets.length)
  for (const market of markets) {
    if (performance.now() >= until) break
    await show(market, 0.4)
    const armed = await ask(user, 'POST', '/v1/complex-orders', {
      subaccount_id: user.subaccountId,
      svc_id: market.svcId,
      conditional_order_params: {
        conditional_order_type: 'STOP',
        stop_order_price: 0.5,
        trigger_order: { qty: 1, buy_flag: true },
      },
    })
    const stop = v.safeParse(Stop, armed.body)
    if (!stop.success) note(`stop answered ${armed.status}`, 0)
    else firing.push(measureStop(user, stop.output.complex_order_id, () => show(market, 0.5), note))
    await wait(every)
  }
  await Promise.all(firing)
}

const measureStop = async (user: User, id: string, print: () => Promise<unknown>, note: Note): Promise<void> => {
  await wait(ARMED_FOR_MS)
  await print()
  const at = Date.now()
  while (Date.now() - at < GIVE_UP_MS) {
    const { body } = await ask(user, 'GET', `/v1/complex-orders/${id}`)
    const fired = v.safeParse(Fired, body)
    if (fired.success)
      return note('stop: price to firing', Date.parse(fired.output.conditional_order.triggered_at) - at)
    await wait(500)
  }
  note('stop: price to firing', GIVE_UP_MS)
}

/** Tells of each message how old its event was. */
const startReceiver = async (heard: (delayMs: number) => void) => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const event = v.safeParse(Event, JSON.parse(Buffer.concat(chunks).toString()))
      if (event.success) heard(Date.now() - Date.parse(event.output.timestamp))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const Webhook = v.object({ webhook_id: v.string() })
const Placed = v.object({ svc_order_id: v.string() })
const Stop = v.object({ complex_order_id: v.string() })
const Fired = v.object({ conditional_order: v.object({ triggered_at: v.string() }) })
const Event = v.object({ timestamp: v.string() })
