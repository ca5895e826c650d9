/** A slow order delays no other order of its account: at the service as `npm start` runs it, in real time. */

import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { ORDER_LOG } from '#use-cases/orders/log-messages.ts'
import { inTurn, isLongRun } from '../../../support/run/plays.ts'
import type { OwnService } from '../../../support/service.ts'

/** Stories that `npm test` leaves out, because every kind of wait works the same way. */
const ALL = isLongRun()

const SLOW_MS = 4_000
/** For a dozen orders, which a busy machine accepts in a second or two; an exchange is given up after ten. */
const SLOWER_MS = 7_000
/** Later orders are through so long before the slow one. They may be delayed by half a second, and a busy machine may pause for two more. */
const SOONER_MS = 1_000
/** An order is accepted without its mark after so long. */
const WITHOUT_MARK_MS = 2_000

/** Paths read from an exchange before a send, and the path of the send. */
const BOOKS = /\/orderbook$|\/book$/.source
const SENDS = { EXCHANGE_A: /\/portfolio\/events\/orders$/.source, EXCHANGE_B: /\/order$/.source }
const HOLDINGS = {
  EXCHANGE_A: /\/portfolio\/positions$/.source,
  EXCHANGE_B: /\/positions$|\/balance-allowance$/.source,
}

const READS_LAG_MS = 1_200

/** The exchanges run in parallel, because most of the time is waiting; the stories of one exchange run in turn. */
const IN_TURN = { concurrent: false }

const MARKET = { order_type: 'MARKET', time_in_force: 'IOC', qty: 5, buy_flag: true }
const LIMIT = { order_type: 'LIMIT', time_in_force: 'GTC', qty: 10, buy_flag: true, price: 0.1 }

interface Listed {
  readonly svcId: number
  readonly nativeId: string
}

