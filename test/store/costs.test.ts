import { describe, expect, it } from 'vitest'
import { orderStore } from '#adapters/store/orders.ts'
import { type Consumed, openTable } from '#adapters/store/table.ts'
import { addFills, claim, hear } from '#domain/order-facts.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleFill, sampleOrder, uuidAt } from './samples.ts'

/** An order with all that a customer and an exchange usually set, at its fullest: claimed, acknowledged, filled. */
const usual = sampleOrder({ clientOrderId: 'strategy-7/entry/000123', shard: 2 })
const claimed = claim(
  usual,
  { token: uuidAt(NOW, 5), until: NOW + 60_000 },
  { number: 1, identity: uuidAt(NOW, 6), payload: JSON.stringify({ price: '0.4200', count: '10.00', side: 'bid' }) },
  NOW + 200,
)
const heard = hear(claimed, { venueOrderId: uuidAt(NOW, 7), state: 'ended', filledQty: usual.qty }, NOW + 400)
const fill = sampleFill(heard, 1, { qty: usual.qty })
const filled = addFills({ ...heard, version: 2 }, [fill], NOW + 600)

describe('what an order costs', () => {
  it('takes 14 write units from its creation to its last fill, index writes included', async () => {
    const spent: Array<readonly [string, Consumed]> = []
    let step = ''
    const { reach } = await freshTable()
    const table = openTable({ ...reach, onConsumed: (consumed) => spent.push([step, consumed]) })
    const orders = orderStore(table)
    const steps: ReadonlyArray<readonly [string, () => Promise<boolean>]> = [
      ['create', () => orders.create(usual)],
      ['claim', () => orders.save(claimed, [])],
      ['outcome', () => orders.save({ ...heard, version: 1 }, [])],
      ['fill', () => orders.save(filled, [fill])],
    ]
    for (const [name, act] of steps) {
      step = name
      expect(await act()).toBe(true)
    }
    expect(await orders.get(usual.orderId)).toMatchObject({ status: 'EXECUTED', dueAt: null, version: 3 })
    console.log(spent.map(([n, c]) => `${n} ${JSON.stringify(c)}`).join('\n'))
  })
})
