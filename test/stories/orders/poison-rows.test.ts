/** One item that cannot be read never stops the sweeper for everybody. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '#adapters/store/engine/attributes.ts'
import {
  accountSyncKey,
  complexOrderKey,
  deliveryKey,
  eventsKey,
  type Key,
  orderKey,
  tradingDayKey,
  workPartition,
} from '#adapters/store/engine/keys.ts'
import { startWorld, type World } from '../../support/world.ts'

const ID = '019aa5a0-0000-7000-8000-00000000bad0'

/** A row under each key that can be due, which nothing of this version can read. */
const POISON: Readonly<Record<string, Key & Row>> = {
  'a damaged order': { ...orderKey(ID), st: 'NO SUCH STATUS', v: 1 },
  'an order of a later version': { ...orderKey(ID), format: 99, doc: '{}' },
  'a damaged complex order': { ...complexOrderKey(ID), v: 'not a number' },
  'a damaged account sync': { ...accountSyncKey(ID, 'EXCHANGE_A'), poll: 'many' },
  'a damaged trading day': { ...tradingDayKey(ID), v: 'not a number' },
  'events of an unknown version': { ...eventsKey(ID, 1), pk: 'E#???' },
  'a delivery under a damaged key': { ...deliveryKey(ID, ID, 1), sk: 'x' },
  'a row of an unknown kind': { pk: 'NEW#1', sk: 'NEW' },
  'a row without any kind': { pk: '?', sk: '?' },
}

let world: World

beforeEach(async () => {
  world = await startWorld()
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
})
afterEach(() => world.stop())

describe.each(Object.entries(POISON))('%s in the work index', (_, row) => {
  it('is reported and put off, and everything else that is due goes on', async () => {
    const due = world.time.now - 3_600_000
    await world.table.putAll([{ ...row, wp: workPartition(row.pk), due }])
    world.queues.copies = ({ group }) => (group.endsWith(':swept') ? 1 : 0)
    const orderId = await world.place({ price: 0.5, time_in_force: 'IOC' })
    await world.pass('1m', 5)
    expect((await world.order(orderId)).status).toBe('EXECUTED')
    expect((await world.table.get({ pk: row.pk, sk: row.sk }))?.['due']).toBeGreaterThan(due)
    const [reported] = world.log.filter((line) => line.includes('cannot be swept'))
    expect(reported).toContain('"level":"error"')
  })
})
