/** An exchange that no longer accepts a key is found out by the polls of the account, without a request of its owner. */

import { expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const WORDS = {
  EXCHANGE_A: { error: { code: 'authentication_error', message: 'authentication_error' } },
  EXCHANGE_B: { error: 'Unauthorized/Invalid api key' },
}

const rights = async (exchange: ExchangeName) => {
  const { body } = await world.get(`/v1/subaccounts/${world.hero.subaccountId}/credentials/${exchange}`)
  return body.readiness.find(({ check }: { check: string }) => check === 'rights')
}

it.each(EXCHANGE_NAMES)(
  'the readiness says that %s refuses the key, and that it takes the key again; the order stays',
  async (exchange) => {
    await startWorld({ exchange, quoted: true })
    const order = await world.place({ qty: 20, price: 0.05 })
    await world.pass('20s')
    await world.simulated.fault({ kind: 'status', status: 401, body: WORDS[exchange] })
    await world.pass('2m')
    expect(await rights(exchange)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('does not accept the key any more'),
    })
    await world.simulated.noFaults()
    await world.pass('2m')
    expect(await rights(exchange)).toMatchObject({ ok: true })
    expect(await world.order(order)).toMatchObject({ status: 'RESTING' })
  },
)

it('an outage after the refusal does not hide that the exchange takes the key again, also if nobody asks for it', async () => {
  const exchange = 'EXCHANGE_A'
  await startWorld({ exchange, quoted: true })
  await world.place({ qty: 20, price: 0.05 })
  await world.pass('20s')
  await world.simulated.fault({ kind: 'status', status: 401, body: WORDS[exchange] })
  await world.pass('1m')
  await world.simulated.noFaults()
  await world.simulated.fault({ kind: 'status', status: 503 })
  await world.pass('1m')
  await world.simulated.noFaults()
  await world.pass('2m')
  // The first request is answered from the row.
  expect(await rights(exchange)).toMatchObject({ ok: true })
})
