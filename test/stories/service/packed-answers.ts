/** Answers as bytes: compressed for a client that takes them so, and left out for one that has them already. */

import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { RunningService } from '#local/stack/start-service.ts'

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As they came. */
  readonly bytes: Buffer
  readonly text: string
}

/** Call it in a `describe`. `fetch` hides how an answer was compressed, so these requests do without it. */
export const packedAnswers = (running: () => RunningService): void => {
  const ask = async (path: string, headers: Record<string, string> = {}, body?: object): Promise<Received> => {
    const { baseUrl, apiKey } = running()
    const { promise, resolve, reject } = Promise.withResolvers<Received>()
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    }
    request(`${baseUrl}${path}`, options, (response) => {
      buffer(response).then((bytes) => {
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, headers: answered, bytes, text: unpacked(bytes, answered['content-encoding']) })
      }, reject)
    })
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }

  describe('a long answer', () => {
    it.each([
      [undefined, undefined],
      ['', undefined],
      ['identity', undefined],
      ['deflate, zstd', undefined],
      ['gzip', 'gzip'],
      ['GZIP', 'gzip'],
      ['br', 'br'],
      ['gzip, deflate, br', 'br'],
      ['*', 'br'],
      ['br;q=0, *', 'gzip'],
      ['br;q=0.2, gzip;q=0.8', 'gzip'],
      ['gzip;q=0', undefined],
      ['gzip;q=0, *;q=0', undefined],
      ['gzip; q=0.5, identity', undefined],
      ['gzip;q=x', undefined],
    ])('is for Accept-Encoding %s compressed as %s, and the same after that', async (accepts, encoding) => {
      const plain = await ask('/v1/openapi.json')
      const packed = await ask('/v1/openapi.json', accepts === undefined ? {} : { 'accept-encoding': accepts })
      expect(packed).toMatchObject({ status: 200, headers: { vary: 'accept-encoding' }, text: plain.text })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers.etag).toBe(plain.headers.etag)
      if (encoding !== undefined) expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4)
    })
  })

  it('a short answer is never compressed', async () => {
    const { headers, bytes } = await ask('/v1/subaccounts', { 'accept-encoding': 'gzip' })
    expect(bytes.length).toBeLessThan(1_024)
    expect(headers).not.toHaveProperty('content-encoding')
  })

  it('a refusal that is long is compressed too', async () => {
    const refused = await ask('/v1/orders/batch', { 'accept-encoding': 'gzip' }, { orders: Array(20).fill({}) })
    expect(refused).toMatchObject({ headers: { 'content-encoding': 'gzip' } })
    expect(JSON.parse(refused.text)).toBeTruthy()
  })

  it('a repeat under one key gets the first answer in the encoding that the repeat asks for', async () => {
    const body = { svc_order_ids: Array.from({ length: 40 }, (_, n) => `01a1fd00-0000-7000-8000-0000000000${n + 10}`) }
    const key = { 'idempotency-key': 'packed' }
    const first = await ask('/v1/orders/cancel', { ...key, 'accept-encoding': 'gzip' }, body)
    const again = await ask('/v1/orders/cancel', { ...key, 'accept-encoding': 'br' }, body)
    const plain = await ask('/v1/orders/cancel', key, body)
    expect(first.headers['content-encoding']).toBe('gzip')
    expect(again.headers).toMatchObject({ 'content-encoding': 'br', 'idempotent-replayed': 'true' })
    expect(again.text).toBe(first.text)
    expect(plain.bytes.toString()).toBe(first.text)
  })

  describe('a tagged answer', () => {
    const found = async () => {
      const { text } = await ask('/v1/markets/search?limit=1')
      return JSON.parse(text).results[0]
    }

    it.each([
      ['the OpenAPI document', async () => '/v1/openapi.json'],
      ['one market', async () => `/v1/markets/${(await found()).svc_id}`],
      ['a search of markets', async () => '/v1/markets/search?limit=3'],
      ['one event', async () => `/v1/events/${(await found()).event_id}`],
      ['a list of events', async () => '/v1/events?limit=3'],
    ])('is not sent again to a client that has it: %s', async (_what, pathOf) => {
      const path = await pathOf()
      const first = await ask(path)
      const { etag = '' } = first.headers
      expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } })
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
      for (const held of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
        const again = await ask(path, { 'if-none-match': held, 'accept-encoding': 'gzip' })
        expect(again, held).toMatchObject({
          status: 304,
          headers: { etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' },
          text: '',
        })
        expect(again.headers).not.toHaveProperty('content-encoding')
        expect(again.headers['x-request-id']).toBeDefined()
      }
      expect(await ask(path, { 'if-none-match': '"other"' })).toMatchObject({ status: 200, text: first.text })
    })

    it('has another tag if it differs', async () => {
      const [one, two] = [await ask('/v1/events?limit=1'), await ask('/v1/events?limit=2')]
      expect(one.headers.etag).not.toBe(two.headers.etag)
    })

    it('a refusal has no tag, even if the request names one', async () => {
      const refused = await ask('/v1/markets/1', { 'if-none-match': '*' })
      expect(refused).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
      expect(refused.headers).not.toHaveProperty('etag')
    })
  })

  it('an answer about an account has no tag', async () => {
    expect((await ask('/v1/orders', { 'if-none-match': '*' })).headers).not.toHaveProperty('etag')
  })
}

const unpacked = (bytes: Buffer, encoding: string | undefined): string => {
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
}
