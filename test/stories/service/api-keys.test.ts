/** The life and death of API keys: rights to create and revoke keys, and the reach of a leaked one. */

import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#domain/kernel/time.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()

const USER = '01a1fd00-0000-7000-8000-000000000000'

const created = async (key: string, scope: string): Promise<{ key: string; id: string }> => {
  const answer = await world.post('/v1/api-keys', { name: `a ${scope} key`, scope }, { key })
  expect(answer).toMatchObject({ status: 201, body: { scope } })
  return { key: answer.body.api_key, id: answer.body.api_key_id }
}
const idOf = (key: string): string => key.split('_')[1] ?? ''
const works = async (key: string): Promise<boolean> => (await world.get('/v1/orders', { key })).status === 200
const revoke = (key: string, id: string) => world.delete(`/v1/api-keys/${id}`, { key })

describe('a leaked key of scope trade', () => {
  it('creates no key, revokes none, and changes neither credentials nor webhooks nor limits; it halts', async () => {
    const { key } = await created(world.hero.key, 'trade')
    const of = `/v1/subaccounts/${world.hero.subaccountId}`
    for (const answer of [
      await world.post('/v1/api-keys', { name: 'mine', scope: 'read' }, { key }),
      await revoke(key, idOf(world.hero.key)),
      await world.put(`${of}/credentials/EXCHANGE_A`, {}, { key }),
      await world.delete(`${of}/credentials/EXCHANGE_A`, { key }),
      await world.post('/v1/webhooks', {}, { key }),
      await world.put(`${of}/limits`, { halted: false }, { key }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
    }
    expect(await works(world.hero.key)).toBe(true)
    expect(await world.post(`${of}/halt`, undefined, { key })).toMatchObject({ status: 200, body: { halted: true } })
    expect((await world.get(`${of}/limits`)).body).toMatchObject({ halted: true })
  })
})

describe('a leaked key of scope admin', () => {
  it('ends with every key derived from it, at the moment its maker revokes it', async () => {
    const leaked = await created(world.hero.key, 'admin')
    const child = await created(leaked.key, 'admin')
    const grandchild = await created(child.key, 'read')
    const sibling = await created(world.hero.key, 'read')
    expect((await revoke(world.hero.key, leaked.id)).status).toBe(204)
    for (const { key } of [leaked, child, grandchild]) expect(await works(key)).toBe(false)
    for (const key of [sibling.key, world.hero.key]) expect(await works(key)).toBe(true)
    const listed = (await world.get('/v1/api-keys')).body as Array<{ api_key_id: string; made_by: string | null }>
    expect(listed.map((one) => [one.api_key_id, one.made_by])).toEqual([
      [idOf(world.hero.key), null],
      [sibling.id, idOf(world.hero.key)],
    ])
  })

  it('has its streams closed even if the request dies right after the revocation', async () => {
    const leaked = await created(world.hero.key, 'admin')
    const isRevoked = async () => (await world.ports.apiKeys.get(leaked.id))?.revokedAt !== null
    for (let step = 1; !(await isRevoked()); step += 1)
      await world.delete(`/v1/api-keys/${leaked.id}`, { dieAt: step }).catch(() => null)
    const looks = () =>
      world.queues.sent.filter(({ queue }) => queue === 'push-changes').map(({ body }) => JSON.parse(body))
    expect(looks()).toEqual([])
    await world.pass('70s', 5)
    expect(looks()).toEqual([{ userId: world.hero.userId }])
    await world.pass('3m', 10)
    expect(looks()).toHaveLength(1)
  })

  it('creates no key at the moment of its revocation', async () => {
    const leaked = await created(world.hero.key, 'admin')
    const { ring } = world.ports.apiKeys
    Object.assign(world.ports.apiKeys, {
      ring: async (...requested: Parameters<typeof ring>) => {
        Object.assign(world.ports.apiKeys, { ring })
        await revoke(world.hero.key, leaked.id)
        return ring(...requested)
      },
    })
    const answer = await world.post('/v1/api-keys', { name: 'late', scope: 'admin' }, { key: leaked.key })
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect((await world.get('/v1/api-keys')).body).toHaveLength(1)
  })

  it('ends together with a key that it creates at the moment of its revocation', async () => {
    const leaked = await created(world.hero.key, 'admin')
    const { apiKeys } = world.ports
    const { revoke: stored } = apiKeys
    let child = { key: '', id: '' }
    Object.assign(apiKeys, {
      revoke: async (...requests: Parameters<typeof stored>) => {
        Object.assign(apiKeys, { revoke: stored })
        child = await created(leaked.key, 'admin')
        return stored(...requests)
      },
    })
    expect((await revoke(world.hero.key, leaked.id)).status).toBe(204)
    for (const { key } of [leaked, child]) expect(await works(key)).toBe(false)
  })

  it('revokes itself and its own keys, but neither its maker nor its siblings', async () => {
    const leaked = await created(world.hero.key, 'admin')
    const sibling = await created(world.hero.key, 'trade')
    const child = await created(leaked.key, 'read')
    for (const id of [idOf(world.hero.key), sibling.id])
      expect(await revoke(leaked.key, id)).toMatchObject({ status: 403, body: { code: 'not_its_maker' } })
    expect((await revoke(leaked.key, child.id)).status).toBe(204)
    expect((await revoke(leaked.key, leaked.id)).status).toBe(204)
    expect(await works(sibling.key)).toBe(true)
  })

  it('a second revocation, or one of another user’s key, is answered as for a missing key', async () => {
    const leaked = await created(world.hero.key, 'read')
    const stranger = await world.newKey('admin', USER)
    expect(await revoke(stranger, leaked.id)).toMatchObject({ status: 404 })
    expect((await revoke(world.hero.key, leaked.id)).status).toBe(204)
    expect(await revoke(world.hero.key, leaked.id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('keys', () => {
  it('never create a wider one', async () => {
    const admin = await created(world.hero.key, 'admin')
    expect((await created(admin.key, 'admin')).key).toContain('pmt_')
    const reader = await created(world.hero.key, 'read')
    expect(await world.post('/v1/api-keys', { name: 'x', scope: 'read' }, { key: reader.key })).toMatchObject({
      status: 403,
    })
  })

  it('are at most twenty for a user, even when they are created in parallel', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => world.post('/v1/api-keys', { name: `number ${n}` })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(6)
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'too_many_keys' } })
    expect((await world.get('/v1/api-keys')).body).toHaveLength(20)
  })

  it('show the time, to the hour, and the address of their last use', async () => {
    const { key, id } = await created(world.hero.key, 'read')
    const shown = async () =>
      ((await world.get('/v1/api-keys')).body as Array<{ api_key_id: string }>).find((one) => one.api_key_id === id)
    expect(await shown()).toMatchObject({ last_used_at: null, last_used_from: null })
    await works(key)
    const first = new Date(world.time.now).toISOString()
    expect(await shown()).toMatchObject({ last_used_at: first, last_used_from: '127.0.0.1' })
    world.time.now += 59 * MINUTE
    await works(key)
    expect(await shown()).toMatchObject({ last_used_at: first })
    world.time.now += HOUR
    await works(key)
    expect(await shown()).toMatchObject({ last_used_at: new Date(world.time.now).toISOString() })
  })
})
