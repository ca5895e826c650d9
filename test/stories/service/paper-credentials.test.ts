/** Credentials of paper accounts: play money in a paper service, keys of the exchange in any other one, and no mixture. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest()

const place = (exchange: string) => `/v1/subaccounts/${world.hero.subaccountId}/credentials/${exchange}`
const KEYS = {
  EXCHANGE_A: { api_key_id: 'a952bcbe-ec3b-4b5b-b8f9-11dae589608c', private_key: 'pem' },
  EXCHANGE_B: { private_key: `0x${'1'.repeat(64)}`, signature_type: 0 },
}

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  it('a paper service stores play money, shows it, and trades with it', async () => {
    await startWorld({ accounts: 'paper', exchange, quoted: true })
    expect(await world.get(place(exchange))).toMatchObject({ status: 200, body: { paper: { cash: 10_000 } } })
    expect((await world.get('/v1/balances')).body).toMatchObject([{ exchange_name: exchange, balance: 10_000 }])
    const orderId = await world.place({ price: 0.3, qty: 10 })
    await world.pass('5s')
    expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', is_paper: true })
    expect(world.exchangeCallsTo(/^(POST|DELETE) .*\/orders?$/)).toBe(0)
    const changed = await world.put(place(exchange), { paper: { cash: 500.5 } })
    expect(changed).toMatchObject({ status: 200, body: { paper: { cash: 500.5 } } })
  })

  it('a paper service refuses a key of the exchange, and asks the exchange nothing', async () => {
    await startWorld({ accounts: 'paper', exchange })
    const calls = world.exchangeCalls
    const refused = await world.put(place(exchange), KEYS[exchange])
    expect(refused).toMatchObject({ status: 409, body: { code: 'account_kind' } })
    expect(refused.body.detail).toContain('Send {"paper": {"cash": 10000}}')
    expect(world.exchangeCalls).toBe(calls)
  })

  it('a service with other accounts refuses paper credentials', async () => {
    await startWorld({ exchange })
    const refused = await world.put(place(exchange), { paper: { cash: 10_000 } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'account_kind' } })
    expect(refused.body.detail).toContain('Send a key of the exchange')
    expect((await world.get(place(exchange))).body.paper).toBeNull()
  })
})

it.each([
  [{ paper: {} }, ['body', 'paper', 'cash'], 'missing'],
  [{ paper: { cash: 0 } }, ['body', 'paper', 'cash'], 'greater_than_equal'],
  [{ paper: { cash: 100_000_001 } }, ['body', 'paper', 'cash'], 'less_than_equal'],
  [{ paper: { cash: 'much' } }, ['body', 'paper', 'cash'], 'float_parsing'],
  [{ paper: { cash: 1 }, api_key_id: 'id' }, ['body', 'api_key_id'], 'extra_forbidden'],
])('the body %j is refused at its field', async (body, loc, type) => {
  await startWorld({ accounts: 'paper', exchange: 'EXCHANGE_A' })
  expect(await world.put(place('EXCHANGE_A'), body)).toMatchObject({ status: 422, body: { detail: [{ loc, type }] } })
})
