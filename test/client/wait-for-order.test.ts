/** Waiting for an order ends with its end, with the time allowed, with an abort or with a refusal, and says which. */

import { describe, expect, it } from 'vitest'
import { createTradingClient } from '#client/trading-client.ts'
import { EXAMPLES } from '#contract/openapi/examples.ts'
import { problem } from './prepared.ts'

const ORDER = EXAMPLES['get-order']?.reply as Record<string, unknown>
const order = (change: object): Response => Response.json({ ...ORDER, ...change })

/** A client of a service that gives these answers one after the other, and the last one for ever; null is none. */
const clientOf = (...answers: ReadonlyArray<() => Response | null>) => {
  const requested: Request[] = []
  const fetch = async (request: Request): Promise<Response> => {
    requested.push(request)
    const answer = answers[Math.min(requested.length, answers.length) - 1]?.()
    if (answer === undefined || answer === null) throw new TypeError('fetch failed')
    return answer
  }
  return { client: createTradingClient({ baseUrl: 'http://service/', apiKey: 'pmt_key', fetch }), asked: requested }
}

const RESTING = () => order({ status: 'RESTING', traded_qty: 0, fills_complete: false })
const EXECUTED = () => order({ status: 'EXECUTED' })
const QUICK = { everyMs: 1, timeoutMs: 5_000 }

describe('waiting for an order', () => {
  it('asks with the key, reports each change once, and ends when the order does', async () => {
    const { client, asked } = clientOf(RESTING, RESTING, EXECUTED)
    const seen: string[] = []
    const result = await client.waitForOrder('id', { ...QUICK, onChange: ({ status }) => seen.push(status) })
    expect(result).toMatchObject({ kind: 'ended', order: { status: 'EXECUTED' } })
    expect(seen).toEqual(['RESTING', 'EXECUTED'])
    expect(asked[0]?.url).toBe('http://service/v1/orders/id')
    expect(asked[0]?.headers.get('x-api-key')).toBe('pmt_key')
  })

  it.each(['EXECUTED', 'CANCELLED'])('waits for the fills of an order that is %s already', async (status) => {
    const provisional = () => order({ status, average_price: 0.41, fills_complete: false })
    const { client, asked } = clientOf(provisional, () => order({ status }))
    expect(await client.waitForOrder('id', QUICK)).toMatchObject({
      order: { average_price: 0.4, fills_complete: true },
    })
    expect(asked).toHaveLength(2)
  })

  it('ends with an order that has ended if its fills are not complete in time', async () => {
    const { client } = clientOf(() => order({ fills_complete: false }))
    const result = await client.waitForOrder('id', { everyMs: 1, timeoutMs: 30 })
    expect(result).toMatchObject({ kind: 'ended', order: { fills_complete: false } })
  })

  it('outlives lost answers, faults of the service and being too fast', async () => {
    const slow = () => problem(429, 'too_many_requests', { 'retry-after': '0' })
    const { client } = clientOf(
      () => null,
      () => problem(503, 'exchange_unavailable'),
      slow,
      EXECUTED,
    )
    expect(await client.waitForOrder('id', QUICK)).toMatchObject({ kind: 'ended' })
  })

  it('ends when the time is over, with the last known order', async () => {
    const { client } = clientOf(RESTING)
    const result = await client.waitForOrder('id', { everyMs: 1, timeoutMs: 30 })
    expect(result).toMatchObject({ kind: 'timed_out', order: { status: 'RESTING' } })
    const { client: deaf } = clientOf(() => null)
    expect(await deaf.waitForOrder('id', { everyMs: 1, timeoutMs: 30 })).toEqual({ kind: 'timed_out', order: null })
  })

  it('ends when it is aborted', async () => {
    const stop = new AbortController()
    const { client } = clientOf(RESTING)
    const result = client.waitForOrder('id', { everyMs: 60_000, signal: stop.signal, onChange: () => stop.abort() })
    expect(await result).toMatchObject({ kind: 'aborted', order: { status: 'RESTING' } })
  })

  it('ends with a refusal that asking again cannot mend', async () => {
    const { client } = clientOf(() => problem(404, 'not_found'))
    expect(await client.waitForOrder('id', QUICK)).toEqual({
      kind: 'refused',
      order: null,
      status: 404,
      problem: { detail: 'It is not_found.', code: 'not_found' },
    })
  })
})
