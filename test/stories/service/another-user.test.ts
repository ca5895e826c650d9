/** A user who knows every id of another user: each request is answered as for unknown ids, and changes nothing. */

import { expect, it } from 'vitest'
import { ROUTES } from '#functions/api/routes.ts'
import { saidIn } from '../../support/said-in.ts'
import { useWorld } from '../../support/use-world.ts'

// The other user trades with the same account at the exchange.
const world = useWorld({}, { agrees: false })

interface Ids {
  readonly subaccount: string
  readonly order: string
  readonly complex: string
  readonly asset: string
  readonly webhook: string
  readonly delivery: string
  readonly key: string
}

type Call = readonly [method: string, path: string, body?: object]

const STRANGER = '01a1fd00-0000-7000-8000-000000000000'

/** Creates one object of every kind for a user. */
const settleIn = async (key: string, subaccount: string): Promise<Ids> => {
  const post = async (path: string, body?: object) => (await world.post(path, body, { key })).body
  const order = await post('/v1/orders', orderOf({ subaccount }))
  const stop = await post('/v1/complex-orders', stopOf({ subaccount }, { link_id: 'mine' }))
  const asset = await post('/v1/custom-assets', { subaccount_id: subaccount, name: 'mine', svc_ids: [world.svcId()] })
  const webhook = await post('/v1/webhooks', { url: 'https://receiver.example/hook' })
  const delivery = await post(`/v1/webhooks/${webhook.webhook_id}/test`)
  await world.put('/v1/watchlists', { version: 0, watchlists: [{ name: 'mine', svc_ids: [world.svcId()] }] }, { key })
  const made = await post('/v1/api-keys', { name: 'mine', scope: 'read' })
  return {
    subaccount,
    order: order.svc_order_id,
    complex: stop.complex_order_id,
    asset: asset.custom_asset_id,
    webhook: webhook.webhook_id,
    delivery: delivery.delivery_id,
    key: made.api_key_id,
  }
}

const orderOf = ({ subaccount }: Pick<Ids, 'subaccount'>, more: object = {}) => ({
  subaccount_id: subaccount,
  svc_id: world.svcId(),
  buy_flag: true,
  qty: 1,
  price: 0.3,
  ...more,
})

const stopOf = ({ subaccount }: Pick<Ids, 'subaccount'>, more: object = {}) => ({
  subaccount_id: subaccount,
  svc_id: world.svcId(),
  conditional_order_params: {
    conditional_order_type: 'STOP',
    stop_order_price: 0.1,
    trigger_order: { qty: 1, buy_flag: false },
    ...more,
  },
})

/** Every request that can name an object of a user: all objects of another user, or mixed with the caller's own. */
const calls = (of: Ids, own: Ids): readonly Call[] => {
  const subaccount = `/v1/subaccounts/${of.subaccount}`
  const credentials = `${subaccount}/credentials/EXCHANGE_A`
  const webhook = `/v1/webhooks/${of.webhook}`
  const market = { order_type: 'MARKET', price: null, time_in_force: 'IOC' }
  const onAsset = { svc_id: undefined, custom_asset_id: of.asset }
  const exit = {
    conditional_order_type: 'TP',
    stop_order_price: undefined,
    trigger_order: { qty: 1, buy_flag: false, price: 0.9 },
  }
  return [
    ['GET', subaccount],
    ['PATCH', subaccount, { name: 'taken' }],
    ['DELETE', subaccount],
    ['GET', `${subaccount}/limits`],
    ['PUT', `${subaccount}/limits`, { halted: true }],
    ['POST', `${subaccount}/halt`],
    ['POST', `${subaccount}/flatten`, {}],
    ['POST', `${subaccount}/paper/reset`, {}],
    ['GET', `${subaccount}/dead-mans-switch`],
    ['PUT', `${subaccount}/dead-mans-switch`, { timeout_s: 10 }],
    ['DELETE', `${subaccount}/dead-mans-switch`],
    ['GET', credentials],
    ['PUT', credentials, world.simulated.credentials],
    ['DELETE', credentials],
    ['POST', `${credentials}/approvals`],
    ['PUT', `${credentials}/allocation`, { targets: [] }],
    ['GET', `/v1/orders/${of.order}`],
    ['PATCH', `/v1/orders/${of.order}`, { price: 0.31 }],
    ['DELETE', `/v1/orders/${of.order}`],
    ['POST', '/v1/orders/cancel', { svc_order_ids: [of.order] }],
    ['POST', '/v1/orders/cancel-all', { subaccount_id: of.subaccount }],
    ['POST', '/v1/orders', orderOf(of)],
    ['POST', '/v1/orders', orderOf(own, { ...market, ...onAsset })],
    ['POST', '/v1/orders', orderOf(of, { ...market, svc_id: undefined, custom_asset_id: own.asset })],
    ['POST', '/v1/orders/batch', { orders: [orderOf(of)] }],
    ['POST', '/v1/orders/preview', orderOf(of)],
    ['POST', '/v1/orders/preview', orderOf(own, { ...market, ...onAsset })],
    ['GET', `/v1/complex-orders/${of.complex}`],
    ['DELETE', `/v1/complex-orders/${of.complex}`],
    ['POST', '/v1/complex-orders/cancel-all', { subaccount_id: of.subaccount }],
    ['POST', '/v1/complex-orders', stopOf(of)],
    ['POST', '/v1/complex-orders', { ...stopOf(own), ...onAsset }],
    ['POST', '/v1/complex-orders', stopOf(own, { ...exit, parent_svc_order_id: of.order })],
    ['POST', '/v1/complex-orders', stopOf(own, { ...exit, parent_complex_order_id: of.complex })],
    ['POST', '/v1/custom-assets', { subaccount_id: of.subaccount, name: 'theirs' }],
    ['GET', `/v1/custom-assets/${of.asset}`],
    ['PATCH', `/v1/custom-assets/${of.asset}`, { name: 'taken' }],
    ['DELETE', `/v1/custom-assets/${of.asset}`],
    ['POST', `/v1/custom-assets/${of.asset}/members`, { svc_ids: [world.svcId()] }],
    ['DELETE', `/v1/custom-assets/${of.asset}/members`, { svc_ids: [world.svcId()] }],
    ['GET', `/v1/orderbooks/custom-asset/${of.asset}`],
    ['POST', '/v1/positions/close', { subaccount_id: of.subaccount }],
    ['POST', '/v1/positions/redeem', { subaccount_id: of.subaccount }],
    ['GET', webhook],
    ['PATCH', webhook, { url: 'https://thief.example/hook' }],
    ['DELETE', webhook],
    ['GET', `${webhook}/deliveries`],
    ['POST', `${webhook}/deliveries/${of.delivery}/replay`],
    ['POST', `/v1/webhooks/${own.webhook}/deliveries/${of.delivery}/replay`],
    ['POST', `${webhook}/test`],
    ['POST', `${webhook}/rotate-secret`],
    ['DELETE', `/v1/api-keys/${of.key}`],
  ]
}

