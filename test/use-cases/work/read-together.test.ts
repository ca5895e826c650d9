/** The orders of a round of overdue work are read in a few requests; whichever cannot be read so is read alone. */

import { describe, expect, it } from 'vitest'
import { orderKey } from '#adapters/store/engine/keys.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { readTogether } from '#use-cases/work/read-together.ts'
import { sampleOrder } from '../../adapters/store/samples.ts'
import { seededIds } from '../../support/seeded-ids.ts'
import { freshTable } from '../../support/store.ts'

const ids = seededIds(() => 0)
const due = (orderId: string): DueWork => ({ kind: 'order', orderId, dueAt: 0 }) as DueWork

const desk = async () => {
  const { table } = await freshTable()
  const reads: number[] = []
  const warnings: string[] = []
  const orders = orderStore({
    ...table,
    get: async () => Promise.reject(new Error('read alone')),
    batchGet: async (keys, options) => {
      reads.push(keys.length)
      return table.batchGet(keys, options)
    },
  })
  const log = {
    info: () => undefined,
    warn: (text: string) => void warnings.push(text),
    error: () => undefined,
    metric: () => undefined,
  }
  const store = orderStore(table)
  const place = async (): Promise<string> => {
    const order = sampleOrder({ orderId: ids.uuid() })
    await store.create(order)
    return order.orderId
  }
  const nothing = { getMany: async () => [] }
  const deps = { orders, accountSyncs: nothing, tradingDays: nothing, subaccounts: nothing, log }
  return { table, deps, reads, warnings, place }
}

describe('the orders of a round', () => {
  it('are read at once, each as it was committed last', async () => {
    const { deps, reads, place } = await desk()
    const placed = [await place(), await place(), await place()]
    const { orders: read } = await readTogether(deps, [...placed.map(due), due(ids.uuid())])
    expect([...read.keys()].toSorted()).toEqual(placed.toSorted())
    expect(reads).toEqual([4])
  })

  it('do not include one that cannot be read, which fails alone', async () => {
    const { table, deps, place } = await desk()
    const [good, bad] = [await place(), await place()]
    const [row] = await table.batchGet([orderKey(bad)])
    if (row === undefined) throw new Error('not stored')
    await table.write([{ put: { ...row, pk: String(row['pk']), sk: 'O', st: 'NO_SUCH_STATE' }, expect: 'anything' }])
    const { orders: read } = await readTogether(deps, [due(good), due(bad)])
    expect([...read.keys()]).toEqual([good])
  })

  it('are each read alone where that fails, and where there is only one', async () => {
    const { deps, warnings, reads, place } = await desk()
    const broken = { ...deps, orders: { findMany: async () => Promise.reject(new Error('away')) } }
    expect((await readTogether(broken, [due(await place()), due(await place())])).orders).toEqual(new Map())
    expect(warnings).toHaveLength(1)
    expect((await readTogether(deps, [due(await place())])).orders).toEqual(new Map())
    expect(reads).toEqual([])
  })
})
