/** Custom assets through the real endpoints. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basketTarget } from '#domain/complex-orders/target.ts'
import { sampleConditional } from '../../domain/contingent/complex-samples.ts'
import { startWorld, type World } from '../../support/world.ts'

let world: World
let svcIds: readonly number[]
let stranger: string
beforeAll(async () => {
  world = await startWorld()
  svcIds = (await world.get('/v1/markets/search?limit=130')).body.results.map(
    ({ svc_id }: { svc_id: number }) => svc_id,
  )
  stranger = await world.newKey('admin', '0193a1b2-0000-7000-8000-00000000dddd')
})
afterAll(() => world.stop())

const NOBODY = '01a1fd00-0000-7000-8000-000000000001'
const UNKNOWN = 12_345

const create = async (more: object = {}) =>
  world.post('/v1/custom-assets', { subaccount_id: world.hero.subaccountId, name: 'basket', ...more })
const created = async (more: object = {}): Promise<string> => (await create(more)).body.custom_asset_id
const membersOf = (body: { members: { svc_id: number }[] }) => body.members.map(({ svc_id }) => svc_id)
const take = (from: number, to: number) => svcIds.slice(from, to)
/** DELETE with a body. */
const remove = (id: string, body: unknown, given = {}) =>
  world.call('DELETE', `/v1/custom-assets/${id}/members`, body, given)

describe('a custom asset', () => {
  it('is created with the full records of its markets, and reads back the same', async () => {
    const [first = 0, second = 0] = svcIds
    const answer = await create({ name: 'Two bets', description: 'both', svc_ids: [second, first, second] })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      custom_asset_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subaccount_id: world.hero.subaccountId,
      name: 'Two bets',
      description: 'both',
      allocation: 'EQUAL',
      inserted_at: new Date(world.time.now).toISOString(),
      updated_at: new Date(world.time.now).toISOString(),
      members: [(await world.get(`/v1/markets/${second}`)).body, (await world.get(`/v1/markets/${first}`)).body],
    })
    const read = await world.get(`/v1/custom-assets/${answer.body.custom_asset_id}`)
    expect(read).toMatchObject({ status: 200, body: answer.body })
  })

  it('may begin empty, without a description, and with up to 100 members', async () => {
    expect((await create()).body).toMatchObject({ description: null, allocation: 'EQUAL', members: [] })
    expect((await create({ svc_ids: take(0, 100), allocation: 'BEST_PRICE' })).body.members).toHaveLength(100)
  })

  it('is created once by a request that is repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'basket-1' }
    const body = { subaccount_id: world.hero.subaccountId, name: 'once', svc_ids: take(0, 2) }
    const first = await world.post('/v1/custom-assets', body, { headers })
    const second = await world.post('/v1/custom-assets', body, { headers })
    expect(second.body).toEqual(first.body)
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    const all = (await world.get('/v1/custom-assets')).body
    expect(all.filter(({ name }: { name: string }) => name === 'once')).toHaveLength(1)
  })

  it('is changed field by field, and shown without its members then', async () => {
    const id = await created({ name: 'before', description: 'text', svc_ids: take(0, 1) })
    await world.pass('2s')
    const changed = await world.patch(`/v1/custom-assets/${id}`, { name: 'after', allocation: 'BEST_PRICE' })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'after', description: 'text', allocation: 'BEST_PRICE' },
    })
    expect(changed.body.members).toBeUndefined()
    expect(changed.body.updated_at > changed.body.inserted_at).toBe(true)
    expect((await world.patch(`/v1/custom-assets/${id}`, { description: null })).body).toMatchObject({
      name: 'after',
      description: null,
    })
    await world.pass('2s')
    const same = await world.patch(`/v1/custom-assets/${id}`, { name: 'after' })
    expect(same.body.updated_at < new Date(world.time.now).toISOString()).toBe(true)
  })

  it('is listed, oldest first, for all subaccounts or for one', async () => {
    const other = (await world.post('/v1/subaccounts', { name: 'other' })).body.subaccount_id
    const first = await created({ subaccount_id: other })
    await world.pass('1s')
    const second = await created({ subaccount_id: other })
    const ids = async (query: string) =>
      (await world.get(`/v1/custom-assets${query}`)).body.map((one: { custom_asset_id: string }) => one.custom_asset_id)
    expect(await ids(`?subaccount_id=${other}`)).toEqual([first, second])
    expect((await ids('')).slice(-2)).toEqual([first, second])
    expect(await ids(`?subaccount_id=${NOBODY}`)).toEqual([])
    expect((await world.get('/v1/custom-assets')).body[0].members).toBeUndefined()
  })

  it('is deleted, and gone then', async () => {
    const id = await created()
    expect(await world.delete(`/v1/custom-assets/${id}`)).toMatchObject({ status: 204, body: null })
    expect((await world.get(`/v1/custom-assets/${id}`)).status).toBe(404)
    expect((await world.delete(`/v1/custom-assets/${id}`)).status).toBe(404)
  })

  it('cannot be deleted while an order on it is live, and the order is still there afterwards', async () => {
    await world.simulated.book([[0.4, 100]], [[0.45, 100]])
    const id = await created({ svc_ids: [world.svcId()] })
    const market = { order_type: 'MARKET', buy_flag: true, qty: 5 }
    const orderId = await world.place({
      ...market,
      price: undefined,
      time_in_force: undefined,
      svc_id: undefined,
      custom_asset_id: id,
    })
    const refused = {
      status: 409,
      body: {
        detail: 'The custom asset has live orders or complex orders. Cancel them, and wait until they have ended.',
        code: 'custom_asset_in_use',
      },
    }
    expect(await world.delete(`/v1/custom-assets/${id}`)).toMatchObject(refused)
    await world.pass('20s')
    expect(await world.delete(`/v1/custom-assets/${id}`)).toMatchObject({ status: 204 })
    expect(await world.order(orderId)).toMatchObject({ status: 'EXECUTED', custom_asset_id: id, traded_qty: 5 })
  })

  it('cannot be deleted while a complex order watches it', async () => {
    const id = await created({ svc_ids: take(0, 1) })
    const stop = sampleConditional({ userId: world.hero.userId, complexOrderId: NOBODY })
    const target = basketTarget({ customAssetId: id, label: null, allocation: 'BEST_PRICE' }, [])
    await world.ports.complexOrders.save({ newComplexOrders: [{ ...stop, target, dueAt: null }] })
    expect((await world.delete(`/v1/custom-assets/${id}`)).body).toMatchObject({ code: 'custom_asset_in_use' })
    const stored = await world.ports.complexOrders.get(NOBODY)
    if (stored === null) throw new Error('the stop was not stored')
    await world.ports.complexOrders.save({ changedComplexOrders: [{ ...stored, status: 'CANCELLED' }] })
    expect((await world.delete(`/v1/custom-assets/${id}`)).status).toBe(204)
  })

  it('is deleted with its subaccount', async () => {
    const other = (await world.post('/v1/subaccounts', { name: 'short' })).body.subaccount_id
    const id = await created({ subaccount_id: other })
    expect((await world.delete(`/v1/subaccounts/${other}`)).status).toBe(204)
    expect((await world.get(`/v1/custom-assets/${id}`)).status).toBe(404)
    const left = (await world.get('/v1/custom-assets')).body
    expect(left.map((one: { custom_asset_id: string }) => one.custom_asset_id)).not.toContain(id)
    expect(await world.ports.customAssets.get(world.hero.userId, id)).toBeNull()
  })
})

