import { describe, expect, it } from 'vitest'
import { idempotencyStore } from '#adapters/store/accounts/idempotency.ts'
import { toAttributes } from '#adapters/store/engine/attributes.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { listedFillToRow } from '#adapters/store/rows/fill-row.ts'
import { orderToRow } from '#adapters/store/rows/order-row.ts'
import { addFills } from '#domain/orders/fills/add-fills.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { itemSize } from '#local-dynamodb/item-size.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleFill, sampleOrder, uuidAt } from '../samples.ts'

/** An order with all that a customer and an exchange usually set, step by step to its end. */
const LABEL = { title: 'Will it rain in New York on every day of the week? '.repeat(3), ticker: 'KXRAIN'.repeat(8) }
const accepted = sampleOrder({
  label: LABEL,
  clientOrderId: 'strategy-7/entry/000123',
  shard: 2,
  customAssetId: uuidAt(NOW, 8),
})
const claimed = claim(
  accepted,
  { token: uuidAt(NOW, 5), until: NOW + 60_000 },
  { number: 1, identity: uuidAt(NOW, 6), payload: JSON.stringify({ p: '0.4200' }), exchangeOrderIds: [] },
  NOW + 200,
)
const received = applyStatusReport(
  claimed,
  { exchangeOrderId: uuidAt(NOW, 7), state: 'ended', filledQty: accepted.qty },
  NOW + 400,
)
const fill = sampleFill(received, 1, { qty: accepted.qty })
const filled = addFills(received, [fill], [], NOW + 600)

const rowSize = (order: typeof accepted) => itemSize(toAttributes({ ...orderToRow(order, 3), w: '12345678' }))

/** Size of a row in an index: its keys and the attributes that the index carries. */
const indexRowSize = (order: typeof accepted, index: keyof typeof tableDefinition.indexes) => {
  const { partitionKey, sortKey, include } = tableDefinition.indexes[index]
  const carried = new Set<string>(['pk', 'sk', partitionKey, sortKey, ...include])
  const attributes = Object.entries(toAttributes(orderToRow(order, 3)))
  return itemSize(Object.fromEntries(attributes.filter(([name]) => carried.has(name))))
}

describe('the cost of an order', () => {
  it('with a client_order_id is 18 write units from its creation to its last fill and the position that makes, one read unit for that, and 2 for its Idempotency-Key, indexes included', async () => {
    const spent: Record<string, number> = {}
    let step = ''
    const { reach } = await freshTable()
    const table = openTable({
      ...reach,
      onConsumed: ({ total }) => {
        spent[step] = (spent[step] ?? 0) + total
      },
    })
    const orders = orderStore(table)
    const records = idempotencyStore(table)
    const record = {
      id: 'ab'.repeat(32),
      bodyHash: 'cd'.repeat(32),
      objectId: accepted.orderId,
      claimedAt: NOW,
      reply: null,
      expiresAt: NOW + 86_400_000,
    }
    const reply = { status: 202, body: JSON.stringify({ svc_order_id: accepted.orderId, complex_orders: {} }) }
    const steps: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
      ['key claimed', () => records.claim(record, null)],
      ['created', () => orders.create(accepted)],
      ['key answered', () => records.complete({ ...record, reply })],
      ['claimed', () => orders.save(claimed, [])],
      ['heard', () => orders.save({ ...received, version: 1 }, [])],
      ['filled', () => orders.save({ ...filled, version: 2 }, [fill])],
    ]
    for (const [name, act] of steps) {
      step = name
      await act()
    }
    expect(spent).toEqual({ 'key claimed': 1, created: 5, 'key answered': 1, claimed: 2, heard: 2, filled: 10 })
    step = 'read'
    expect(await orders.get(accepted.orderId)).toEqual({ ...filled, version: 3 })
    expect(filled).toMatchObject({ status: 'EXECUTED', dueAt: null })
  })

  it('with a tag is one write unit more, and two for each fill; without either name it is one less', async () => {
    const { reach } = await freshTable()
    const spent: number[] = []
    const orders = orderStore(openTable({ ...reach, onConsumed: ({ total }) => spent.push(total) }))
    const costOf = async (names: { readonly clientOrderId: string | null; readonly tag: string | null }, n: number) => {
      const order = { ...accepted, ...names, orderId: uuidAt(NOW, 40 + n), svcId: 40 + n }
      const ownFill = { ...fill, orderId: order.orderId, fillId: `f${n}`, svcId: order.svcId }
      spent.length = 0
      await orders.create(order)
      const created = spent.reduce((sum, total) => sum + total, 0)
      spent.length = 0
      await orders.save(addFills(order, [ownFill], [], NOW), [ownFill])
      return { created, filled: spent.reduce((sum, total) => sum + total, 0) }
    }
    expect(await costOf({ clientOrderId: null, tag: null }, 1)).toEqual({ created: 4, filled: 8 })
    expect(await costOf({ clientOrderId: 'mine', tag: null }, 2)).toEqual({ created: 5, filled: 8 })
    expect(await costOf({ clientOrderId: null, tag: 'grid' }, 3)).toEqual({ created: 5, filled: 10 })
  })

  it('stays within one write unit per write: its row is below 1 KB at its fullest, a fill’s below 540 bytes', () => {
    const fullest = {
      ...filled,
      lease: claimed.lease,
      clientOrderId: 'c'.repeat(64),
      nativeId: 'KXPRESPARTYPERSON-28NOV07-DEMOCRATIC-SOMEBODY',
      timeInForce: 'GTD',
      expiresAt: NOW,
      sendBy: NOW,
      cancelRequestedAt: NOW,
      cancelReason: 'cancelled on request',
      lastError: 'EXCHANGE_A does not answer: connect ECONNREFUSED 10.0.0.1:443',
    } as const
    expect(rowSize(filled)).toBeLessThan(650)
    expect(rowSize(fullest)).toBeLessThan(1_000)
    expect(
      itemSize(
        toAttributes({
          ...listedFillToRow(fill, { clientOrderId: 'c'.repeat(64), tag: null, label: LABEL }),
          w: '12345678',
        }),
      ),
    ).toBeLessThan(540)
  })

  it('takes so little in the list index that 100,000 orders without tallies are counted in 2,200 read units', () => {
    const size = indexRowSize(filled, 'list')
    expect(size).toBeLessThan(180)
    expect((size * 100_000) / 4_096 / 2).toBeLessThan(2_200)
    expect(indexRowSize(claimed, 'work')).toBeLessThan(60)
    expect(indexRowSize(claimed, 'live')).toBeLessThan(70)
  })
})
