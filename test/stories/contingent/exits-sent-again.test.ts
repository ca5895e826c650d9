/** An exit that goes out again after its exchange was away sells no more than is held then: what its owner sold meanwhile counts. */

import { expect, it } from 'vitest'
import { elsewhere } from '#test/support/ledger/elsewhere.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld({ exchange: 'EXCHANGE_A', quoted: true }, { agrees: false })

const OUTAGES = [
  ['is put off', { kind: 'status', status: 425 }],
  ['is lost on its way', { kind: 'drop_before' }],
] as const

it.each(OUTAGES.flatMap(([what, fault]) => [4, 9, 15, 23, 31].map((seconds) => [what, seconds, fault] as const)))(
  'a take-profit that %s for %i seconds',
  async (_, seconds, fault) => {
    const hand = await elsewhere(world)
    const entry = await world.place({ qty: 20, price: 0.44 })
    await world.pass('120s')
    expect(await positionThere(world)).toBe(20)
    // The exchange takes no orders, and no read shows the account.
    const blind = () =>
      world.simulated.fault({ method: 'GET', path: 'portfolio|user_data', kind: 'status', status: 503, times: 1e6 })
    await world.simulated.fault({ ...world.simulated.calls.create, ...fault, times: 1e6 })
    await blind()
    await world.placeConditional({
      conditional_order_type: 'TP',
      parent_svc_order_id: entry,
      trigger_order: { qty: 20, buy_flag: false, price: 0.6 },
    })
    await world.pass(`${seconds}s`)
    // The owner sells the whole position at the exchange, which still reports nothing.
    await world.simulated.noFaults()
    await blind()
    const body = { svc_id: world.svcId(), order_type: 'LIMIT', price: 0.4, qty: 20, buy_flag: false }
    const { key, ...account } = hand
    expect((await world.post('/v1/orders', { ...account, ...body, time_in_force: 'IOC' }, { key })).status).toBe(202)
    await world.settle()
    expect(await positionThere(world)).toBe(0)
    // Now everything answers again, and somebody would buy.
    await world.simulated.noFaults()
    await world.simulated.book([[0.65, 500]], [[0.7, 500]])
    await world.pass('60s', 1)
    expect(await positionThere(world)).toBe(0)
  },
)
