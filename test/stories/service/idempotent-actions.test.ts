/** `Idempotency-Key` on POSTs that create nothing: a repeat gets the first answer and does nothing new, wherever the first request died. */

import { beforeEach, describe, expect, it } from 'vitest'
import { ROUTES } from '#functions/api/routes.ts'
import document from '../../../docs/openapi.json' with { type: 'json' }
import { inThisRun } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const REPLAYED = { 'idempotent-replayed': 'true' }
const subaccount = () => ({ subaccount_id: world.hero.subaccountId })
const path = () => `/v1/subaccounts/${world.hero.subaccountId}`
const isCancelled = async (id: string): Promise<boolean> => {
  const { status, cancel_requested_at: at } = await world.order(id)
  return status === 'CANCELLED' || at !== null
}
const placeStop = async (): Promise<string> => {
  const params = { conditional_order_type: 'STOP', stop_order_price: 0.1, trigger_order: { qty: 1, buy_flag: false } }
  const body = { ...subaccount(), svc_id: world.svcId(), conditional_order_params: params }
  return (await world.post('/v1/complex-orders', body)).body.complex_order_id
}
const isGone = async (id: string): Promise<boolean> => (await world.complexOrder(id)).status === 'CANCELLED'

/** After this long the claim of a request that died may be taken over. */
const passAMinute = async () => {
  await world.settle()
  await world.pass('61s')
}

interface CancelAll {
  readonly url: string
  readonly filter: () => object
  readonly place: () => Promise<string>
  readonly isOver: (id: string) => Promise<boolean>
}

const CANCELS: readonly CancelAll[] = [
  { url: '/v1/orders/cancel-all', filter: () => ({}), place: () => world.place({ price: 0.2 }), isOver: isCancelled },
  {
    url: '/v1/orders/cancel-all',
    filter: () => ({ svc_ids: [world.svcId()], buy_flag: true }),
    place: () => world.place({ price: 0.2 }),
    isOver: isCancelled,
  },
  { url: '/v1/complex-orders/cancel-all', filter: () => ({}), place: placeStop, isOver: isGone },
]

/** Dies some steps later each time, until a run comes to its end. */
const APART = inThisRun({ usual: 7, long: 1 })

beforeEach(async () => {
  await startWorld()
  await world.simulated.book([[0.4, 100]], [[0.45, 100]])
})

describe.each(CANCELS)('a repeat of $url under one key', ({ url, filter, place, isOver }) => {
  it('gets the first answer, and leaves later orders alone', async () => {
    const body = { ...subaccount(), ...filter() }
    const old = await place()
    await world.settle()
    const first = await world.post(url, body, keyed('k'))
    expect(first.status).toBe(202)
    expect(JSON.stringify(first.body)).toContain(old)
    world.time.now += 1_000
    const newer = await place()
    await world.settle()
    expect(await world.post(url, body, keyed('k'))).toMatchObject({ status: 202, body: first.body, headers: REPLAYED })
    await world.settle()
    expect([await isOver(old), await isOver(newer)]).toEqual([true, false])
    expect(await world.post(url, { ...body, subaccount_id: world.hero.userId }, keyed('k'))).toMatchObject({
      status: 422,
    })
    await world.post(url, body, keyed('another'))
    expect(await isOver(newer)).toBe(true)
    await world.settle()
  })

  it('completes a request that died, and leaves later orders alone', async () => {
    let completed = 0
    for (let dieAt = 1; ; dieAt += APART) {
      const body = { ...subaccount(), ...filter() }
      const old = await place()
      await world.settle()
      const first = await world.post(url, body, { ...keyed(`dies at ${dieAt}`), dieAt })
      await passAMinute()
      const newer = await place()
      await world.settle()
      const again = await world.post(url, body, keyed(`dies at ${dieAt}`))
      expect(again.status, `died at ${dieAt}`).toBe(202)
      await world.settle()
      // A request that died before it had claimed its key has not begun.
      const hasBegun = again.headers['idempotent-replayed'] === 'true'
      expect(await isOver(old), `the old one, died at ${dieAt}`).toBe(true)
      if (hasBegun) expect(await isOver(newer), `the newer one, died at ${dieAt}`).toBe(false)
      if (hasBegun && first.status === 500) completed += 1
      await world.post(url, body)
      await world.settle()
      if (first.status === 202) break
    }
    expect(completed).toBeGreaterThan(0)
  })
})

