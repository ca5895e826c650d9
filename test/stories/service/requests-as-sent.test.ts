/** A request in all the ways clients write it: parameters that come twice, lists in a query, and bodies that are compressed. */

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const faults = (answer: { status: number; body: { detail: { loc: unknown; type: string; input: unknown }[] } }) => [
  answer.status,
  ...answer.body.detail.map(({ loc, type, input }) => ({ loc, type, input })),
]

describe('a list in a query', () => {
  it.each(['svc_ids=A,B', 'svc_ids=A&svc_ids=B', 'svc_ids=A%2CB', 'svc_ids=A,A&svc_ids=B'])(
    'takes commas and repeats alike: %s',
    async (query) => {
      const { results } = (await world.get('/v1/markets/search?limit=2')).body
      const [a, b] = results.map(({ svc_id }: { svc_id: number }) => svc_id)
      const answer = await world.get(`/v1/quotes?${query.replaceAll('A', a).replaceAll('B', b)}`)
      expect(answer.body.quotes.map(({ svc_id }: { svc_id: number }) => svc_id)).toEqual([a, b])
    },
  )

  it('names the place of a wrong item, counted over all repeats', async () => {
    expect(faults(await world.get('/v1/quotes?svc_ids=1,2&svc_ids=x'))).toEqual([
      422,
      { loc: ['query', 'svc_ids', 2], type: 'int_parsing', input: 'x' },
    ])
  })

  it('is bounded over all repeats', async () => {
    const query = Array.from({ length: 101 }, (_, n) => `svc_ids=${n}`).join('&')
    expect(faults(await world.get(`/v1/quotes?${query}`))).toMatchObject([
      422,
      { loc: ['query', 'svc_ids'], type: 'too_long' },
    ])
  })
})

describe('a parameter that takes one value', () => {
  it.each([
    ['/v1/orders?limit=1&limit=2', 'limit', ['1', '2']],
    ['/v1/orders?limit=1&limit=1', 'limit', ['1', '1']],
    ['/v1/orders?buy_flag=true&buy_flag=false&limit=3', 'buy_flag', ['true', 'false']],
    ['/v1/positions?include_closed=true&include_closed=', 'include_closed', ['true', '']],
    ['/v1/markets/search?q=a&q=b', 'q', ['a', 'b']],
  ])('is refused by name when it comes twice: %s', async (url, name, input) => {
    const answer = await world.get(url)
    expect(faults(answer)).toContainEqual({ loc: ['query', name], type: 'value_error', input })
    expect(answer.status).toBe(422)
  })

  it('is refused beside all other faults', async () => {
    expect(faults(await world.get('/v1/orders?limit=1&limit=0&offset=-1&x=1'))).toEqual([
      422,
      { loc: ['query', 'offset'], type: 'greater_than_equal', input: '-1' },
      { loc: ['query', 'x'], type: 'extra_forbidden', input: '1' },
      { loc: ['query', 'limit'], type: 'value_error', input: ['1', '0'] },
    ])
  })
})

describe('a compressed body', () => {
  const body = { name: 'compressed' }
  it.each(['gzip', 'GZIP', 'br', 'deflate', 'gzip, gzip'])('is refused with 415: %s', async (encoding) => {
    const raw = gzipSync(JSON.stringify(body))
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const answer = await world.post('/v1/subaccounts', undefined, { raw, headers })
    expect(answer).toMatchObject({
      status: 415,
      headers: { 'accept-encoding': 'identity' },
      body: {
        code: 'unsupported_encoding',
        detail: 'Send the body as it is: without compression, and without Content-Encoding.',
      },
    })
  })

  it('is refused even if it is too large', async () => {
    const raw = Buffer.alloc(100_000)
    const answer = await world.post('/v1/subaccounts', undefined, { raw, headers: { 'content-encoding': 'gzip' } })
    expect(answer).toMatchObject({ status: 415 })
  })

  it.each(['identity', ''])('a body that is compressed in name only is read: "%s"', async (encoding) => {
    const headers = { 'content-encoding': encoding }
    expect(await world.post('/v1/subaccounts', body, { headers })).toMatchObject({ status: 201, body })
  })
})
