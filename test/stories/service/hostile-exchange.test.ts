/** An exchange whose answers are to harm: what cannot be read counts as no answer, and none of our secrets is kept or shown. */

import { beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { inThisRun } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { LIMIT_BUY } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

/** The headers that prove who asks, as the refusal quotes them. The key's id of these stories is shorter than any real one. */
const SECRET_HEADERS = /(kalshi-access-signature|poly_api_key|poly_passphrase|poly_signature)[\\"]+:[\\"]+([^\\"]*)/g

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  // They take turns: the same lines read the answers of both exchanges. The adapters' tests have nested ones.
  const kinds = inThisRun({
    usual: [exchange === 'EXCHANGE_A' ? 'bomb' : 'endless'],
    long: ['bomb', 'nested', 'endless'],
  })

  beforeEach(async () => {
    await startWorld({ exchange, wires: 'real' })
    await world.simulated.book([[0.38, 500]], [[0.42, 500]])
  })

  it.each(kinds)('an order whose acceptance is answered by %s is found, once', async (kind) => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind, times: 1 })
    const orderId = await world.place(LIMIT_BUY)
    await world.pass('30s', 3)
    expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', qty: 10 })
    await world.agree()
  })

  it.each(kinds)('reads answered by %s delay fills, and lose none', async (kind) => {
    const orderId = await world.place(LIMIT_BUY)
    await world.pass('5s')
    await world.simulated.fault({ ...world.simulated.calls.read, kind })
    await world.simulated.trade(0.4, 10, false)
    await world.pass('10s')
    expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', traded_qty: 0 })
    await world.simulated.noFaults()
    await world.pass('2m', 5)
    expect(await world.order(orderId)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    await world.agree()
  })

  it('a refusal that quotes every header it was sent is shown without any of our secrets', async () => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'quotes_headers', times: 1 })
    const orderId = await world.place(LIMIT_BUY)
    await world.pass('30s', 3)
    const reported = JSON.stringify([
      await world.order(orderId),
      await world.ports.orders.get(orderId).then(String),
      world.log,
    ])
    expect(reported).toContain('[struck out]')
    const secrets = [...reported.matchAll(SECRET_HEADERS)].map(([, , value]) => value)
    expect(secrets.length).toBeGreaterThan(0)
    expect(new Set(secrets)).toEqual(new Set(['[struck out]']))
  })
})
