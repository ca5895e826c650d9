/** One row that cannot be read never stops the sweeper, a list, or the sync of an account. */

import { beforeEach, describe, expect, it } from 'vitest'
import {
  accountSyncKey,
  CUSTOM_ASSETS,
  changeLogKey,
  complexOrderKey,
  connectionKey,
  deadMansSwitchKey,
  deletionKey,
  deliveryKey,
  eventsKey,
  externalFillKey,
  fillListPartition,
  flatteningKey,
  type Key,
  orderKey,
  positionKey,
  revocationKey,
  subaccountPartition,
  tradingDayKey,
  userPartition,
  WEBHOOKS,
} from '#adapters/store/engine/keys.ts'
import type { Row } from '#adapters/store/engine/rows.ts'
import { workPartition } from '#adapters/store/engine/work-partitions.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { RUNTIME_LOG } from '#functions/log-messages.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { WORK_LOG } from '#use-cases/work/log-messages.ts'
import { worldOfTest } from '../../support/use-world.ts'

const ID = '019aa5a0-0000-7000-8000-00000000bad0'

/** Rows of each kind that can be due, which nothing of this version can read. */
const POISON: Readonly<Record<DueWork['kind'], Readonly<Record<string, Key & Row>>>> = {
  order: {
    'a damaged order': { ...orderKey(ID), st: 'NO SUCH STATUS', v: 1 },
    'an order of a later version': { ...orderKey(ID), format: 99, doc: '{}' },
  },
  complex_order: { 'a damaged complex order': { ...complexOrderKey(ID), v: 'not a number' } },
  account: { 'a damaged account sync': { ...accountSyncKey(ID, 'EXCHANGE_A'), poll: 'many' } },
  trading_day: { 'a damaged trading day': { ...tradingDayKey(ID), v: 'not a number' } },
  dead_mans_switch: { "a damaged dead man's switch": { ...deadMansSwitchKey(ID), v: 'not a number' } },
  flattening: { 'a damaged flattening': { ...flatteningKey(ID), v: 'not a number' } },
  deletion: { 'a damaged deletion': { ...deletionKey(ID), v: 'not a number' } },
  revocation: { 'a revocation under a damaged key': { ...revocationKey(ID), pk: 'L#???' } },
  following: { 'a damaged log of changes': { ...changeLogKey(ID), v: 'not a number' } },
  event: { 'events of an unknown version': { ...eventsKey(ID, 1), pk: 'E#???' } },
  delivery: { 'a delivery under a damaged key': { ...deliveryKey(ID, ID, 1), sk: 'x' } },
  connection: { 'a connection under a damaged key': { ...connectionKey('x'), sk: 'x' } },
  unknown: {
    'a row of an unknown kind': { pk: 'NEW#1', sk: 'NEW' },
    'a row without any kind': { pk: '?', sk: '?' },
  },
}

const { world, startWorld } = worldOfTest({ agrees: false })

beforeEach(() => startWorld({ quoted: true }))

describe.each(Object.values(POISON).flatMap((rows) => Object.entries(rows)))('%s in the work index', (_, row) => {
  it('is reported and postponed, and all other due work continues', async () => {
    const due = world.time.now - 3_600_000
    await world.table.putAll([{ ...row, wp: workPartition('now', row.pk, row.sk), due }])
    world.queues.copies = ({ group }) => (group.endsWith(':swept') ? 1 : 0)
    const orderId = await world.place({ price: 0.5, time_in_force: 'IOC' })
    await world.pass('1m', 5)
    expect((await world.order(orderId)).status).toBe('EXECUTED')
    expect((await world.table.get({ pk: row.pk, sk: row.sk }))?.['due']).toBeGreaterThan(due)
    const [reported] = world.log.filter((line) => line.includes(WORK_LOG.notSwept))
    expect(reported).toContain('"level":"error"')
  })
})

