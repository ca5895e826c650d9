/** `npm start` can be killed at any moment: the next start continues, and no order is lost or doubled. */

import { setTimeout as wait } from 'node:timers/promises'
import { describe, it, vi } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { expectAgreement } from '../support/agreement.ts'
import { type Dev, devOf, newFolder, startProcess } from '../support/npm-start.ts'

const call = async (dev: Dev, method: string, path: string, body?: unknown, headers?: object) => {
  const reply = await fetch(`${dev.base_url}${path}`, {
    method,
    headers: { 'x-api-key': dev.api_key, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as unknown }
}

const control = async (dev: Dev, exchange: ExchangeName, path: string, body?: unknown) => {
  const url = `${dev.exchanges[exchange].control_url}/control/${path}`
  const reply = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  return (await reply.json()) as never
}

interface Order {
  readonly svc_order_id: string
  readonly status: string
  readonly qty: number
  readonly traded_qty: number
  readonly fees_paid: number
  readonly exchange_order_id: string | null
}
const orders = async (dev: Dev): Promise<readonly Order[]> =>
  ((await call(dev, 'GET', '/v1/orders?limit=1000')).body as { orders: Order[] }).orders

/** The path that creates an order, and the exchange's ids of an order of ours. */
const SIMULATORS = {
  EXCHANGE_A: {
    search: 'KXPRESPARTY-28-D',
    path: '/portfolio/events/orders$',
    idsOf: (order: Order) => [order.svc_order_id],
  },
  EXCHANGE_B: {
    search: 'maine-senate-race-2028',
    path: '^/clob/order$',
    idsOf: (order: Order) => order.exchange_order_id?.split('+') ?? [],
  },
} as const

interface Found {
  readonly svc_id: number
  readonly ticker: string | null
  readonly condition_id: string | null
}

/** A market of a simulated exchange with a book of our own. */
const marketWithBook = async (dev: Dev, exchange: ExchangeName): Promise<number> => {
  const path = `/v1/markets/search?q=${SIMULATORS[exchange].search}`
  const found = await vi.waitFor(
    async () => {
      const [first] = ((await call(dev, 'GET', path)).body as { results: Found[] }).results
      if (first === undefined) throw new Error(`${SIMULATORS[exchange].search} is not in the catalogue`)
      return first
    },
    { timeout: 20_000, interval: 500 },
  )
  const market = found.ticker ?? found.condition_id
  await control(dev, exchange, 'book', { market, bids: [[0.4, 500]], asks: [[0.45, 500]] })
  return found.svc_id
}

describe('after kill -9 under load', () => {
  // Side by side, because both mostly wait.
  it.concurrent.for(EXCHANGE_NAMES)(
    'the next start has the same key and subaccount, and every order on %s ends as its exchange knows it',
    {
      timeout: 300_000,
    },
    async (exchange, { expect, onTestFinished }) => {
      const dir = newFolder(onTestFinished)
      const first = await startProcess(onTestFinished, { dir })
      const before = devOf(dir)
      const svcId = await marketWithBook(before, exchange)
      // Some answers are lost on the way, so that some orders are unknown when the service dies.
      const lost = { method: 'POST', path: SIMULATORS[exchange].path, kind: 'drop_after', probability: 0.3 }
      await control(before, exchange, 'faults', lost)
      const common = { subaccount_id: before.subaccount_id, svc_id: svcId, buy_flag: true, qty: 5 }
      const expected = Array.from({ length: 6 }, () => [
        { price: 0.38 },
        { price: 0.45 },
        { order_type: 'MARKET' },
      ]).flat()
      const place = (dev: Dev, number: number) =>
        call(dev, 'POST', '/v1/orders', { ...common, ...expected[number] }, { 'idempotency-key': `order-${number}` })

      // A third is placed and on its way, the rest is being placed when the service dies. The kill gives no warning and flushes no data.
      for (let number = 0; number < 6; number += 1) await place(before, number)
      const resting = (await orders(before)).at(-1)?.svc_order_id ?? ''
      await call(before, 'DELETE', `/v1/orders/${resting}`)
      const rest = expected.map((_, number) => place(before, number).catch(() => null))
      await wait(250)
      await first.kill('SIGKILL')
      await Promise.all(rest)

      await startProcess(onTestFinished, { dir })
      const after = devOf(dir)
      expect([after.api_key, after.subaccount_id]).toEqual([before.api_key, before.subaccount_id])
      // The simulated exchange keeps what customers have in its books; its bot begins anew.
      await marketWithBook(after, exchange)

      const late = (await place(after, expected.push({ price: 0.38 }) - 1)).body as { svc_order_id: string }
      // A new order does not wait for work of the killed run.
      await vi.waitFor(async () => expect(await statusOf(after, late.svc_order_id)).toBe('RESTING'), {
        timeout: 15_000,
        interval: 500,
      })
      // A client without an answer asks again under the same key. A request of the killed run is free after a minute.
      for (const number of expected.keys())
        await vi.waitFor(async () => expect((await place(after, number)).status).toBe(202), {
          timeout: 90_000,
          interval: 1_000,
        })
      await vi.waitFor(
        async () => {
          for (const { status } of await orders(after))
            expect(['RESTING', 'PARTIALLY_FILLED', 'EXECUTED', 'CANCELLED', 'REJECTED']).toContain(status)
        },
        { timeout: 100_000, interval: 1_000 },
      )
      // Trades of the bot before it was silenced again show after a poll, which comes at least once a minute.
      await vi.waitFor(
        async () => {
          const all = await orders(after)
          expect(all).toHaveLength(expected.length)
          const idsOf = new Map(all.map((order) => [order.svc_order_id, SIMULATORS[exchange].idsOf(order)]))
          const ledger = await control(after, exchange, 'ledger')
          expectAgreement(all, ledger, 'local', ({ svc_order_id }) => idsOf.get(svc_order_id) ?? [])
        },
        { timeout: 90_000, interval: 1_000 },
      )
      expect(await statusOf(after, resting)).toBe('CANCELLED')
    },
  )
})

const statusOf = async (dev: Dev, orderId: string): Promise<string> =>
  ((await call(dev, 'GET', `/v1/orders/${orderId}`)).body as Order).status