describe('the members of a custom asset', () => {
  it('the members are a set: adding one twice and removing an absent one have no effect', async () => {
    const id = await created({ svc_ids: take(0, 2) })
    const path = `/v1/custom-assets/${id}/members`
    const added = await world.post(path, { svc_ids: [svcIds[2], svcIds[1], svcIds[2]] })
    expect(added.status).toBe(200)
    expect(membersOf(added.body)).toEqual(take(0, 3))
    expect(membersOf((await world.post(path, { svc_ids: [] })).body)).toEqual(take(0, 3))
    const removed = await remove(id, { svc_ids: [svcIds[0], svcIds[9]] })
    expect(removed.status).toBe(200)
    expect(membersOf(removed.body)).toEqual(take(1, 3))
    expect(membersOf((await world.get(`/v1/custom-assets/${id}`)).body)).toEqual(take(1, 3))
  })

  it('stay as they are when one of the named markets does not exist', async () => {
    const id = await created({ svc_ids: take(0, 2) })
    const missing = { status: 404, body: { detail: `Market ${UNKNOWN} not found`, code: 'not_found' } }
    expect(await create({ svc_ids: [svcIds[0], UNKNOWN] })).toMatchObject(missing)
    expect(await world.post(`/v1/custom-assets/${id}/members`, { svc_ids: [svcIds[5], UNKNOWN] })).toMatchObject(
      missing,
    )
    expect(await remove(id, { svc_ids: [svcIds[0], UNKNOWN] })).toMatchObject(missing)
    expect(membersOf((await world.get(`/v1/custom-assets/${id}`)).body)).toEqual(take(0, 2))
  })

  it('are 100 at most, however they are added', async () => {
    const id = await created({ svc_ids: take(0, 99) })
    const path = `/v1/custom-assets/${id}/members`
    expect(await world.post(path, { svc_ids: take(98, 101) })).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            type: 'value_error',
            loc: ['body', 'svc_ids'],
            msg: 'Value error, a custom asset has at most 100 members, and this would make 101',
            input: take(98, 101),
            ctx: { error: {} },
          },
        ],
      },
    })
    expect((await world.get(`/v1/custom-assets/${id}`)).body.members).toHaveLength(99)
    expect((await world.post(path, { svc_ids: take(98, 100) })).body.members).toHaveLength(100)
  })

  it('are all kept when two requests add at the same moment', async () => {
    const id = await created()
    const path = `/v1/custom-assets/${id}/members`
    await Promise.all(take(0, 6).map((svcId) => world.post(path, { svc_ids: [svcId] })))
    expect(membersOf((await world.get(`/v1/custom-assets/${id}`)).body).sort()).toEqual([...take(0, 6)].sort())
  })
})