describe('an order that cannot be read', () => {
  /** Both rest; one is damaged then, as it is in every index. */
  const twoOrders = async (exchange: ExchangeName) => {
    await startWorld({ exchange, quoted: true })
    const [good, bad] = [await world.place({ price: 0.42, qty: 5 }), await world.place({ price: 0.41, qty: 5 })]
    await world.pass('10s', 2)
    const row = await world.table.get(orderKey(bad))
    if (row === null) throw new Error('no such order')
    const damaged = { ...row, ...orderKey(bad), q: 'many' }
    await world.table.putAll([damaged])
    return { good, bad, row: { ...row, ...orderKey(bad) } }
  }
  const reported = () => world.log.filter((line) => line.includes(RUNTIME_LOG.rowLeftOut))

  it.each(EXCHANGE_NAMES)(
    'an unreadable order on %s is left out of lists, and reported once with its key',
    async (exchange) => {
      const { good, bad } = await twoOrders(exchange)
      for (const query of ['', '?status=RESTING', '?include_legs=true']) {
        const { status, body } = await world.get(`/v1/orders${query}`)
        expect([status, body.count, body.orders.map(({ svc_order_id }: Listed) => svc_order_id)]).toEqual([
          200,
          1,
          [good],
        ])
      }
      expect(reported()).toHaveLength(1)
      expect(reported()[0]).toContain('"level":"error"')
      expect(reported()[0]).toContain(orderKey(bad).pk)
    },
  )

  it.each(EXCHANGE_NAMES)(
    'an unreadable order on %s does not stop its account sync, and gets its fills after repair',
    async (exchange) => {
      const { good, bad, row } = await twoOrders(exchange)
      await world.simulated.trade(0.41, 10, false)
      await world.pass('1m', 5)
      expect(await world.order(good)).toMatchObject({ status: 'EXECUTED', traded_qty: 5 })
      // Polls come to their end: positions are read, too.
      const state = await world.ports.accountSyncs.get(world.hero.subaccountId, exchange)
      expect(world.time.now - (state?.positionsReadAt ?? 0)).toBeLessThan(40_000)
      await world.table.putAll([row])
      await world.pass('5m', 10)
      expect(await world.order(bad)).toMatchObject({ status: 'EXECUTED', traded_qty: 5 })
      await world.agree()
    },
  )

  it.each(EXCHANGE_NAMES)('an unreadable order on %s does not keep cancel-all from the others', async (exchange) => {
    const { good } = await twoOrders(exchange)
    const body = { subaccount_id: world.hero.subaccountId }
    expect(await world.post('/v1/orders/cancel-all', body)).toMatchObject({
      status: 202,
      body: { cancelled_svc_order_ids: [good] },
    })
  })
})

interface Listed {
  readonly svc_order_id: string
}

describe('every list leaves out a row that cannot be read', () => {
  const USER_PARTITION = () => userPartition(world.hero.userId)

  it('fills and positions', async () => {
    await world.place({ price: 0.44, time_in_force: 'IOC', qty: 5 })
    await world.pass('30s', 5)
    const { subaccountId } = world.hero
    const partition = subaccountPartition(subaccountId)
    const lp = fillListPartition(subaccountId)
    await world.table.putAll([
      { ...positionKey(subaccountId, 'EXCHANGE_A', 7), n: 'KX', fs: 'many' },
      { ...externalFillKey(subaccountId, 'EXCHANGE_A', 'EXCHANGE_A:1'), lp, ls: '0', p: 'cheap' },
    ])
    expect((await world.get('/v1/positions')).body.subaccount_to_positions[0].positions).toHaveLength(1)
    expect((await world.get('/v1/fills')).body.subaccount_to_fills[0].fills).toHaveLength(1)
    const since = world.time.now
    await world.pass('6m', 5)
    expect(world.log.filter((line) => line.includes(partition))).not.toEqual([])
    const state = await world.ports.accountSyncs.get(subaccountId, 'EXCHANGE_A')
    expect(state?.positionsReadAt).toBeGreaterThan(since)
  })

  it('complex orders, subaccounts, custom assets and webhooks', async () => {
    const about = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId() }
    const stop = { stop_order_price: 0.3, trigger_order: { qty: 5, buy_flag: false } }
    const { complex_order_id: id } = (
      await world.post('/v1/complex-orders', { ...about, conditional_order_params: stop })
    ).body
    await world.post('/v1/complex-orders', { ...about, conditional_order_params: { ...stop, stop_order_price: 0.2 } })
    await world.pass('10s', 2)
    const row = await world.table.get(complexOrderKey(id))
    await world.table.putAll([
      { ...row, ...complexOrderKey(id), st: 'NO SUCH STATUS' },
      { pk: USER_PARTITION(), sk: 'S#x', name: 7 },
      { pk: USER_PARTITION(), sk: `${CUSTOM_ASSETS}x`, name: 7 },
      { pk: USER_PARTITION(), sk: `${WEBHOOKS}x`, url: 7 },
    ])
    const listed = (await world.get('/v1/complex-orders')).body
    expect([listed.count, listed.complex_orders.conditional_orders]).toMatchObject([1, [{ status: 'ACTIVE' }]])
    expect((await world.get('/v1/subaccounts')).body).toHaveLength(1)
    expect(await world.get('/v1/custom-assets')).toMatchObject({ status: 200, body: [] })
    expect(await world.get('/v1/webhooks')).toMatchObject({ status: 200, body: [] })
  })
})
