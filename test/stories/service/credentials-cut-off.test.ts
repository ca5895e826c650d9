/** Requests that store credentials or delete a subaccount and die on the way: nothing is left halfway without a word. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

/** Every step of a request, or one in some, is its last one once. Steps beyond its end let it live. */
const steps = (apart: number, most: number): readonly number[] =>
  Array.from({ length: Math.ceil(most / apart) }, (_, n) => n * apart)

/** A user of its own for each play. */
const newUser = (n: number): Promise<string> =>
  world.newKey('admin', `019aa5a0-0000-7000-8000-${String(n).padStart(12, '0')}`)

describe.each(EXCHANGE_NAMES)('PUT of credentials of %s', (exchange) => {
  it('that dies has stored nothing, or what the account holds shows without another request', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.4, 500]], [[0.5, 500]])
    await world.place({ qty: 10, price: 0.5 })
    await world.pass('90s', 2)
    const plays = []
    for (const dieAt of steps(inThisRun({ usual: 1, long: 1 }), 40)) {
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
