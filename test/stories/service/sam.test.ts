/** The endpoints behind `sam local start-api`, whose gateway writes events a little otherwise than API Gateway does. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '#functions/api/routes.ts'
import { saidIn } from '../../support/said-in.ts'
import { type CallOptions, startWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/**
 * Event as `construct_v2_event_http` of aws-sam-cli writes it. Header names are in title case (as Werkzeug keeps them), with two additional
 * headers. A missing body is empty, missing records are empty, and the request context is the CLI's.
 */
const asSam = (event: APIGatewayProxyEventV2): APIGatewayProxyEventV2 => ({
  ...event,
  headers: {
    ...Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [titled(name), value])),
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Port': '3000',
  },
  cookies: [],
  body: event.body ?? '',
  queryStringParameters: event.queryStringParameters ?? {},
  pathParameters: event.pathParameters ?? {},
  requestContext: {
    accountId: '123456789012',
    apiId: '1234567890',
    domainName: 'localhost',
    domainPrefix: 'localhost',
    http: {
      method: event.requestContext.http.method,
      path: event.rawPath,
      protocol: 'HTTP/1.1',
      sourceIp: '127.0.0.1',
      userAgent: 'Custom User Agent String',
    },
    requestId: event.requestContext.requestId,
    routeKey: event.routeKey,
    stage: '$default',
    time: '22/Nov/2026:05:40:00 +0000',
    timeEpoch: event.requestContext.timeEpoch,
  },
})

const titled = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

const sam = (more: CallOptions = {}): CallOptions => ({ ...more, reshape: asSam })

describe('behind the local gateway of SAM', () => {
  it('a key is read from either header', async () => {
    expect((await world.get('/v1/subaccounts', sam())).status).toBe(200)
    const bearer = sam({ key: null, headers: { authorization: `Bearer ${world.hero.key}` } })
    expect((await world.get('/v1/subaccounts', bearer)).status).toBe(200)
    expect((await world.get('/v1/subaccounts', sam({ key: null }))).status).toBe(401)
  })

  it('an order is placed once for one Idempotency-Key, read, listed and cancelled', async () => {
    const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), buy_flag: true, qty: 5, price: 0.1 }
    const once = sam({ headers: { 'idempotency-key': 'sam' } })
    const placed = await world.post('/v1/orders', body, once)
    expect(placed.status).toBe(202)
    const again = await world.post('/v1/orders', body, once)
    expect(again.body).toEqual(placed.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    await world.settle()
    const path = `/v1/orders/${placed.body.svc_order_id}`
    expect((await world.get(path, sam())).body).toMatchObject({ qty: 5 })
    expect((await world.get('/v1/orders?limit=1', sam())).body).toMatchObject({ count: 1 })
    expect((await world.delete(path, sam())).status).toBe(202)
  })

  it('missing, forbidden and invalid requests are answered as on every server', async () => {
    expect((await world.get('/v1/nothing', sam())).status).toBe(404)
    expect((await world.put('/v1/orders', {}, sam())).status).toBe(405)
    expect((await world.post('/v1/orders', { qty: 'x' }, sam())).status).toBe(422)
    expect((await world.get('/v1/orders?limt=1', sam())).status).toBe(422)
  })

  it('an answer is not sent again to a client that has its tag', async () => {
    const path = `/v1/markets/${world.svcId()}`
    const { etag = '' } = (await world.get(path, sam())).headers
    expect((await world.get(path, sam({ headers: { 'if-none-match': etag } }))).status).toBe(304)
  })

  it('every route answers as behind API Gateway', async () => {
    const nobody = '01999999-0000-7000-8000-000000000000'
    // Pages and their scripts have no JSON. Agents get the errors of their own protocol.
    const asked = ROUTES.filter(
      ({ handler: { spec } }) => spec.reply.contentType === undefined && spec.name !== 'call-mcp',
    )
    for (const { handler } of asked) {
      const { method, path } = handler.spec
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => SAMPLES[name] ?? nobody)
      // A body that every endpoint refuses, so that the comparison changes nothing.
      const ask = (options: CallOptions) =>
        ({
          GET: () => world.get(url, options),
          DELETE: () => world.delete(url, options),
          POST: () => world.post(url, { nonsense: true }, options),
          PUT: () => world.put(url, { nonsense: true }, options),
          PATCH: () => world.patch(url, { nonsense: true }, options),
          ANY: () => world.get(url, options),
        })[method]()
      const [plain, bySam] = [await ask({}), await ask(sam())]
      expect([bySam.status, shapeOf(saidIn(bySam))], `${method} ${path}`).toEqual([
        plain.status,
        shapeOf(saidIn(plain)),
      ])
      expect(bySam.status, `${method} ${path}`).toBeLessThan(500)
    }
  })
})

/** Values of path parameters that are not ids of objects. */
const SAMPLES: Readonly<Record<string, string>> = { svc_id: '7', exchange_name: 'EXCHANGE_A', file: 'nothing.js' }

/** Stable part of an answer: its fields, or the words of a refusal. */
const shapeOf = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return typeof body
  return 'detail' in body ? body : Object.keys(body)
}
