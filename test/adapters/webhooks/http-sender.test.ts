/** Messages to a receiver, and the handling of its answers and failures. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { httpSender, type SenderOptions } from '#adapters/webhooks/http-sender.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const BODY = JSON.stringify({ type: 'webhook.test', data: { name: 'Ünïcode' } })

const closers: Array<() => void> = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const receiver = async (answer: (response: ServerResponse) => void) => {
  const got: Got[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { got, port, url: `http://127.0.0.1:${port}/hooks` }
}

const send = (url: string, options: Partial<SenderOptions> = {}, secrets: readonly string[] = [SECRET]) =>
  httpSender({ clock: Date.now, loopbackAllowed: true, ...options }).send({
    url,
    id: 'event-1',
    at: Date.now(),
    body: BODY,
    secrets,
  })

describe('a message', () => {
  it('is verified by the library of Standard Webhooks, and not with another secret or another body', async () => {
    const { got, url } = await receiver((response) => response.writeHead(204).end())
    expect(await send(url)).toEqual({ status: 204, error: null, response: '', retryAfterMs: null })
    const [{ headers, body } = { headers: {}, body: '' }] = got
    const signed = headers as Record<string, string>
    expect(new Webhook(SECRET).verify(body, signed)).toEqual(JSON.parse(BODY))
    expect(signed).toMatchObject({ 'webhook-id': 'event-1', 'content-type': 'application/json' })
    expect(() => new Webhook(OTHER).verify(body, signed)).toThrow()
    expect(() => new Webhook(SECRET).verify(`${body} `, signed)).toThrow()
  })

  it('is verified with the old and with the new secret while both are valid', async () => {
    const { got, url } = await receiver((response) => response.end('ok'))
    await send(url, {}, [SECRET, OTHER])
    const [{ headers, body } = { headers: {}, body: '' }] = got
    for (const secret of [SECRET, OTHER]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(BODY))
    }
  })
})

describe('a receiver', () => {
  it('a redirect of a receiver is not followed', async () => {
    const target = await receiver((response) => response.end())
    const { url } = await receiver((response) => response.writeHead(302, { location: target.url }).end())
    expect(await send(url)).toMatchObject({ status: 302 })
    expect(target.got).toEqual([])
  })

  it('is believed about when to come back, in seconds or as a date', async () => {
    const seconds = await receiver((response) => response.writeHead(503, { 'retry-after': '120' }).end())
    expect(await send(seconds.url)).toMatchObject({ status: 503, retryAfterMs: 120_000 })
    const date = await receiver((response) =>
      response.writeHead(429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }).end(),
    )
    const answer = await send(date.url)
    expect(answer.retryAfterMs).toBeGreaterThan(50_000)
    expect(answer.retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  it('an endless answer of a receiver is read to 512 bytes', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200)
      const pour = setInterval(() => response.write('x'.repeat(10_000)), 5)
      response.on('close', () => clearInterval(pour))
    })
    const answer = await send(url)
    expect(answer.status).toBe(200)
    expect(answer.response).toHaveLength(512)
  })

  it('a receiver that answers 200 and lets its body hang has still answered 200', async () => {
    const { url } = await receiver((response) => response.writeHead(200).write('well'))
    expect(await send(url, { timeoutMs: 1_000 })).toMatchObject({ status: 200, error: null, response: 'well' })
  })

  it('a receiver that wants to speak another protocol has answered, and not with a success', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo
    expect(await send(`http://127.0.0.1:${port}/`, { timeoutMs: 1_000 })).toEqual({
      status: 101,
      error: null,
      response: '',
      retryAfterMs: null,
    })
  })

  it('a receiver that never answers is given up after the time allowed', async () => {
    const { url } = await receiver(() => undefined)
    expect(await send(url, { timeoutMs: 200 })).toEqual({
      status: null,
      error: 'no answer within 0.2 s',
      response: '',
      retryAfterMs: null,
    })
  })

  it('a receiver that hangs up, is away or sends nonsense is an answer in words, never an exception', async () => {
    const hangsUp = await receiver((response) => response.destroy())
    const closed = 'the receiver closed the connection without an answer (ECONNRESET)'
    expect(await send(hangsUp.url)).toMatchObject({ status: null, error: closed })
    const nonsense = createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve))
    closers.push(() => nonsense.close())
    const { port } = nonsense.address() as AddressInfo
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      error: 'the answer is not HTTP (HPE_INVALID_CONSTANT)',
    })
    expect((await send(`https://127.0.0.1:${port}/`)).error).toMatch(/^TLS failed: .+/)
    nonsense.close()
    for (const host of ['127.0.0.1', 'localhost'])
      expect((await send(`http://${host}:1/`)).error).toBe('the connection was refused (ECONNREFUSED)')
  })
})

describe('a name', () => {
  it('is connected to at the address that was checked, whatever it resolves to afterwards', async () => {
    const { url, port, got } = await receiver((response) => response.end())
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '10.0.0.1', family: 4 }]]
    const resolve = async () => answers.shift() ?? []
    expect(await send(`http://localhost:${port}/`, { resolve })).toMatchObject({ status: 200 })
    expect(got).toHaveLength(1)
    expect(answers).toHaveLength(1)
    expect(url).toContain(String(port))
  })

  it('is connected to at its next address where the first takes no connection', async () => {
    const { port, got } = await receiver((response) => response.end())
    const resolve = async () => ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }))
    expect(await send(`http://localhost:${port}/`, { resolve })).toMatchObject({ status: 200 })
    expect(got).toHaveLength(1)
  })

  it.each([
    ['a private address', [{ address: '10.0.0.1', family: 4 }]],
    ['loopback', [{ address: '127.0.0.1', family: 4 }]],
    ['a mapped one', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    [
      'one of both kinds',
      [
        { address: '8.8.8.8', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ],
    ],
    ['nothing', []],
  ])('a name that resolves to %s is not connected to', async (_what, found) => {
    const answer = await send('https://receiver.example.com/', { loopbackAllowed: false, resolve: async () => found })
    expect(answer).toMatchObject({ status: null, error: 'receiver.example.com does not point to a public address' })
  })

  it('or address that is not allowed at all is not even resolved', async () => {
    const resolve = async () => {
      throw new Error('resolved')
    }
    const options = { loopbackAllowed: false, resolve }
    expect(await send('http://127.0.0.1:80/', options)).toMatchObject({ error: 'url must begin with https://' })
    expect(await send('https://[::1]/', options)).toMatchObject({ error: 'url must point to a public address' })
  })
})