/** Lists that take an id as a filter. */
const lists = (of: Ids): readonly string[] => [
  `/v1/orders?subaccount_id=${of.subaccount}`,
  `/v1/orders?custom_asset_id=${of.asset}`,
  `/v1/complex-orders?subaccount_id=${of.subaccount}`,
  `/v1/complex-orders?custom_asset_id=${of.asset}`,
  `/v1/complex-orders?parent_svc_order_id=${of.order}`,
  `/v1/custom-assets?subaccount_id=${of.subaccount}`,
  `/v1/positions?subaccount_id=${of.subaccount}`,
  `/v1/fills?subaccount_id=${of.subaccount}`,
  `/v1/pnl?group_by=tag&subaccount_id=${of.subaccount}`,
  `/v1/balances?subaccount_id=${of.subaccount}`,
  `/v1/portfolio/history?subaccount_id=${of.subaccount}`,
  `/v1/redemptions?subaccount_id=${of.subaccount}`,
]

/** All objects that a user can read. */
const everything = async (of: Ids, key: string) => {
  const paths = [
    '/v1/subaccounts',
    `/v1/subaccounts/${of.subaccount}/limits`,
    `/v1/subaccounts/${of.subaccount}/dead-mans-switch`,
    `/v1/orders/${of.order}`,
    `/v1/complex-orders/${of.complex}`,
    '/v1/orders',
    '/v1/complex-orders',
    '/v1/custom-assets',
    '/v1/watchlists',
    '/v1/webhooks',
    `/v1/webhooks/${of.webhook}/deliveries`,
    '/v1/positions',
    '/v1/fills',
    '/v1/pnl?group_by=tag',
    '/v1/portfolio/history',
  ]
  return Promise.all(paths.map(async (path) => [path, (await world.get(path, { key })).body]))
}

it('each request of another user is answered as if the named objects did not exist', async () => {
  await world.simulated.book([[0.2, 500]], [[0.5, 500]])
  const hero = await settleIn(world.hero.key, world.hero.subaccountId)
  const key = await world.newKey('admin', STRANGER)
  const { subaccount_id } = (await world.post('/v1/subaccounts', { name: 'own' }, { key })).body
  const path = `/v1/subaccounts/${subaccount_id}/credentials/EXCHANGE_A`
  expect((await world.put(path, world.simulated.credentials, { key })).status).toBe(200)
  const own = await settleIn(key, subaccount_id)
  await world.settle()
  const before = await everything(hero, world.hero.key)
  const nobody = Object.fromEntries(Object.keys(hero).map((name) => [name, world.ids.uuid()])) as unknown as Ids

  const answers = async (of: Ids) => {
    const named = (text: string) => Object.entries(of).reduce((all, [name, id]) => all.replaceAll(id, name), text)
    const all: readonly Call[] = [...calls(of, own), ...lists(of).map((list) => ['GET', list] as const)]
    const said = []
    for (const [method, url, body] of all) {
      const answer = await world.call(method, url, body, { key })
      said.push(named(`${method} ${url} ${answer.status} ${JSON.stringify(saidIn(answer))}`))
    }
    return said
  }
  const toStranger = await answers(hero)
  expect(toStranger).toEqual(await answers(nobody))
  expect(
    toStranger.filter((line) => !/ 404 |"status":404|There is no such order|^GET \S+ 200 .*\[\]/.test(line)),
  ).toEqual([])
  expect(await everything(hero, world.hero.key)).toEqual(before)
  const secrets = [world.hero.key, key].map((one) => one.split('_')[2] ?? one)
  const [, , pem = 'no key'] = JSON.stringify(world.simulated.credentials).split('\\n')
  for (const secret of [...secrets, pem, 'whsec_']) expect(world.log.join('\n')).not.toContain(secret)
  // The list is complete: it contains each route that names an object of a user.
  const requested = new Set(calls(hero, own).map(([method, url]) => `${method} ${url.split('?')[0]}`))
  const forgotten = ROUTES.map(({ handler: { spec } }) => spec)
    .filter(({ path }) => /\{(subaccount|order|complex_order|custom_asset|webhook|delivery|api_key)_id\}/.test(path))
    .filter(({ method, path }) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      return ![...requested].some((one) => pattern.test(one))
    })
  expect(forgotten.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
