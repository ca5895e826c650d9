/** The calls of the client: retries, refusals as exceptions, and the walk through a list. */

import { describe, expect, it } from 'vitest'
import { pages } from '#client/pages.ts'
import { createTradingClient } from '#client/trading-client.ts'
import { dataOf, TradingError } from '#client/trading-error.ts'
import { problem } from './prepared.ts'

/** A client of a service that gives these answers one after the other, and the last one for ever; null is none. */
const clientOf = (...answers: ReadonlyArray<() => Response | null>) => {
  const requested: Request[] = []
  const fetch = async (request: Request): Promise<Response> => {
    requested.push(request)
    const answer = answers[Math.min(requested.length, answers.length) - 1]?.()
    if (answer === undefined || answer === null) throw new TypeError('fetch failed')
    return answer
  }
  return { client: createTradingClient({ baseUrl: 'http://service', apiKey: 'pmt_key', fetch }), asked: requested }
}

const lost = () => null
const away = () => problem(503, 'service_unavailable')
const ORDER = { subaccount_id: 'a', svc_id: 1, buy_flag: true, qty: 1, price: 0.4 }
const accepted = () => Response.json({ svc_order_id: 'id', complex_orders: {} }, { status: 202 })

describe('a request', () => {
  it('a request whose answer is lost is repeated, a POST under the same key and with the same body', async () => {
    const { client, asked } = clientOf(lost, away, accepted)
    const { data } = await client.POST('/v1/orders', { body: ORDER })
    expect(data?.svc_order_id).toBe('id')
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(await asked[2]?.json()).toEqual(ORDER)
  })

  it('keeps the key that it was given, and gets a new one for each call', async () => {
    const { client, asked } = clientOf(accepted)
    await client.POST('/v1/orders', { params: { header: { 'Idempotency-Key': 'mine' } }, body: ORDER })
    await client.POST('/v1/orders', { body: ORDER })
    await client.POST('/v1/orders', { body: ORDER })
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBe('mine')
    expect(new Set(keys).size).toBe(3)
  })

  it('waits for the answer of its first try, however many tries that takes', async () => {
    const inFlight = () => problem(409, 'idempotency_in_flight')
    const { client, asked } = clientOf(away, inFlight, inFlight, inFlight, accepted)
    expect((await client.POST('/v1/orders', { body: ORDER })).data?.svc_order_id).toBe('id')
    expect(asked).toHaveLength(5)
    expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  it('asks for the answer of its first try at the time that the service names', async () => {
    const begun = Date.now()
    const { client } = clientOf(lost, () => problem(409, 'idempotency_in_flight', { 'retry-after': '1' }), accepted)
    expect((await client.POST('/v1/orders', { body: ORDER })).data?.svc_order_id).toBe('id')
    expect(Date.now() - begun).toBeGreaterThan(1_000)
  })

  it('a client without retries does not wait for the answer of a first try', async () => {
    const once = createTradingClient({
      baseUrl: 'http://service',
      apiKey: 'k',
      fetch: async () => problem(409, 'idempotency_in_flight'),
      retries: 0,
    })
    expect((await once.POST('/v1/orders', { body: ORDER })).response.status).toBe(409)
  })

  it('a refused request is not sent again', async () => {
    const { client, asked } = clientOf(() => problem(409, 'trading_halted'))
    const { response } = await client.POST('/v1/orders', { body: ORDER })
    expect(response.status).toBe(409)
    expect(asked).toHaveLength(1)
  })

  it('is given up after two retries', async () => {
    const none = clientOf(lost)
    await expect(none.client.GET('/v1/quotas')).rejects.toThrow('fetch failed')
    expect(none.asked).toHaveLength(3)
    const busy = clientOf(away)
    expect((await busy.client.GET('/v1/quotas')).response.status).toBe(503)
    expect(busy.asked).toHaveLength(3)
  })

  it('a request whose answer is late has lost it; a wait for an order asks again', async () => {
    const requests: Request[] = []
    const fetch = (request: Request): Promise<Response> => {
      requests.push(request)
      if (requests.length > 2) return Promise.resolve(accepted())
      // Behaves like a stopped or unreachable service.
      return new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
      })
    }
    const client = createTradingClient({ baseUrl: 'http://service', apiKey: 'pmt_key', fetch, answerWithinMs: 50 })
    expect((await client.POST('/v1/orders', { body: ORDER })).data?.svc_order_id).toBe('id')
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    requests.length = 0
    const order = { svc_order_id: 'id', status: 'EXECUTED', traded_qty: 1, fills_complete: true }
    const waiting = createTradingClient({
      baseUrl: 'http://service',
      apiKey: 'pmt_key',
      fetch: async (request) => {
        const answer = await fetch(request)
        return answer.status === 202 ? Response.json(order) : answer
      },
      answerWithinMs: 50,
    })
    expect(await waiting.waitForOrder('id', { everyMs: 10 })).toMatchObject({ kind: 'ended' })
    expect(requests).toHaveLength(3)
  })

  it('an aborted request is not sent again', async () => {
    const { client, asked } = clientOf(lost)
    await expect(client.GET('/v1/quotas', { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(asked.length).toBeLessThanOrEqual(1)
  })

  it('a request that only asks for a cancel is sent again too, under one key', async () => {
    const { client, asked } = clientOf(lost)
    await expect(client.POST('/v1/orders/cancel-all', { body: { subaccount_id: 'a' } })).rejects.toThrow('fetch failed')
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  it('a request that would act twice is not sent again: a PATCH', async () => {
    const { client, asked } = clientOf(lost)
    await expect(
      client.PATCH('/v1/webhooks/{webhook_id}', { params: { path: { webhook_id: 'w' } }, body: { is_active: true } }),
    ).rejects.toThrow('fetch failed')
    expect(asked).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('is its data, or an exception with status, code and sentence', async () => {
    const { client } = clientOf(() => problem(409, 'trading_halted'))
    const refused = await client.POST('/v1/orders', { body: ORDER })
    expect(() => dataOf(refused)).toThrow(
      expect.objectContaining({ name: 'TradingError', status: 409, code: 'trading_halted', docUrl: null }),
    )
    const fine = clientOf(accepted)
    expect(dataOf(await fine.client.POST('/v1/orders', { body: ORDER }))).toMatchObject({ svc_order_id: 'id' })
  })

  it('of a refusal names the page about its code', async () => {
    const docUrl = 'http://service/v1/docs?page=errors#risk_limit'
    const { client } = clientOf(() =>
      Response.json({ detail: 'No.', code: 'risk_limit', doc_url: docUrl }, { status: 409 }),
    )
    const refused = await client.POST('/v1/orders', { body: ORDER })
    expect(() => dataOf(refused)).toThrow(expect.objectContaining({ code: 'risk_limit', docUrl }))
  })

  it('an answer with faults of fields has each of them', async () => {
    const detail = [{ type: 'missing', loc: ['body', 'qty'], msg: 'Field required', input: null }]
    const { client } = clientOf(() => Response.json({ detail }, { status: 422 }))
    const refused = await client.POST('/v1/orders', { body: ORDER })
    const thrown = (() => {
      try {
        return dataOf(refused)
      } catch (error) {
        return error
      }
    })()
    expect(thrown).toBeInstanceOf(TradingError)
    expect(thrown).toMatchObject({ code: 'invalid', message: 'body.qty: Field required', faults: detail })
  })

  it('an answer with a hint ends with it', async () => {
    const detail = [{ type: 'less_than', loc: ['body', 'price'], msg: 'Input should be less than 1', input: null }]
    const { client } = clientOf(() => Response.json({ detail, hint: 'Prices are in dollars.' }, { status: 422 }))
    const refused = await client.POST('/v1/orders', { body: ORDER })
    const message = 'body.price: Input should be less than 1. Prices are in dollars.'
    expect(() => dataOf(refused)).toThrow(expect.objectContaining({ message }))
  })
})

it('all pages of a list are walked through, each from where the one before ended', async () => {
  const requestedAt: number[] = []
  const rows = [1, 2, 3, 4, 5]
  const ask = async (offset: number) => {
    requestedAt.push(offset)
    const page = { rows: rows.slice(offset, offset + 2), has_more: offset + 2 < rows.length }
    return { data: page, response: new Response() }
  }
  const found: number[] = []
  for await (const page of pages(ask, (one) => one.rows.length)) found.push(...page.rows)
  expect(found).toEqual(rows)
  expect(requestedAt).toEqual([0, 2, 4])
})
