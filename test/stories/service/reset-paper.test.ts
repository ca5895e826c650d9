/** A paper account that begins again: its money, positions and limits do, and its history stays. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest()

const reset = (body?: object, key = 'reset') =>
  world.post(`/v1/subaccounts/${world.hero.subaccountId}/paper/reset`, body, { headers: { 'idempotency-key': key } })
/** Cancelled orders take some seconds to leave their books. */
const resetSoon = async (body?: object, key = 'reset') => {
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await reset(body, key)
    if (answer.body.code !== 'live_orders') return answer
    await world.pass('5s')
  }
  throw new Error('the orders do not leave their books')
}
const balance = async () => (await world.get('/v1/balances')).body[0].balance
const positions = async () =>
  (await world.get(`/v1/positions?subaccount_id=${world.hero.subaccountId}&include_closed=true`)).body
    .subaccount_to_positions[0].positions

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  it('a reset ends orders, gives the cash again, and keeps orders and fills as history that counts no more', async () => {
    await startWorld({ accounts: 'paper', exchange, quoted: true })
    const bought = await world.place({ price: 0.44, qty: 10 })
    const resting = await world.place({ price: 0.3, qty: 10 })
    await world.pass('10s')
    expect(await world.order(bought)).toMatchObject({ status: 'EXECUTED', traded_qty: 10, is_paper: true })
    expect(await balance()).toBeLessThan(10_000)
    expect(await positions()).toMatchObject([{ position: 10, is_paper: true }])

    const answer = await resetSoon()
    expect(answer).toMatchObject({ status: 200, body: { accounts: [{ exchange_name: exchange, cash: 10_000 }] } })
    expect(await world.order(resting)).toMatchObject({ status: 'CANCELLED', cancel_code: 'cancel_all' })
    expect(await positions()).toEqual([])
    await world.pass('1m', 5)
    expect(await balance()).toBe(10_000)
    expect(await positions()).toEqual([])
    expect(await world.order(bought)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect((await world.get('/v1/fills')).body.subaccount_to_fills[0].fills).toHaveLength(1)
    // A repeat changes nothing, also after new trades.
    const again = await world.place({ price: 0.44, qty: 5 })
    await world.pass('10s')
    expect(await world.order(again)).toMatchObject({ status: 'EXECUTED' })
    expect((await reset()).body).toEqual(answer.body)
    await world.pass('1m', 5)
    expect(await positions()).toMatchObject([{ position: 5, total_qty_bought: 5, fill_count: 1 }])
    expect(world.log.filter((line) => line.includes('"error"'))).toEqual([])
  })

  it('a reset that dies anywhere is completed by its repeat', async () => {
    await startWorld({ accounts: 'paper', exchange, quoted: true })
    await world.place({ price: 0.44, qty: 10 })
    await world.pass('10s')
    const path = `/v1/subaccounts/${world.hero.subaccountId}/paper/reset`
    for (let dieAt = 5; dieAt < 60; dieAt += 9) {
      const headers = { 'idempotency-key': `reset-${dieAt}` }
      await world.post(path, { cash: 700 }, { headers, dieAt }).catch(() => null)
      await world.pass('70s', 10)
      expect(await resetSoon({ cash: 700 }, `reset-${dieAt}`)).toMatchObject({ status: 200 })
      expect(await balance()).toBe(700)
      expect(await positions()).toEqual([])
    }
    const credentials = `/v1/subaccounts/${world.hero.subaccountId}/credentials/${exchange}`
    expect((await world.get(credentials)).body.paper).toEqual({ cash: 700 })
  })
})

it('only a paper account begins again', async () => {
  await startWorld({ exchange: 'EXCHANGE_A' })
  expect(await reset()).toMatchObject({ status: 409, body: { code: 'not_paper' } })
})
