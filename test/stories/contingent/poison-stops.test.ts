/** An unreadable row, as after a return to an earlier version, takes no protection from other orders. */

import { beforeEach, describe, expect, it } from 'vitest'
import { complexOrderKey, type Key, orderKey } from '#adapters/store/engine/keys.ts'
import type { Row } from '#adapters/store/engine/rows.ts'
import { PRICE_WATCH_LOG } from '#use-cases/price-watch/log-messages.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const { ask, show, prices, watch } = stopDesk(() => world)

const arm = async (params: object): Promise<string> => {
  const placed = await ask({ trigger_order: { qty: 5, buy_flag: false }, ...params })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  return placed.body.complex_order_id
}

const damage = async (key: Key, change: Row): Promise<void> => {
  const row = await world.table.get(key)
  if (row === null) throw new Error('nothing is stored there')
  await world.table.putAll([{ ...row, ...key, ...change }])
}

const NO_STATUS = { st: 'NO SUCH STATUS' }

const buy = async (qty: number, exits: readonly object[] = []): Promise<readonly string[]> => {
  const placed = await world.postOrder({
    order_type: 'LIMIT',
    price: 0.51,
    qty,
    buy_flag: true,
    conditional_orders_params: exits,
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await watch(30)
  return placed.body.complex_orders?.conditional_orders ?? []
}

const SL = { conditional_order_type: 'SL', trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.3 } }

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await prices(0.5)
  })
  it('a stop that watches a price of a later version keeps none of its market from firing', async () => {
    await buy(20)
    const good = await arm({ stop_order_price: 0.4 })
    const bad = await arm({ stop_order_price: 0.39 })
    await watch(10)
    await damage(complexOrderKey(bad), { pt: 'NO SUCH PRICE' })
    await prices(0.35)
    await watch(60)
    expect(await show(good)).toMatchObject({ status: 'TRIGGERED' })
  })

  it('stops keep no other from ending with their market, and no other market from being watched', async () => {
    const bad: string[] = []
    for (let n = 0; n < 10; n += 1) bad.push(await arm({ stop_order_price: 0.1 }))
    const good = await arm({ stop_order_price: 0.3 })
    await watch(10)
    for (const id of bad) await damage(complexOrderKey(id), NO_STATUS)
    await world.simulated.status('closed')
    await watch(120)
    expect(await show(good)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
    expect(world.log.filter((line) => line.includes(PRICE_WATCH_LOG.pollFailed))).toEqual([])
  })

  it('a protect stop keeps no other from following the position', async () => {
    await buy(20)
    const bad = await arm({ stop_order_price: 0.3, protect: true, trigger_order: { buy_flag: false } })
    const good = await arm({ stop_order_price: 0.2, protect: true, trigger_order: { buy_flag: false } })
    await watch(20)
    await damage(complexOrderKey(bad), NO_STATUS)
    await buy(5)
    await watch(120)
    expect(await show(good)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 25 })
  })

  it.each([
    ['a newer', ([bad = '', good = '']: readonly string[]) => ({ bad, good })],
    ['an older', ([good = '', bad = '']: readonly string[]) => ({ bad, good })],
  ])('the SL of one order does not hold up that of %s one, which follows the position', async (_, of) => {
    const { bad, good } = of([...(await buy(10, [SL])), ...(await buy(10, [SL]))])
    await watch(20)
    await damage(complexOrderKey(bad), NO_STATUS)
    await world.place({ qty: 14, buy_flag: false, price: 0.49, time_in_force: 'IOC' })
    await watch(120)
    expect(await show(good)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 6 })
  })

  it('an unreadable order keeps no protect stop from selling, and the stop opens no position', async () => {
    await buy(20)
    const bad = await world.place({ price: 0.2, qty: 5 })
    const stop = await arm({ stop_order_price: 0.4, protect: true, trigger_order: { buy_flag: false } })
    await watch(20)
    await damage(orderKey(bad), { q: 'many' })
    await prices(0.39)
    await watch(60)
    const { trigger_svc_order_id } = await show(stop)
    expect(await world.order(trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })

  it('an order of another market keeps no reduce-only order from resting', async () => {
    await buy(20)
    const bad = await world.place({ price: 0.2, qty: 5 })
    await watch(20)
    await damage(orderKey(bad), { q: 'many', sv: 7 })
    const rests = await world.place({ price: 0.6, qty: 20, buy_flag: false, reduce_only: true })
    await watch(20)
    expect(await world.order(rests)).toMatchObject({ status: 'RESTING' })
  })

  it('an unreadable order delays a resting one of its market, because both might sell too much', async () => {
    await buy(20)
    const bad = await world.place({ price: 0.2, qty: 5 })
    await watch(20)
    await damage(orderKey(bad), { q: 'many' })
    const waits = await world.place({ price: 0.6, qty: 20, buy_flag: false, reduce_only: true })
    await watch(20)
    expect(await world.order(waits)).toMatchObject({ status: 'PENDING_SUBMISSION' })
  })

  const held = async (): Promise<readonly number[]> => {
    const { positions } = (await world.get('/v1/positions')).body.subaccount_to_positions[0]
    return positions.map(({ position }: { position: number }) => position)
  }

  it.each([
    { name: 'cancel-all', path: () => '/v1/complex-orders/cancel-all', left: 10 },
    { name: 'a request to flatten', path: () => `/v1/subaccounts/${world.hero.subaccountId}/flatten`, left: 0 },
  ])('the stop of an SL keeps nothing else from $name', async ({ path, left }) => {
    const [bad = ''] = await buy(10, [SL])
    const good = await arm({ stop_order_price: 0.1 })
    await watch(20)
    const { trigger_complex_order_id } = await show(bad)
    await damage(complexOrderKey(trigger_complex_order_id), NO_STATUS)
    const body = left === 0 ? {} : { subaccount_id: world.hero.subaccountId }
    expect(await world.post(path(), body)).toMatchObject({ status: 202 })
    await watch(60)
    expect(await show(good)).toMatchObject({ status: 'CANCELLED' })
    expect(await held()).toEqual([left])
  })
})