describe('a refused request for a custom asset', () => {
  it('the refusal names every fault of a request', async () => {
    const invalid = async (body: object) => {
      const { status, body: answer } = await world.post('/v1/custom-assets', body)
      expect(status).toBe(422)
      return answer.detail
    }
    expect(await invalid({})).toEqual([
      { type: 'missing', loc: ['body', 'subaccount_id'], msg: 'Field required', input: {} },
      { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: {} },
    ])
    const given = {
      subaccount_id: world.hero.subaccountId,
      name: '',
      description: 'x'.repeat(501),
      svc_ids: ['x', 1.5],
    }
    expect(await invalid({ ...given, allocation: 'CHEAP' })).toEqual([
      {
        type: 'string_too_short',
        loc: ['body', 'name'],
        msg: 'String should have at least 1 character',
        input: '',
        ctx: { min_length: 1 },
      },
      {
        type: 'string_too_long',
        loc: ['body', 'description'],
        msg: 'String should have at most 500 characters',
        input: given.description,
        ctx: { max_length: 500 },
      },
      {
        type: 'int_parsing',
        loc: ['body', 'svc_ids', 0],
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input: 'x',
      },
      {
        type: 'int_from_float',
        loc: ['body', 'svc_ids', 1],
        msg: 'Input should be a valid integer, got a number with a fractional part',
        input: 1.5,
      },
      {
        type: 'enum',
        loc: ['body', 'allocation'],
        msg: "Input should be 'EQUAL' or 'BEST_PRICE'",
        input: 'CHEAP',
        ctx: { expected: "'EQUAL' or 'BEST_PRICE'" },
      },
    ])
    const many = Array.from({ length: 101 }, (_, n) => n)
    expect(await invalid({ ...given, name: 'x', description: null, svc_ids: many })).toEqual([
      {
        type: 'too_long',
        loc: ['body', 'svc_ids'],
        msg: 'List should have at most 100 items after validation, not 101',
        input: many,
        ctx: { field_type: 'List', max_length: 100, actual_length: 101 },
      },
    ])
    const id = await created()
    expect((await world.patch(`/v1/custom-assets/${id}`, { name: null })).body.detail).toMatchObject([
      { type: 'string_type', loc: ['body', 'name'] },
    ])
    expect((await world.patch(`/v1/custom-assets/${id}`, { name: 'x'.repeat(256) })).body.detail).toMatchObject([
      { type: 'string_too_long', loc: ['body', 'name'] },
    ])
    expect((await remove(id, {})).body.detail).toMatchObject([{ type: 'missing', loc: ['body', 'svc_ids'] }])
    expect((await world.get('/v1/custom-assets/7')).body.detail).toMatchObject([
      { type: 'uuid_parsing', loc: ['path', 'custom_asset_id'] },
    ])
  })

  it('every request about another user’s custom asset is answered as if it did not exist', async () => {
    const id = await created({ svc_ids: take(0, 1) })
    const given = { key: stranger }
    const gone = { status: 404, body: { detail: 'Custom asset not found', code: 'not_found' } }
    for (const nobody of [id, NOBODY]) {
      const path = `/v1/custom-assets/${nobody}`
      expect(await world.get(path, given)).toMatchObject(gone)
      expect(await world.patch(path, { name: 'mine' }, given)).toMatchObject(gone)
      expect(await world.delete(path, given)).toMatchObject(gone)
      expect(await world.post(`${path}/members`, { svc_ids: take(1, 2) }, given)).toMatchObject(gone)
      expect(await remove(nobody, { svc_ids: take(0, 1) }, given)).toMatchObject(gone)
    }
    expect((await world.get('/v1/custom-assets', given)).body).toEqual([])
    expect((await world.get(`/v1/custom-assets?subaccount_id=${world.hero.subaccountId}`, given)).body).toEqual([])
    expect(
      await world.post('/v1/custom-assets', { subaccount_id: world.hero.subaccountId, name: 'x' }, given),
    ).toMatchObject({
      status: 404,
      body: { detail: 'Subaccount not found', code: 'not_found' },
    })
    expect(membersOf((await world.get(`/v1/custom-assets/${id}`)).body)).toEqual(take(0, 1))
  })

  it('every change with a read-only key is refused', async () => {
    const reader = { key: await world.newKey('read') }
    const id = await created()
    expect((await world.get(`/v1/custom-assets/${id}`, reader)).status).toBe(200)
    expect((await world.post('/v1/custom-assets', {}, reader)).status).toBe(403)
    expect((await world.patch(`/v1/custom-assets/${id}`, {}, reader)).status).toBe(403)
    expect((await world.delete(`/v1/custom-assets/${id}`, reader)).status).toBe(403)
    expect((await world.post(`/v1/custom-assets/${id}/members`, {}, reader)).status).toBe(403)
    expect((await remove(id, {}, reader)).status).toBe(403)
  })
})