export const besideASlowOrder = (service: () => OwnService): void => {
  /** Orders as they were sent, by their ids. */
  const sent = new Map<string, { readonly sinceCreatedMs: number; readonly at: number }[]>()

  beforeAll(() =>
    service().onEvent((line) => {
      if (!line.includes(`"${ORDER_LOG.sent}"`)) return
      const { orderId, sinceCreatedMs } = JSON.parse(line)
      sent.set(orderId, [...(sent.get(orderId) ?? []), { sinceCreatedMs, at: Date.now() }])
    }),
  )

  const markets = async (exchange: ExchangeName): Promise<readonly [Listed, Listed]> => {
    const until = new Date(Date.now() + 60 * 86_400_000).toISOString()
    const path = `/v1/markets/search?exchange_name=${exchange}&limit=200&expiration_date_start=${until}`
    const { results } = await call('GET', path)
    const [one, two] = results
      .filter((market: { readonly tick_size_price: number }) => market.tick_size_price === 0.01)
      .map(
        (market: {
          readonly svc_id: number
          readonly ticker: string | null
          readonly condition_id: string | null
        }) => ({
          svcId: market.svc_id,
          nativeId: market.ticker ?? market.condition_id,
        }),
      )
    for (const { nativeId } of [one, two])
      await control(exchange, 'POST', 'book', { market: nativeId, bids: [[0.4, 500]], asks: [[0.44, 500]] })
    return [one, two]
  }

  const begin = async (exchange: ExchangeName): Promise<readonly [slow: Listed, other: Listed]> => {
    const [slow, other] = await markets(exchange)
    await warm(other)
    return [slow, other]
  }

  /** While the first order waits, one on another market goes out; each is sent once. */
  const expectNextToGoOut = async (slow: Listed, order: object, other: Listed): Promise<void> => {
    const waits = await place(slow, order)
    await wait(150)
    const next = await place(other, LIMIT)
    await expectSooner(next, waits)
    expect(await sentAfter(waits)).toBeGreaterThan(SLOW_MS - 100)
    await eachOnce(waits, next)
  }

  const expectSooner = async (next: string, waits: string): Promise<void> =>
    expect((await firstSend(next)).at).toBeLessThan((await firstSend(waits)).at - SOONER_MS)

  /** Warms up the functions, so that their start is not measured. */
  const warm = async (market: Listed): Promise<void> => {
    await call('POST', '/v1/orders/batch', { orders: [requested(market, LIMIT)] })
    await sentAfter(await place(market, LIMIT))
  }

  const slowly = (
    exchange: ExchangeName,
    method: string,
    path: string,
    { times, delayMs = SLOW_MS }: { readonly times?: number; readonly delayMs?: number } = {},
  ) => control(exchange, 'POST', 'faults', { kind: 'delay', method, path, delay_ms: delayMs, times })

  const requested = ({ svcId }: Listed, order: object) => ({
    ...order,
    subaccount_id: service().subaccountId,
    svc_id: svcId,
  })

  const place = async (market: Listed, order: object): Promise<string> =>
    (await call('POST', '/v1/orders', requested(market, order))).svc_order_id

  /** How long after it was accepted its send was answered. */
  const sentAfter = async (orderId: string): Promise<number> => (await firstSend(orderId)).sinceCreatedMs

  const firstSend = async (orderId: string) => {
    for (const until = Date.now() + 30_000; Date.now() < until; await wait(20)) {
      const [first] = sent.get(orderId) ?? []
      if (first !== undefined) return first
    }
    throw new Error(`not sent: ${JSON.stringify(await call('GET', `/v1/orders/${orderId}`))}`)
  }

  /** All reads of the exchange show it. */
  const settled = async (orderId: string): Promise<void> => {
    await shows(orderId, { status: 'EXECUTED', fills_complete: true })
    await wait(READS_LAG_MS)
  }

  /** As `expect.poll`, which tests side by side cannot use: it has to know which one it is in. */
  const shows = (orderId: string, expected: object): Promise<void> =>
    vi.waitFor(async () => expect(await call('GET', `/v1/orders/${orderId}`)).toMatchObject(expected), {
      timeout: 20_000,
      interval: 50,
    })

  /** The exchange took each of them, and none twice. The outcome of a send is stored after it is logged. */
  const eachOnce = async (...orderIds: readonly string[]): Promise<void> => {
    for (const orderId of orderIds) {
      await shows(orderId, { status: expect.stringMatching(/^(RESTING|EXECUTED)$/) })
      expect(sent.get(orderId)).toHaveLength(1)
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: a story reads what the reply holds
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${service().baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': service().apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

  const control = async (exchange: ExchangeName, method: string, path: string, body?: object): Promise<void> => {
    const { controlUrl } = service().exchanges[exchange]
    const answer = await fetch(`${controlUrl}/control/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }

  describe.concurrent.each(EXCHANGE_NAMES)('on %s', (exchange) => {
    const isReported = inTurn(exchange)

    afterEach(() => control(exchange, 'DELETE', 'faults'))

    it.runIf(isReported(0))(
      'while the book that prices an order is read for seconds, later orders of the account go out',
      IN_TURN,
      async () => {
        const [slow, other] = await begin(exchange)
        await slowly(exchange, 'GET', BOOKS)
        await expectNextToGoOut(slow, MARKET, other)
      },
    )

    it(
      'while the exchange takes seconds to answer the send of an order, later orders of the account go out',
      IN_TURN,
      async () => {
        const [slow, other] = await begin(exchange)
        await slowly(exchange, 'POST', SENDS[exchange], { times: 1 })
        await expectNextToGoOut(slow, LIMIT, other)
      },
    )

    // Retries if a poll of the account got the one slow answer.
    const AGAIN = { ...IN_TURN, retry: 3 }
    it.runIf(ALL)('while the positions are read for seconds, later orders of the account go out', AGAIN, async () => {
      const [slow, other] = await begin(exchange)
      const bought = await place(slow, { ...MARKET, qty: 5 })
      await settled(bought)
      await slowly(exchange, 'GET', HOLDINGS[exchange], { times: 1 })
      await expectNextToGoOut(slow, { ...LIMIT, qty: 5, buy_flag: false, price: 0.6, reduce_only: true }, other)
    })

    it.runIf(isReported(1))(
      'while the mark that an order of a batch is checked with is read for seconds, the orders behind it go out',
      IN_TURN,
      async () => {
        const [slow, other] = await begin(exchange)
        await slowly(exchange, 'GET', BOOKS)
        const began = Date.now()
        const exit = { order_type: 'MARKET', qty: 5, buy_flag: false, stop_order_price: 0.3 }
        const stopLoss = { conditional_order_type: 'SL', trigger_order: exit }
        const { results } = await call('POST', '/v1/orders/batch', {
          orders: [
            { ...requested(slow, MARKET), conditional_orders_params: [stopLoss] },
            requested(other, LIMIT),
            requested(other, LIMIT),
          ],
        })
        const answeredAt = Date.now()
        expect(answeredAt - began).toBeGreaterThan(WITHOUT_MARK_MS - 100)
        const [waits, ...behind] = results.map(({ svc_order_id }: { readonly svc_order_id: string }) => svc_order_id)
        for (const next of behind) expect((await firstSend(next)).at).toBeLessThan(answeredAt)
        await eachOnce(...behind)
        await firstSend(waits)
      },
    )

    it.runIf(ALL)('a dozen slow orders delay no order behind them', IN_TURN, async () => {
      const [slow, other] = await begin(exchange)
      await slowly(exchange, 'GET', BOOKS, { delayMs: SLOWER_MS })
      // In batches, because a busy machine takes longer to accept a dozen requests than the exchange to answer.
      const waiting: string[] = []
      for (let nth = 0; nth < 3; nth += 1) {
        const { results } = await call('POST', '/v1/orders/batch', {
          orders: Array.from({ length: 4 }, () => requested(slow, { ...MARKET, qty: 5 })),
        })
        waiting.push(...results.map(({ svc_order_id }: { readonly svc_order_id: string }) => svc_order_id))
        await wait(120)
      }
      const next = await place(other, LIMIT)
      for (const slower of waiting) await expectSooner(next, slower)
      await eachOnce(...waiting, next)
    })
  })
}
