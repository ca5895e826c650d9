/** A DELETE of a subaccount takes nothing out of sight that is held, and no key removes what a wider one has stored. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest()

const MARKET = { order_type: 'MARKET', price: null, time_in_force: null }

const empty = async (): Promise<string> => (await world.post('/v1/subaccounts', { name: 'empty' })).body.subaccount_id

const remove = (subaccountId: string, key = world.hero.key) => world.delete(`/v1/subaccounts/${subaccountId}`, { key })

const remains = async (subaccountId: string) => (await world.get(`/v1/subaccounts/${subaccountId}`)).body

describe('a key that may trade', () => {
  it('deletes a subaccount in which no wider key has stored anything', async () => {
    await startWorld()
    expect((await remove(await empty(), await world.newKey('trade'))).status).toBe(204)
  })

  it.each([
    ['a risk limit', { max_order_qty: 5 }],
    ['a halt', { halted: true }],
  ])('deletes no subaccount with %s', async (_, limits) => {
    await startWorld()
    const [id, key] = [await empty(), await world.newKey('trade')]
    expect((await world.put(`/v1/subaccounts/${id}/limits`, limits)).status).toBe(200)
    const { status, body } = await remove(id, key)
    expect([status, body.code]).toEqual([403, 'scope_missing'])
    expect(body.detail).toContain('risk limits')
    expect(await remains(id)).toMatchObject({ is_active: true })
    expect((await remove(id)).status).toBe(204)
  })

  it('deletes no subaccount with credentials', async () => {
    await startWorld()
    const { subaccountId } = world.hero
    const { status, body } = await remove(subaccountId, await world.newKey('trade'))
    expect([status, body.code]).toEqual([403, 'scope_missing'])
    expect(body.detail).toContain('credentials')
    expect(await remains(subaccountId)).toMatchObject({ is_active: true })
    expect(await world.ports.credentials.get(subaccountId, 'EXCHANGE_A')).not.toBeNull()
  })

  it('a key whose request dies removes no limits that are set meanwhile', async () => {
    await startWorld()
    const [id, key] = [await empty(), await world.newKey('trade')]
    for (let dieAt = 1; (await remains(id)).is_active; dieAt += 1)
      await world.delete(`/v1/subaccounts/${id}`, { key, dieAt }).catch(() => null)
    expect((await world.put(`/v1/subaccounts/${id}/limits`, { max_order_qty: 5 })).status).toBe(200)
    await world.pass('3m', 10)
    expect(await remains(id)).toMatchObject({ is_active: true })
  })
})

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  it('a subaccount with a position stays, with its credentials, and the refusal says what to do', async () => {
    await startWorld({ exchange })
    const { subaccountId } = world.hero
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.place({ ...MARKET, qty: 5 })
    await world.settle()
    // Its fills are not stored yet.
    expect(await remove(subaccountId)).toMatchObject({ status: 409, body: { code: 'subaccount_in_use' } })
    await world.pass('60s')
    const { status, body } = await remove(subaccountId)
    expect([status, body.code]).toEqual([409, 'subaccount_in_use'])
    expect(body.detail).toContain(String(world.svcId()))
    expect(body.detail).toContain('POST /v1/positions/close')
    expect(await remains(subaccountId)).toMatchObject({ is_active: true })
    const { subaccount_to_positions: shown } = (await world.get('/v1/positions')).body
    expect(shown).toMatchObject([{ positions: [{ position: 5 }] }])
    await world.post('/v1/positions/close', { subaccount_id: subaccountId })
    await world.pass('60s')
    expect((await remove(subaccountId)).status).toBe(204)
  })

  it.each(['no', 'yes'] as const)(
    'a position whose market is decided with %s keeps its subaccount until it is paid',
    async (outcome) => {
      await startWorld({ exchange, quoted: true })
      await world.place({ ...MARKET, qty: 5 })
      await world.pass('60s')
      await world.simulated.resolve(outcome)
      await world.pass('5s')
      expect(await remove(world.hero.subaccountId)).toMatchObject({ status: 409, body: { code: 'subaccount_in_use' } })
      await world.pass('15m', 10)
      expect((await remove(world.hero.subaccountId)).status).toBe(204)
    },
  )
})
