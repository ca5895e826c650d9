/** A row of an exchange's positions may make no sense. Such a row costs no other position, and never counts as an empty position. */

import { describe, expect, it } from 'vitest'
import { CONTINGENT_LOG } from '#use-cases/contingent/log-messages.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import { useWorld } from '../../support/use-world.ts'
import { stopDesk } from '../contingent/stop-desk.ts'

const world = useWorld({ exchange: 'EXCHANGE_A', quoted: true }, { agrees: false })
const { buyWith, show } = stopDesk(() => world)

/** A market in which nothing was ever traded here. */
const OTHER = 'KXBTCMAXY-26-T100000'

const row = (ticker: string, position: string, cost = '3.0000') => ({
  ticker,
  position_fp: position,
  market_exposure_dollars: cost,
  realized_pnl_dollars: '0.0000',
})

/** Sets the rows that the exchange reports from now on. */
const reported = async (...rows: readonly object[]): Promise<void> => {
  await world.simulated.noFaults()
  const body = { market_positions: rows, cursor: '' }
  await world.simulated.fault({ method: 'GET', path: '/portfolio/positions$', kind: 'status', status: 200, body })
}

const positions = async () => (await world.get('/v1/positions')).body.subaccount_to_positions[0]?.positions ?? []
const positionsReadAt = async () =>
  (await world.ports.accountSyncs.get(world.hero.subaccountId, 'EXCHANGE_A'))?.positionsReadAt ?? 0
const linesWith = (words: string) => world.log.filter((line) => line.includes(words))

const buy = async (qty: number): Promise<void> => {
  await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty })
  await world.pass('1m', 5)
}

describe('beside a position whose report cannot be read', () => {
  it('the other positions are read, and the unreadable one follows its fills and is named', async () => {
    await buy(10)
    await reported(row(world.simulated.market, 'many'), row(OTHER, '7.00'))
    const before = world.time.now
    await world.pass('10m', 15)
    expect(await positionsReadAt()).toBeGreaterThan(before)
    expect(await positions()).toMatchObject([
      { svc_id: world.svcId(), position: 10 },
      { svc_id: world.svcId(OTHER), position: 7 },
    ])
    const [line = ''] = linesWith(RECONCILE_LOG.positionsUnread)
    expect(JSON.parse(line)).toMatchObject({ level: 'error', markets: world.simulated.market })
    expect(linesWith(RECONCILE_LOG.positionMismatch)).toEqual([])
  })

  it('a position without fills stays as last reported, until the next report', async () => {
    await reported(row(OTHER, '7.00'))
    await buy(10)
    const held = () =>
      positions().then((all) => all.find(({ svc_id }: { svc_id: number }) => svc_id === world.svcId(OTHER)))
    expect(await held()).toMatchObject({ position: 7 })
    for (const unread of [row(OTHER, 'many'), { position_fp: '7.00' }]) {
      await reported(row(world.simulated.market, '10.00'), unread)
      await world.pass('6m', 15)
      expect(await held()).toMatchObject({ position: 7 })
    }
    await reported(row(world.simulated.market, '10.00'))
    await world.pass('6m', 15)
    expect(await held()).toBeUndefined()
  })

  it('an accepted report stays until a newer fill, which alone counts then', async () => {
    await reported(row(world.simulated.market, '14.00'))
    await buy(10)
    await world.pass('6m', 15)
    expect(await positions()).toMatchObject([{ position: 14 }])
    await reported(row(world.simulated.market, 'many'))
    await world.pass('11m', 15)
    expect(await positions()).toMatchObject([{ position: 14 }])
    await buy(5)
    await world.pass('11m', 15)
    expect(await positions()).toMatchObject([{ position: 15 }])
  })
})

describe('while the report of its position cannot be read', () => {
  const takeProfit = { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } }

  it.each([[['many']], [[]]])('a take profit is sent for the whole purchase (rows with %j)', async (texts) => {
    const unread = texts.map((text) => row(world.simulated.market, text))
    await reported(...(unread.length > 0 ? unread : [{ position_fp: '20.00' }]))
    const { ids } = await buyWith([takeProfit])
    await world.pass('3m', 5)
    const exit = (await show(ids[0] ?? '')).trigger_svc_order_id
    expect(await world.order(exit)).toMatchObject({ status: 'RESTING', qty: 20 })
  })

  it('a resting take profit stays on its book', async () => {
    const { ids } = await buyWith([takeProfit])
    await world.pass('2m', 5)
    const exit = (await show(ids[0] ?? '')).trigger_svc_order_id
    // As if a part had been sold: only a report of the exchange itself may remove the exit.
    const { get } = world.ports.positions
    const less: typeof get = async (...requested) => {
      const found = await get(...requested)
      return found === null ? null : { ...found, held: { ...found.held, position: 5_000_000 } }
    }
    Object.assign(world.ports.positions, { get: less })
    await reported(row(world.simulated.market, 'many'))
    await world.pass('3m', 5)
    expect(await world.order(exit)).toMatchObject({ status: 'RESTING', qty: 20 })
    await reported(row(world.simulated.market, '5.00'))
    await world.pass('1m', 5)
    expect(linesWith(CONTINGENT_LOG.exitsExceedPosition)).not.toEqual([])
  })

  it('a reduce-only order that would rest waits, and goes out once the report can be read', async () => {
    await buy(10)
    await reported(row(world.simulated.market, 'many'))
    const id = await world.place({ reduce_only: true, buy_flag: false, qty: 10, price: 0.43 })
    await world.pass('2m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'PENDING_SUBMISSION', exchange_order_id: null })
    await reported(row(world.simulated.market, '10.00'))
    await world.pass('2m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', qty: 10 })
  })
})
