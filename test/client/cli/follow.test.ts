/** The command that prints changes while they happen, on a connection as the service has it. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { VERSION } from '#client/version.ts'
import { complexOrder } from '#contract/contingent/complex-order-examples.ts'
import { order } from '#contract/kernel/examples/sample-order.ts'
import { fill, position } from '#contract/portfolio/portfolio-examples.ts'
import { type Answers, typeCommand } from '../type-command.ts'

let server: WebSocketServer
afterEach(() => {
  for (const socket of server.clients) socket.terminate()
  server.close()
})

const at = '2026-11-21T09:30:02.000Z'
const event = (sequence: number, type: string, data: object) => ({
  ...{ op: 'event', channel: 'orders', cursor: String(8 + sequence), event_id: `e${sequence}`, timestamp: at },
  ...{ object_id: 'o', sequence, previous_status: null, type, data },
})

/** A service whose stream answers the subscription with these messages. */
const serve = async (...messages: readonly object[]) => {
  const subscribed: string[][] = []
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { op, channels } = JSON.parse(String(data))
      if (op === 'auth') return socket.send(JSON.stringify({ op: 'ready', cursor: '7' }))
      subscribed.push(channels)
      for (const message of messages) socket.send(JSON.stringify(message))
    }),
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answers: Answers = {
    'GET health': () => ({ status: 'ok', version: VERSION, stream_url: `ws://127.0.0.1:${port}` }),
    'GET markets/71': () => ({ svc_id: 71, name: 'Will it rain?' }),
  }
  return { answers, subscribed }
}
const SUBSCRIBED = { op: 'subscribed', channels: [], cursor: '7' }

it('prints one line for each change, and ends after so many', async () => {
  const { answers, subscribed } = await serve(
    SUBSCRIBED,
    event(1, 'order.updated', { ...order, status: 'RESTING', price: 0.4, qty: 10, traded_qty: 2, buy_flag: true }),
    event(2, 'order.filled', { ...fill, buy_flag: false, qty: 3, price: 0.41, market_title: 'Rain\u001b[2J?' }),
    event(3, 'complex_order.exit_incomplete', complexOrder),
    event(4, 'market.decided', { ...position, position: -5, payout: 5 }),
    event(5, 'subaccount.halted', { subaccount_id: 's', name: 'desk', halted: true, api_key_id: null }),
    event(6, 'subaccount.resumed', { subaccount_id: 's', name: 'desk', halted: false, api_key_id: null }),
  )
  const { code, stdout, reported } = await typeCommand(answers, ['follow', '--count', '5'])
  expect([code, reported]).toEqual([0, 'Connected. Ctrl-C ends.'])
  const lines = stdout.split('\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(/^2026-11-21 09:30:02 {2}RESTING {2}buy 10 at 0\.40, 2 filled {2}/)
  expect(lines[1]).toContain('  filled  sell 3 at 0.41  Rain�[2J?')
  expect(lines[2]).toMatch(new RegExp(`EXIT INCOMPLETE .*${complexOrder.complex_order_id}$`))
  expect(lines[3]).toContain('  decided  -5 held, pays 5 dollars  ')
  expect(lines[4]).toContain('  trading halted  desk')
  expect(subscribed[0]).toEqual(
    ['orders', 'fills', 'complex_orders', 'positions', 'subaccounts'].map((name) => `${name}:${order.subaccount_id}`),
  )
})

it('prints the quotes of the markets it is given, as JSON on request', async () => {
  const data = {
    svc_id: 71,
    best_bid: 0.4,
    bid_qty: 50,
    best_ask: null,
    ask_qty: null,
    last_price: 0.4,
    as_of: at,
    message: null,
  }
  const quote = { op: 'event', channel: 'quotes:71', type: 'quote', timestamp: at, snapshot: true, message: null, data }
  const { answers, subscribed } = await serve(SUBSCRIBED, quote)
  const { stdout } = await typeCommand(answers, ['follow', '71', '--count', '1'])
  expect(stdout).toBe('2026-11-21 09:30:02  quote  71  bid 0.40 x 50  ask none')
  expect(subscribed[0]).toContain('quotes:71')
  const json = await typeCommand(answers, ['follow', '71', '--count', '1', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ type: 'quote', data })
})

it('Ctrl-C ends it with 0', async () => {
  const { answers } = await serve(SUBSCRIBED)
  expect(await typeCommand(answers, ['follow'], AbortSignal.timeout(300))).toMatchObject({ code: 0, stdout: '' })
})

it('a refused subscription exits with 1, and says why', async () => {
  const { answers } = await serve({ op: 'error', code: 'not_found', detail: 'There is no such subaccount.' })
  expect(await typeCommand(answers, ['follow'])).toMatchObject({ code: 1, complained: 'There is no such subaccount.' })
})
