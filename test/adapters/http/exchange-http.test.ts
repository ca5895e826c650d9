import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpAnswer, http } from '#adapters/exchanges/http/http.ts'
import { answerAlways, type Listener, listen } from './loopback-server.ts'

let listener: Listener | null = null

afterEach(async () => {
  await listener?.close()
  listener = null
})

const post = (url: string, more: { timeoutMs?: number; signal?: AbortSignal; send?: ReturnType<typeof http> } = {}) =>
  (more.send ?? http())({
    method: 'POST',
    url: new URL(`${url}/orders`),
    headers: { 'content-type': 'application/json' },
    body: '{"price":"0.5000"}',
    timeoutMs: more.timeoutMs ?? 5_000,
    signal: more.signal ?? AbortSignal.timeout(10_000),
  })

const GET = { method: 'GET', headers: {}, timeoutMs: 5_000 } as const

/** A port nobody listens on. */
const closedPort = async (): Promise<number> => {
  const taken = await answerAlways(200, {})
  await taken.close()
  return Number(new URL(taken.url).port)
}

describe('a request that cannot have reached the other side', () => {
  it('is known not to be sent when the connection is refused', async () => {
    const answer = await post(`http://127.0.0.1:${await closedPort()}`)
    expect(answer).toMatchObject({ kind: 'not_sent', reason: expect.stringContaining('ECONNREFUSED') })
  })

  it('is known not to be sent when the name is not found', async () => {
    expect(await post('http://exchange.invalid')).toMatchObject({ kind: 'not_sent' })
  })

  it('is known not to be sent when it was stopped before it began', async () => {
    listener = await answerAlways(200, {})
    expect(await post(listener.url, { signal: AbortSignal.abort() })).toMatchObject({ kind: 'not_sent' })
    expect(listener.requests).toEqual([])
  })

  it('is known not to be sent when no secure channel came about', async () => {
    const plain = createServer((socket) => socket.end('this is no TLS'))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const at = plain.address()
    const port = typeof at === 'object' ? at?.port : 0
    expect(await post(`https://127.0.0.1:${port}`)).toMatchObject({ kind: 'not_sent' })
    plain.close()
  })
})

describe('a request that may have reached the other side', () => {
  it('has no answer when the connection is lost after it', async () => {
    listener = await listen((_, response) => response.destroy())
    expect(await post(listener.url)).toMatchObject({ kind: 'no_answer' })
    expect(listener.requests).toHaveLength(1)
  })

  it('has no answer when the connection is lost within the answer', async () => {
    listener = await listen((_, response) => {
      response.writeHead(201, { 'content-length': '100' })
      response.write('{"order_id":')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await post(listener.url)).toMatchObject({ kind: 'no_answer' })
  })

  it('has no answer when time runs out', async () => {
    listener = await listen(() => {})
    expect(await post(listener.url, { timeoutMs: 60 })).toEqual({ kind: 'no_answer', reason: 'no answer within 60 ms' })
  })

  it('is not repeated when a kept connection turns out to be dead', async () => {
    listener = await listen((_, response, nth) => {
      if (nth === 1) response.end('{}')
      else response.destroy()
    })
    const send = http()
    expect(await post(listener.url, { send })).toMatchObject({ kind: 'answered', status: 200 })
    expect(await post(listener.url, { send })).toMatchObject({ kind: 'no_answer' })
    expect(listener.requests).toHaveLength(2)
  })

  it('loses its connection when it is stopped, so that nothing more can be read from it', async () => {
    let closed: () => void = () => {}
    const gone = new Promise<void>((resolve) => {
      closed = resolve
    })
    listener = await listen((request) => request.socket.once('close', closed))
    const stop = new AbortController()
    const answer = post(listener.url, { signal: stop.signal })
    while (listener.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    stop.abort()
    expect(await answer).toEqual({ kind: 'no_answer', reason: 'stopped while waiting for the answer' })
    await gone
  })
})

describe('an answer', () => {
  it.each([
    ['7', 7_000],
    ['0.5', 500],
    ['0', null],
    ['soon', null],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    [undefined, null],
  ])('with Retry-After %s says when to come back: %s ms', async (header, retryAfterMs) => {
    listener = await listen((_, response) => {
      response.writeHead(503, header === undefined ? {} : { 'retry-after': header })
      response.end('{}')
    })
    expect(await post(listener.url)).toEqual({
      kind: 'answered',
      status: 503,
      text: '{}',
      retryAfterMs,
      tokensLeft: null,
      namesBucket: false,
      ageMs: 0,
    })
  })

  it('comes whole whatever its status', async () => {
    listener = await answerAlways(503, '<html>maintenance</html>')
    expect(await post(listener.url)).toMatchObject({ kind: 'answered', status: 503, text: '<html>maintenance</html>' })
  })

  it('is read when it is compressed', async () => {
    listener = await listen((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(gzipSync('{"markets":[]}'))
    })
    expect(await post(listener.url)).toMatchObject({ kind: 'answered', status: 200, text: '{"markets":[]}' })
  })

  it('is none when its compression is broken', async () => {
    listener = await listen((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end('{"markets":[]}')
    })
    expect(await post(listener.url)).toMatchObject({ kind: 'no_answer' })
  })

  it.each([
    ['a write', 1, post],
    ['a read', 8, (url: string) => http()({ ...GET, url: new URL(url), signal: AbortSignal.timeout(10_000) })],
  ])(
    'is none when the answer to %s is longer than %d MiB, also if it is so only when it is unpacked',
    async (_, mib, ask) => {
      const long = Buffer.alloc(mib * 1024 * 1024 + 1, ' ')
      for (const [headers, body] of [
        [{}, long],
        [{ 'content-encoding': 'gzip' }, gzipSync(long)],
      ] as const) {
        listener = await listen((_request, response) => response.writeHead(200, headers).end(body))
        const reason = `an answer of more than ${long.length - 1} bytes`
        expect(await ask(listener.url)).toEqual({ kind: 'no_answer', reason })
        await listener.close()
        listener = await listen((_request, response) =>
          response.writeHead(200, headers).end(body === long ? long.subarray(1) : gzipSync(long.subarray(1))),
        )
        expect(await ask(listener.url)).toMatchObject({ kind: 'answered' })
        await listener.close()
      }
    },
  )

  it('leaves the connection open for the next request', async () => {
    listener = await answerAlways(200, {})
    const send = http()
    const answers: HttpAnswer[] = []
    for (let nth = 0; nth < 5; nth += 1) answers.push(await post(listener.url, { send }))
    expect(answers.every(({ kind }) => kind === 'answered')).toBe(true)
    expect(listener.connections()).toBe(1)
  })
})
