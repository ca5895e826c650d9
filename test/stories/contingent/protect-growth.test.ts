/** Protect stops whose position grows right before they fire, or while they work: no part of it stays held in silence. */

import { describe, expect, it } from 'vitest'
import { elsewhere, type Hand } from '#test/support/ledger/elsewhere.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { tradeAtOnce } from '#test/support/ledger/trade-at-once.ts'
import { tradeBeforeSend } from '../../support/faults/trade-before-send.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { WorldOptions } from '../../support/world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })
let hand: Hand

const MARKET = { order_type: 'MARKET', price: null, time_in_force: null }
const round = (at: number): number => Number(at.toFixed(2))
const prices = (at: number) => world.simulated.book([[round(at - 0.01), 500]], [[round(at + 0.01), 500]])

/** Holds 10, settled, with a stop at 0.40. */
const open = async (options: WorldOptions, order: object = {}): Promise<string> => {
  await startWorld(options)
  hand = await elsewhere(world)
  await prices(0.5)
  await world.place({ ...MARKET, qty: 10 })
  await world.watch((options.settleAfterMs ?? 0) / 1_000 + 20)
  const id = await world.placeConditional({
    stop_order_price: 0.4,
    protect: true,
    trigger_order: { buy_flag: false, ...order },
  })
  await world.watch(5)
  return id
}

const buy = (qty: number) => world.place({ ...MARKET, qty })
const buyElsewhere = (qty: number) => tradeAtOnce(world, hand, { price: 0.9, qty, buy_flag: true })

const position = (): Promise<number> => positionThere(world)
const isReported = (): boolean => world.log.some((line) => line.includes('ExitIncomplete'))
const sales = async () => (await world.orders()).filter(({ buy_flag }: { buy_flag: boolean }) => !buy_flag)

describe('a protect stop on EXCHANGE_B', () => {
  it.each([
    ['an order of its user', buy],
    ['a trade made elsewhere', buyElsewhere],
  ])('sells the sellable shares at once, and a recent purchase by %s as soon as it has settled', async (_who, by) => {
    const stop = await open({ exchange: 'EXCHANGE_B', settleAfterMs: 45_000 })
    await by(12)
    await world.settle()
    await prices(0.39)
    await world.watch(30)
    expect(await position()).toBe(12)
    await world.watch(60)
    expect(await position()).toBe(0)
    expect((await sales()).map(({ traded_qty }: { traded_qty: number }) => traded_qty).sort()).toEqual([10, 12])
    expect(await world.complexOrder(stop)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect(isReported()).toBe(false)
  })

  it('reports a remaining position while a recent purchase settles for minutes, and sells it then', async () => {
    const stop = await open({ exchange: 'EXCHANGE_B', settleAfterMs: 240_000 })
    await buy(12)
    await world.settle()
    await prices(0.39)
    await world.watch(180)
    expect(await position()).toBe(12)
    expect((await world.complexOrder(stop)).exit_incomplete_at).not.toBeNull()
    expect(isReported()).toBe(true)
    await world.watch(150)
    expect(await position()).toBe(0)
  })
})

describe.each(playedOn('EXCHANGE_B'))('a protect stop on %s', (exchange) => {
  it.each([
    ['an order of its user', buy],
    ['a trade made elsewhere', buyElsewhere],
  ])('closes a purchase by %s between the claim and the send of its order', async (_who, by) => {
    const stop = await open({ exchange, settleAfterMs: 2_000 })
    const bought = tradeBeforeSend(world, hand, async () => {
      bought()
      await by(12)
      await world.settle()
    })
    await prices(0.39)
    await world.watch(120)
    expect(await position()).toBe(0)
    expect(await world.complexOrder(stop)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
  })

  it('reports a remaining position if more was bought while its order rested', async () => {
    const stop = await open({ exchange, settleAfterMs: 2_000 }, { price: 0.45 })
    await prices(0.39)
    await world.watch(30)
    await buy(12)
    await world.watch(30)
    await world.simulated.book([[0.38, 500]], [[0.6, 500]])
    await world.simulated.trade(0.45, 10, true)
    await world.watch(60)
    expect(await position()).toBe(12)
    expect((await world.complexOrder(stop)).exit_incomplete_at).not.toBeNull()
    expect(isReported()).toBe(true)
  })

  it('leaves a purchase after the end of its order, without a report', async () => {
    const stop = await open({ exchange, settleAfterMs: 2_000 })
    await prices(0.39)
    await world.watch(5)
    expect(await position()).toBe(0)
    await buy(12)
    await world.watch(120)
    expect(await position()).toBe(12)
    expect(await world.complexOrder(stop)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect(isReported()).toBe(false)
    expect(await sales()).toHaveLength(1)
  })
})
