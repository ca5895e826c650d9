/** Keys that end with more others than are revoked at once. */

import { describe, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld({ quotas: { api_keys: 200 } })

const make = async (key: string): Promise<{ key: string; id: string }> => {
  const { body } = await world.post('/v1/api-keys', { name: 'one of many', scope: 'admin' }, { key })
  return { key: body.api_key, id: body.api_key_id }
}

/** A key that made more than a hundred others, and the one that made it. */
const withMany = async () => {
  const maker = await make(world.hero.key)
  const leaked = await make(maker.key)
  const all = [leaked]
  // Some were made one by the other, so that a chain is cut in its middle.
  for (let n = 0; n < 120; n += 1) all.push(await make((n % 2 === 0 ? all.at(-1) : leaked)?.key ?? ''))
  return { maker, leaked, all }
}
const working = async (keys: ReadonlyArray<{ key: string }>): Promise<number> => {
  const answers = await Promise.all(keys.map(({ key }) => world.get('/v1/quotas', { key })))
  return answers.filter(({ status }) => status === 200).length
}

describe('a key with more descendants than are revoked at once', () => {
  it('leaves no descendant if its revocation dies midway and is repeated', async () => {
    const { maker, leaked, all } = await withMany()
    const { apiKeys } = world.ports
    const { revoke: stored } = apiKeys
    let times = 0
    const dies: typeof stored = async (...requested) => {
      times += 1
      if (times === 2) throw new Error('it dies')
      return stored(...requested)
    }
    Object.assign(apiKeys, { revoke: dies })
    const path = `/v1/api-keys/${leaked.id}`
    expect((await world.delete(path, { key: maker.key })).status).toBe(500)
    expect(await working([leaked])).toBe(0)
    expect(await working(all)).toBeGreaterThan(0)
    Object.assign(apiKeys, { revoke: stored })
    expect((await world.delete(path, { key: maker.key })).status).toBe(204)
    expect(await working(all)).toBe(0)
    expect((await world.delete(path, { key: maker.key })).status).toBe(404)
    expect(await working([maker, world.hero])).toBe(2)
  })

  it('leaves no descendant if another key is created meanwhile', async () => {
    const { maker, leaked, all } = await withMany()
    const { apiKeys } = world.ports
    const { revoke: stored } = apiKeys
    let times = 0
    const late: typeof stored = async (...requests) => {
      times += 1
      if (times === 2) await make(world.hero.key)
      return stored(...requests)
    }
    Object.assign(apiKeys, { revoke: late })
    expect((await world.delete(`/v1/api-keys/${leaked.id}`, { key: maker.key })).status).toBe(204)
    expect(await working(all)).toBe(0)
    expect(await working([maker, world.hero])).toBe(2)
  })
})