describe('a repeat under one key', () => {
  it('a repeated cancel of several orders gets the first answer', async () => {
    const id = await world.place({ price: 0.2 })
    await world.settle()
    const body = { svc_order_ids: [id] }
    const first = await world.post('/v1/orders/cancel', body, keyed('several'))
    expect(first.body.cancelled_svc_order_ids).toEqual([id])
    await world.settle()
    const again = await world.post('/v1/orders/cancel', body, keyed('several'))
    expect(again).toMatchObject({ status: 202, body: first.body, headers: REPLAYED })
    expect((await world.post('/v1/orders/cancel', body)).body.cancelled_svc_order_ids).toEqual([])
  })

  it('a repeated halt does not halt a subaccount that was resumed since', async () => {
    const first = await world.post(`${path()}/halt`, undefined, keyed('halt'))
    expect(first.body.halted).toBe(true)
    await world.put(`${path()}/limits`, { halted: false })
    expect(await world.post(`${path()}/halt`, undefined, keyed('halt'))).toMatchObject({
      status: 200,
      body: first.body,
      headers: REPLAYED,
    })
    expect((await world.get(`${path()}/limits`)).body.halted).toBe(false)
  })

  it('a repeated addition does not add members that were removed since', async () => {
    const [a, b] = (await world.get('/v1/markets/search?limit=2')).body.results.map(
      (one: { svc_id: number }) => one.svc_id,
    )
    const created = await world.post('/v1/custom-assets', { ...subaccount(), name: 'basket', svc_ids: [a] })
    const url = `/v1/custom-assets/${created.body.custom_asset_id}/members`
    const first = await world.post(url, { svc_ids: [b] }, keyed('members'))
    expect(first.body.members).toHaveLength(2)
    await world.call('DELETE', url, { svc_ids: [b] })
    expect(await world.post(url, { svc_ids: [b] }, keyed('members'))).toMatchObject({
      body: first.body,
      headers: REPLAYED,
    })
    expect((await world.get(`/v1/custom-assets/${created.body.custom_asset_id}`)).body.members).toHaveLength(1)
  })

  it('a repeated preview gets the first answer', async () => {
    const body = { ...subaccount(), svc_id: world.svcId(), qty: 5, buy_flag: true, price: 0.45 }
    const first = await world.post('/v1/orders/preview', body, keyed('preview'))
    expect(first.status).toBe(200)
    await world.simulated.book([[0.2, 1]], [[0.9, 1]])
    expect(await world.post('/v1/orders/preview', body, keyed('preview'))).toMatchObject({
      body: first.body,
      headers: REPLAYED,
    })
  })
})

describe('an Idempotency-Key', () => {
  const nobody = '01999999-0000-7000-8000-000000000000'
  const withKeys = ROUTES.filter(({ handler: { spec } }) => spec.scope !== 'none').map(({ handler: { spec } }) => spec)

  it('a key of 400 characters is refused by every endpoint that takes an API key', async () => {
    for (const { method, path: route } of withKeys) {
      const url = route.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'svc_id' ? '7' : name === 'exchange_name' ? 'EXCHANGE_A' : nobody,
      )
      const answer = await world.call(method, url, undefined, keyed('k'.repeat(400)))
      expect(answer.status, `${method} ${route}`).toBe(422)
      expect(answer.body.detail, `${method} ${route}`).toContainEqual(
        expect.objectContaining({ type: 'string_too_long', loc: ['header', 'idempotency-key'] }),
      )
    }
  })

  it('is documented on every POST but that of an alert, which its `alert_id` makes once', () => {
    const posts = Object.entries(document.paths).flatMap(([url, methods]) =>
      'post' in methods ? [[url, JSON.stringify(methods.post).includes('IdempotencyKey')]] : [],
    )
    expect(posts.filter(([, takesKey]) => !takesKey)).toEqual([['/v1/hooks/{hook_id}', false]])
  })
})
