/** Every example of the OpenAPI document is carried out against the real handlers, and answered as it says. */

import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Example } from '#contract/kernel/examples/example.ts'
import { SAMPLE } from '#contract/kernel/examples/sample.ts'
import { EXAMPLES } from '#contract/openapi/examples.ts'
import { COMMON_REFUSALS, RESPONSES } from '#contract/openapi/responses.ts'
import { ROUTES } from '#functions/api/routes.ts'
import type { EndpointSpec } from '#lambda/declaration.ts'
import { saidIn } from '../../support/said-in.ts'
import { type Answer, startWorld, type World } from '../../support/world.ts'

let world: World
let eventId = ''
beforeAll(async () => {
  world = await startWorld()
  await world.simulated.book([[0.4, 100]], [[0.45, 100]])
  eventId = (await world.get(`/v1/markets/${world.svcId()}`)).body.event_id
})
afterAll(() => world.stop())

type Sample = Partial<Record<keyof typeof SAMPLE, string | number>>

/** Preparations for the example of each operation: real ids instead of the samples. */
const PREPARED: Readonly<Record<string, () => Promise<Sample>>> = {
  'place-order': async () => ({ customAssetId: await aCustomAsset() }),
  'preview-order': async () => ({ customAssetId: await aCustomAsset() }),
  'get-order': async () => ({ orderId: await filled() }),
  'amend-order': async () => ({ orderId: await resting() }),
  'request-cancel': async () => ({ orderId: await resting() }),
  'list-changes': async () => {
    const { cursor } = (await world.get('/v1/changes')).body
    await resting()
    return { cursor }
  },
  'list-positions': async () => ({ orderId: await filled() }),
  'get-watchlists': async () => {
    await world.put('/v1/watchlists', { version: 0, watchlists: [{ name: 'Weather', svc_ids: [world.svcId()] }] })
    return {}
  },
  'list-pnl': async () => ({ orderId: await filled({ tag: 'market-maker' }) }),
  'list-fills': async () => ({ orderId: await filled() }),
  'cancel-orders': async () => ({ orderId: await resting() }),
  'cancel-all-orders': async () => ({ orderId: await resting() }),
  'list-orders': async () => ({ orderId: await resting() }),
  'place-complex-order': async () => ({ orderId: await resting(0.35), customAssetId: await aCustomAsset() }),
  'get-complex-order': async () => ({ complexOrderId: await armed() }),
  'list-complex-orders': async () => ({ complexOrderId: await armed(), twapId: await running() }),
  'cancel-complex-order': async () => ({ complexOrderId: await armed() }),
  'cancel-all-complex-orders': async () => ({ complexOrderId: await armed() }),
  'list-custom-assets': async () => ({ customAssetId: await aCustomAsset() }),
  'get-custom-asset-order-book': async () => ({ customAssetId: await aCustomAsset() }),
  'get-custom-asset': async () => ({ customAssetId: await aCustomAsset() }),
  'change-custom-asset': async () => ({ customAssetId: await aCustomAsset() }),
  'delete-custom-asset': async () => ({ customAssetId: await aCustomAsset() }),
  'add-members': async () => ({ customAssetId: await aCustomAsset() }),
  'remove-members': async () => ({ customAssetId: await aCustomAsset() }),
  'change-subaccount': async () => ({ subaccountId: await anotherSubaccount() }),
  'set-limits': async () => ({ subaccountId: await anotherSubaccount() }),
  'get-dead-mans-switch': async () => {
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/dead-mans-switch`, { timeout_s: 60 })
    return {}
  },
  'halt-subaccount': async () => ({ subaccountId: await anotherSubaccount() }),
  'delete-subaccount': async () => ({ subaccountId: await anotherSubaccount() }),
  'put-credentials': async () => ({ subaccountId: world.hero.subaccountId }),
  'delete-credentials': async () => {
    await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    await world.pass('30s')
    return {}
  },
  'list-webhooks': async () => ({ webhookId: await aWebhook() }),
  'get-webhook': async () => ({ webhookId: await aWebhook() }),
  'change-webhook': async () => ({ webhookId: await aWebhook() }),
  'delete-webhook': async () => ({ webhookId: await aWebhook() }),
  'rotate-webhook-secret': async () => ({ webhookId: await aWebhook() }),
  'send-test-webhook': async () => ({ webhookId: await aWebhook() }),
  'list-deliveries': async () => aDelivery(),
  'replay-delivery': async () => aDelivery(),
  'list-hooks': async () => aHook(),
  'get-hook': async () => aHook(),
  'change-hook': async () => aHook(),
  'delete-hook': async () => aHook(),
  'rotate-hook-secret': async () => aHook(),
  'take-alert': async () => aHook(),
  'revoke-api-key': async () => ({
    apiKeyId: (await world.post('/v1/api-keys', { name: 'story' })).body.api_key_id,
  }),
}

/** The only one: a user may not have many. */
const aWebhook = async (): Promise<string> => {
  for (const { webhook_id } of (await world.get('/v1/webhooks')).body) await world.delete(`/v1/webhooks/${webhook_id}`)
  return (await world.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['webhook.test'] })).body.webhook_id
}

const aHook = async (): Promise<Sample> => {
  const example = EXAMPLES['create-hook']?.bodies ?? {}
  const { body } = await world.post('/v1/hooks', real(Object.values(example)[0], {}))
  return { hookId: body.hook_id, hookSecret: body.secret }
}

const aDelivery = async (): Promise<Sample> => {
  const webhookId = await aWebhook()
  return { webhookId, deliveryId: (await world.post(`/v1/webhooks/${webhookId}/test`)).body.delivery_id }
}

const resting = async (price = 0.2): Promise<string> => {
  const orderId = await world.place({ price })
  await world.pass('5s')
  return orderId
}

const filled = async (fields: { readonly tag?: string } = {}): Promise<string> => {
  const orderId = await world.place({ price: 0.45, qty: 1, ...fields })
  await world.pass('10s')
  return orderId
}

const armed = async (): Promise<string> =>
  (await world.postConditional({ stop_order_price: 0.1, trigger_order: { qty: 1, buy_flag: false } })).body
    .complex_order_id

const running = async (): Promise<string> =>
  (await world.postTwap({ buy_flag: true, total_qty: 2, duration_s: 60, slices: 2, limit_price: 0.1 })).body
    .complex_order_id

const aCustomAsset = async (): Promise<string> =>
  (
    await world.post('/v1/custom-assets', {
      subaccount_id: world.hero.subaccountId,
      name: 'basket',
      svc_ids: [world.svcId()],
    })
  ).body.custom_asset_id

const anotherSubaccount = async (): Promise<string> =>
  (await world.post('/v1/subaccounts', { name: 'another' })).body.subaccount_id

/** Deletes go last: what they delete is used by the others. */
const SPECS = ROUTES.map(({ handler }) => handler.spec).sort(
  (a, b) => Number(a.name.startsWith('delete')) - Number(b.name.startsWith('delete')),
)

/** The example with real ids for the samples. */
const real = (value: unknown, given: Sample): unknown => {
  const ids: Sample = { subaccountId: world.hero.subaccountId, svcId: world.svcId(), eventId, ...given }
  const text = Object.entries(ids).reduce(
    (json, [name, id]) => json.replaceAll(String(SAMPLE[name as keyof typeof SAMPLE]), String(id)),
    JSON.stringify(value ?? null),
  )
  return JSON.parse(text)
}

const ask = (spec: EndpointSpec, example: Example, given: Sample, body?: unknown): Promise<Answer> => {
  const path = Object.entries(real(example.path ?? {}, given) as object).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, String(value)),
    spec.path,
  )
  const query = new URLSearchParams(real(example.query ?? {}, given) as Record<string, string>)
  const sent = spec.name === 'put-credentials' ? world.simulated.credentials : body
  return world.call(spec.method, `${path}?${query}`, sent === undefined ? undefined : real(sent, given))
}

/** Names of fields, at any depth; lists by their first item. */
const fieldsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? null : [fieldsOf(value[0])]
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fieldsOf(inner)]))
}

describe('the examples of the OpenAPI document', () => {
  for (const spec of SPECS) {
    const example = EXAMPLES[spec.name] ?? {}
    const { schema, status, contentType = 'application/json' } = spec.reply
    if (contentType !== 'application/json') continue
    const bodies = Object.entries(example.bodies ?? { 'no body': undefined })
    for (const [index, [what, body]] of bodies.entries()) {
      // The wallet of EXCHANGE_B is checked by an exchange this world does not have.
      // A service with simulated accounts has no paper accounts: test/stories/service/reset-paper.test.ts shows the answer.
      if (spec.name === 'reset-paper') continue
      if (spec.name === 'request-approvals' || (spec.name === 'put-credentials' && what !== 'EXCHANGE_A')) continue
      it(`${spec.name}, ${what}: answered as shown`, async () => {
        const answer = await ask(spec, example, (await PREPARED[spec.name]?.()) ?? {}, body)
        expect({ status: answer.status, body: answer.body }).toMatchObject({ status })
        if (schema === null) return expect(answer.body).toBeNull()
        expect(v.safeParse(schema, answer.body).issues).toBeUndefined()
        expect(v.safeParse(schema, example.reply).issues).toBeUndefined()
        if (index > 0 || OF_NO_FIXED_FIELDS.has(spec.name)) return
        expect(fieldsOf(answer.body)).toEqual(fieldsOf(example.reply))
      })
    }
  }

  it('the examples of common refusals are the sentences that are sent', async () => {
    const reader = await world.newKey('read')
    const big = { raw: ' '.repeat(70_000), headers: { 'content-type': 'application/json' } }
    const answers = [
      await world.get('/v1/orders', { key: null }),
      await world.post('/v1/subaccounts', { name: 'x' }, { key: reader }),
      await world.post('/v1/subaccounts', undefined, big),
    ]
    const sentences = COMMON_REFUSALS.map(({ status, code, detail }) => ({ status, code, detail }))
    for (const { status, body } of answers) {
      expect(sentences).toContainEqual({ status, code: body.code, detail: body.detail })
    }
    const invalid = await world.get('/v1/orders?limit=0')
    expect(JSON.stringify(RESPONSES['Invalid'])).toContain(
      `${JSON.stringify(saidIn(invalid)).slice(0, -1)},"request_id":"`,
    )
  })
})

/** The document itself, a service that watches nothing yet, and replies with lists whose length the simulated market decides. */
const OF_NO_FIXED_FIELDS = new Set([
  'call-mcp',
  'get-openapi',
  'get-health',
  'search-markets',
  'get-trades',
  'get-event',
  'get-prices',
  'get-order-book',
  'get-custom-asset-order-book',
  'cancel-all-orders',
  'close-positions',
  'redeem-positions',
  'list-redemptions',
])
