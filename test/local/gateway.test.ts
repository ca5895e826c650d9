/** The local gateway hands a Lambda what API Gateway's HTTP API hands it, and answers as it does. */

import { connect } from 'node:net'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Gateway, type GatewayRoute, startGateway } from '#local/stack/gateway/gateway.ts'

let gateway: Gateway
let seen: APIGatewayProxyEventV2[] = []

const route = (method: string, path: string, answer: object = { statusCode: 200, body: path }): GatewayRoute => ({
  method,
  path,
  invoke: async (event) => {
    seen.push(event as APIGatewayProxyEventV2)
    return answer
  },
})

beforeEach(async () => {
  seen = []
  gateway = await startGateway(0)
})
afterEach(() => gateway.stop())

const open = (...routes: GatewayRoute[]): void => gateway.open(routes, route('ANY', '$default', { statusCode: 404 }))

describe('an event', () => {
  it('has the request in payload format 2.0', async () => {
    open(route('POST', '/v1/orders/{order_id}/notes'))
    await fetch(`${gateway.url}/v1/orders/a%20b/notes?x=1&x=2&y=%C3%BC`, {
      method: 'POST',
      headers: { 'X-Api-Key': 'key', 'content-type': 'application/json' },
      body: '{"ü":1}',
    })
    expect(seen[0]).toMatchObject({
      version: '2.0',
      routeKey: 'POST /v1/orders/{order_id}/notes',
      rawPath: '/v1/orders/a%20b/notes',
      rawQueryString: 'x=1&x=2&y=%C3%BC',
      queryStringParameters: { x: '1,2', y: 'ü' },
      pathParameters: { order_id: 'a b' },
      headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
      body: '{"ü":1}',
      isBase64Encoded: false,
      requestContext: {
        routeKey: 'POST /v1/orders/{order_id}/notes',
        http: { method: 'POST', path: '/v1/orders/a%20b/notes', sourceIp: '127.0.0.1' },
      },
    })
    expect(seen[0]?.requestContext.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('an event without query, parameters and body has none of them', async () => {
    open(route('GET', '/v1/orders'))
    await fetch(`${gateway.url}/v1/orders`)
    expect(Object.keys(seen[0] ?? {})).not.toEqual(expect.arrayContaining(['queryStringParameters']))
    expect(seen[0]).not.toHaveProperty('pathParameters')
    expect(seen[0]).not.toHaveProperty('body')
  })

  it('carries a body that is no text as base64, and so JSON that is no UTF-8', async () => {
    open(route('POST', '/v1/orders'))
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
    for (const type of ['application/octet-stream', 'application/json'])
      await fetch(`${gateway.url}/v1/orders`, { method: 'POST', headers: { 'content-type': type }, body: bytes })
    for (const event of seen) expect(event).toMatchObject({ isBase64Encoded: true, body: bytes.toString('base64') })
    expect(seen).toHaveLength(2)
  })
})

describe('a route', () => {
  it('a route with a fixed part wins over one with a parameter', async () => {
    open(route('GET', '/v1/markets/{svc_id}'), route('GET', '/v1/markets/search'))
    expect(await (await fetch(`${gateway.url}/v1/markets/search`)).text()).toBe('/v1/markets/search')
    expect(await (await fetch(`${gateway.url}/v1/markets/7`)).text()).toBe('/v1/markets/{svc_id}')
  })

  it('a route with another method leaves the request to $default, and so does an empty parameter', async () => {
    open(route('GET', '/v1/markets/{svc_id}'))
    expect((await fetch(`${gateway.url}/v1/markets/7`, { method: 'DELETE' })).status).toBe(404)
    expect((await fetch(`${gateway.url}/v1/markets/`)).status).toBe(404)
    for (const event of seen) expect(event.routeKey).toBe('$default')
  })
})

describe('an answer', () => {
  it('goes out with its status, headers and bytes', async () => {
    const body = Buffer.from([1, 2, 255]).toString('base64')
    open(route('GET', '/v1', { statusCode: 201, headers: { 'x-request-id': 'r' }, body, isBase64Encoded: true }))
    const reply = await fetch(`${gateway.url}/v1`)
    expect([reply.status, reply.headers.get('x-request-id')]).toEqual([201, 'r'])
    expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([1, 2, 255])
  })

  it('an answer of 204 has no body and no length', async () => {
    open(route('DELETE', '/v1', { statusCode: 204 }))
    const reply = await fetch(`${gateway.url}/v1`, { method: 'DELETE' })
    expect([reply.status, reply.headers.get('content-length')]).toEqual([204, null])
  })

  it('a stopped or killed Lambda leads to a 503 that a program understands, without the reason', async () => {
    open({ method: 'GET', path: '/v1', invoke: () => Promise.reject(new Error('secret')) })
    const reply = await fetch(`${gateway.url}/v1`)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await reply.json()).toEqual({
      code: 'service_unavailable',
      detail: expect.not.stringContaining('secret'),
      request_id: reply.headers.get('x-request-id'),
      doc_url: `${gateway.url}/v1/docs?page=errors#service_unavailable`,
    })
    expect(reply.headers.get('x-request-id')).not.toBeNull()
  })

  it('a request that still runs when the gateway stops gets a 503, as does an open connection', async () => {
    const over = Promise.withResolvers<object>()
    open({ method: 'GET', path: '/v1', invoke: () => over.promise })
    const running = fetch(`${gateway.url}/v1`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const stopped = gateway.stop()
    const reply = await running
    expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('connection')]).toEqual([
      503,
      '1',
      'close',
    ])
    expect(await reply.json()).toMatchObject({ code: 'service_unavailable' })
    over.resolve({ statusCode: 200 })
    await stopped
  })

  it('a request that came before the gateway opened gets a 503 if it never opens', async () => {
    const early = fetch(`${gateway.url}/v1`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await gateway.stop()
    expect((await early).status).toBe(503)
  })

  it('waits until the gateway is opened', async () => {
    const early = fetch(`${gateway.url}/v1`)
    open(route('GET', '/v1'))
    expect((await early).status).toBe(200)
  })
})

describe('the limits of API Gateway', () => {
  it('refuse a body of more than 10 MB', async () => {
    open(route('POST', '/v1'))
    const reply = await fetch(`${gateway.url}/v1`, { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) })
    expect([reply.status, seen.length]).toEqual([413, 0])
    expect(await reply.json()).toEqual({
      message: 'Request Entity Too Large',
      code: 'body_too_large',
      request_id: reply.headers.get('x-request-id'),
      doc_url: `${gateway.url}/v1/docs?page=errors#body_too_large`,
    })
  })

  it('refuse more than 10 KB of headers', async () => {
    open(route('GET', '/v1'))
    expect((await fetch(`${gateway.url}/v1`, { headers: { 'x-long': 'x'.repeat(11_000) } })).status).toBe(431)
  })

  it('outlive a client that goes away in the middle of its body', async () => {
    open(route('POST', '/v1'))
    const { port, hostname } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    socket.write('POST /v1 HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf')
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    expect((await fetch(`${gateway.url}/v1`, { method: 'POST', body: 'x' })).status).toBe(200)
  })
})

it('a port that is taken is refused by its code', { timeout: 10_000 }, async () => {
  await expect(startGateway(Number(new URL(gateway.url).port))).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('a request beyond the limit of its route is answered 429 with the message of API Gateway, and reaches no function', async () => {
  open({ ...route('GET', '/v1/health'), mayPass: () => seen.length < 1 })
  const answers = []
  for (let n = 0; n < 3; n += 1) answers.push(await fetch(`${gateway.url}/v1/health`))
  expect(answers.map(({ status }) => status)).toEqual([200, 429, 429])
  expect(await answers[1]?.json()).toEqual({
    message: 'Too Many Requests',
    code: 'too_many_requests',
    request_id: answers[1]?.headers.get('x-request-id'),
    doc_url: `${gateway.url}/v1/docs?page=errors#too_many_requests`,
  })
  expect(seen).toHaveLength(1)
})
