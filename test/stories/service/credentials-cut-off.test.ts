/** Requests that store credentials or delete a subaccount and die on the way: nothing is left halfway without a word. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

/** Every step of a request is its last one once. Steps beyond its end let it live. */
const steps = (most: number): readonly number[] => Array.from({ length: most }, (_, n) => n)

/** A user of its own for each play. */
const newUser = (n: number): Promise<string> => world.newKey('admin', userOf(n))
const userOf = (n: number): string => `019aa5a0-0000-7000-8000-${String(n).padStart(12, '0')}`

describe.each(EXCHANGE_NAMES)('PUT of credentials of %s', (exchange) => {
  it('a PUT that dies has stored nothing, or the positions show without another request', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.4, 500]], [[0.5, 500]])
    await world.place({ qty: 10, price: 0.5 })
    await world.pass('90s', 2)
    const plays = []
    for (const dieAt of steps(40)) {
      const key = await newUser(dieAt)
      const { subaccount_id } = (await world.post('/v1/subaccounts', { name: 'cut off' }, { key })).body
      const path = `/v1/subaccounts/${subaccount_id}/credentials/${exchange}`
      const stored = await world.put(path, world.simulated.credentials, { key, dieAt }).catch(() => null)
      plays.push({ dieAt, key, subaccount_id, isCut: stored?.status !== 200 })
    }
    await world.pass('5m', 5)
    const shown = []
    for (const { dieAt, key, subaccount_id } of plays) {
      const { body } = await world.get(`/v1/positions?subaccount_id=${subaccount_id}`, { key })
      const held = body.subaccount_to_positions[0]?.positions[0]?.position ?? 0
      const { status } = await world.get(`/v1/subaccounts/${subaccount_id}/credentials/${exchange}`, { key })
      shown.push({ dieAt, status, held })
    }
    expect(shown.filter(({ status, held }) => held !== (status === 200 ? 10 : 0))).toEqual([])
    // The play knows both ends.
    expect(shown.some(({ status }) => status === 404)).toBe(true)
    expect(plays.some(({ isCut }) => !isCut)).toBe(true)
  })
})

it('a DELETE of a subaccount that dies leaves it unchanged or inactive, and its repeat completes it', async () => {
  await startWorld()
  let isCut = true
  for (const dieAt of steps(60)) {
    if (!isCut) return
    const key = await newUser(dieAt)
    const { subaccount_id } = (await world.post('/v1/subaccounts', { name: 'cut off' }, { key })).body
    const path = `/v1/subaccounts/${subaccount_id}`
    const credentials = `${path}/credentials/EXCHANGE_A`
    expect((await world.put(credentials, world.simulated.credentials, { key })).status).toBe(200)
    const svc_ids = [world.svcId()]
    for (const name of ['one', 'two']) await world.post('/v1/custom-assets', { subaccount_id, name, svc_ids }, { key })
    const cut = await world.delete(path, { key, dieAt }).catch(() => null)
    isCut = cut?.status !== 204
    const left = await world.get(path, { key })
    if (left.status === 200) {
      expect((await world.get(credentials, { key })).status).toBe(200)
      expect((await world.get('/v1/custom-assets', { key })).body).toHaveLength(2)
    }
    expect((await world.delete(path, { key })).status, `at step ${dieAt}`).toBe(left.status === 200 ? 204 : 404)
    expect((await world.get('/v1/subaccounts', { key })).body).toEqual([])
    expect(await world.ports.customAssets.list(userOf(dieAt)), `at step ${dieAt}`).toEqual([])
    // The account at the exchange is free.
    const next = (await world.post('/v1/subaccounts', { name: 'next' }, { key })).body
    const again = `/v1/subaccounts/${next.subaccount_id}/credentials/EXCHANGE_A`
    expect((await world.put(again, world.simulated.credentials, { key })).status).toBe(200)
  }
  throw new Error('the request has no end')
})
