/** Exits track the position: they never sell a part that the user closed by hand, or contracts that are bought later. */

import { beforeEach, describe, expect, it } from 'vitest'
import { elsewhere, type Hand } from '#test/support/ledger/elsewhere.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { tradeAtOnce } from '#test/support/ledger/trade-at-once.ts'
import { playedOn } from '#test/support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const { buyWith, show } = stopDesk(() => world)

const position = (): Promise<number> => positionThere(world)

/** Sends an order by hand: through this service, or past it with another key of the same exchange account. */
const trade = (hand: Hand, buy_flag: boolean, qty: number): Promise<void> =>
  tradeAtOnce(world, hand, { price: buy_flag ? 0.5 : 0.3, qty, buy_flag })

const own = (): Hand => ({ key: world.hero.key, subaccount_id: world.hero.subaccountId })

const HANDS = [
  ['through this service', async () => own()],
  ['at the exchange itself', () => elsewhere(world)],
] as const

const watch = (seconds: number) => world.watch(seconds, 1)

const TP = { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } }
const SL = { conditional_order_type: 'SL', trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } }

/** A bracket that has bought twenty, whose exits work. */
const bracket = async (exits: readonly object[] = [TP, SL]) => {
  const { id, ids } = await buyWith(exits)
  await watch(40)
  expect(await position()).toBe(20)
  expect(await show(ids.at(-1) ?? '')).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
  return { entry: id, tp: ids[0] ?? '', sl: ids.at(-1) ?? '' }
}

const crash = () => world.simulated.book([[0.28, 500]], [[0.3, 500]])

/** No exit was reported as incomplete. */
const nothingIncomplete = () => expect(world.log.filter((line) => line.includes('ExitIncomplete'))).toEqual([])

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))
  describe.each(HANDS)('a bracket closed by hand %s', (_, handOf) => {
    it('a bracket ends, and no exit sells a later purchase', async () => {
      const hand = await handOf()
      const { tp, sl } = await bracket()
      await trade(hand, false, 20)
      await world.pass('75s', 5)
      expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
      expect(await world.order((await show(tp)).trigger_svc_order_id)).toMatchObject({
        status: 'CANCELLED',
        cancel_reason: 'position_closed',
      })
      await trade(hand, true, 30)
      await world.pass('75s', 5)
      expect(await position()).toBe(30)
      await crash()
      await watch(120)
      await world.simulated.book([[0.6, 500]], [[0.7, 500]])
      await watch(60)
      expect(await position()).toBe(30)
      nothingIncomplete()
    })

    it('a bracket reopened between two polls ends likewise', async () => {
      const hand = await handOf()
      const { sl } = await bracket()
      await trade(hand, false, 20)
      await trade(hand, true, 30)
      await world.pass('75s', 5)
      expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
      await crash()
      await watch(60)
      expect(await position()).toBe(30)
      nothingIncomplete()
    })

    it('a reopened bracket ends likewise if the fill list lags for some polls', async () => {
      const hand = await handOf()
      const { sl } = await bracket()
      const { inMarkets } = world.ports.fills
      Object.assign(world.ports.fills, { inMarkets: async () => [] })
      await trade(hand, false, 20)
      await trade(hand, true, 30)
      await world.pass('75s', 5)
      expect(await show(sl)).toMatchObject({ status: 'ACTIVE' })
      Object.assign(world.ports.fills, { inMarkets })
      await world.pass('75s', 5)
      expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
    })

    it('a bracket ends even if its stop fires before the account sync sees the close', async () => {
      const hand = await handOf()
      await bracket([SL])
      await world.wait(12)
      await trade(hand, false, 20)
      await trade(hand, true, 30)
      await world.wait(2)
      await crash()
      await world.look()
      await watch(60)
      expect(await position()).toBe(30)
      nothingIncomplete()
    })

    it('a bracket closed in part shrinks its exits, which sell the rest and no more', async () => {
      const hand = await handOf()
      const { tp, sl } = await bracket()
      await trade(hand, false, 12)
      await world.pass('75s', 5)
      expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
      expect(await world.order((await show(tp)).trigger_svc_order_id)).toMatchObject({ status: 'RESTING', qty: 8 })
      await trade(hand, true, 10)
      await world.pass('75s', 5)
      await crash()
      await watch(60)
      expect(await position()).toBe(10)
      nothingIncomplete()
    })
  })

  it('other shares of the account are sold first: exits keep the parent’s purchase', async () => {
    await trade(own(), true, 15)
    await world.pass('40s', 5)
    const [sl = ''] = (await buyWith([SL])).ids
    await watch(30)
    await trade(own(), false, 15)
    await world.pass('75s', 5)
    expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    await trade(own(), false, 5)
    await world.pass('75s', 5)
    expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 15 })
  })

  it('an exit attached at the moment at which a close is stored ends at once too', async () => {
    const { id } = await buyWith([])
    await world.pass('40s')
    await world.place({ time_in_force: 'IOC', price: 0.3, qty: 20, buy_flag: false })
    await world.settle()
    world.time.now += 500
    const { get } = world.ports.positions
    let looks = 0
    Object.assign(world.ports.positions, {
      get: async (...requested: Parameters<typeof get>) => {
        looks += 1
        if (looks !== 2) return get(...requested)
        await world.pass('20s')
        return get(...requested)
      },
    })
    const attached = await world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      conditional_order_params: { ...SL, parent_svc_order_id: id },
    })
    Object.assign(world.ports.positions, { get })
    expect(attached.status, JSON.stringify(attached.body)).toBe(202)
    await world.pass('75s', 5)
    const made = await show(attached.body.complex_order_id)
    expect(made).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
  })

  it('an exit attached after a close ends at once, and one after a partial close takes the rest', async () => {
    const entry = await world.place({ qty: 20, price: 0.44 })
    await world.pass('40s', 5)
    const attach = async () => {
      const placed = await world.post('/v1/complex-orders', {
        subaccount_id: world.hero.subaccountId,
        conditional_order_params: { ...SL, parent_svc_order_id: entry },
      })
      expect(placed.status, JSON.stringify(placed.body)).toBe(202)
      await world.pass('5s')
      return placed.body.complex_order_id as string
    }
    await trade(own(), false, 12)
    await world.pass('40s', 5)
    const first = await attach()
    expect(await show(first)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
    await world.delete(`/v1/complex-orders/${first}`)
    await trade(own(), false, 8)
    await world.pass('75s', 5)
    expect(await show(await attach())).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
  })
})

describe.each(HANDS)('on EXCHANGE_B, a manual sale %s whose settlement fails', (_, handOf) => {
  beforeEach(() => startWorld({ exchange: 'EXCHANGE_B', settleAfterMs: 20_000, quoted: true }))
  const sellThatFails = async (qty: number) => {
    const hand = await handOf()
    const ids = await bracket()
    await world.simulated.mode('settlement_fails')
    await trade(hand, false, qty)
    await world.pass('10s', 2)
    return { hand, ...ids }
  }

  const fail = async () => {
    await world.pass('40s', 5)
    await world.simulated.mode('open')
    // An account with armed exits is polled each minute, also while nothing of it is live.
    await world.pass('100s', 5)
    expect(await position()).toBe(20)
  }

  /** Exits of the parent that work, as the user sees them. */
  const working = async (entry: string) => {
    const { complex_order_ids } = await world.order(entry)
    const each = await Promise.all(complex_order_ids.conditional_orders.map(show))
    return each.filter(({ status }) => status === 'ACTIVE' || status === 'TRIGGERED')
  }

  it('a failed manual sale gives its exits their quantity back', async () => {
    const { tp, sl, entry } = await sellThatFails(12)
    expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
    await fail()
    expect(await show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    const placed = await world.order((await show(tp)).trigger_svc_order_id)
    expect(placed.status).toBe('RESTING')
    expect(await working(entry)).toHaveLength(2)
    await crash()
    await watch(60)
    expect(await position()).toBe(0)
    nothingIncomplete()
  })

  it('a failed manual sale restores the ended protection of a position', async () => {
    const { sl, entry } = await sellThatFails(20)
    expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
    await fail()
    expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'replaced' })
    expect((await working(entry)).map((one) => one.complex_order_subtype).sort()).toEqual(['SL', 'TP'])
    await crash()
    await watch(60)
    expect(await position()).toBe(0)
    nothingIncomplete()
  })

  it('exits after a failed manual sale sell only the parent’s purchase', async () => {
    const { hand } = await sellThatFails(20)
    await world.simulated.mode('open')
    await trade(hand, true, 30)
    await world.pass('80s', 5)
    expect(await position()).toBe(50)
    await crash()
    await watch(60)
    expect(await position()).toBe(30)
    nothingIncomplete()
  })
})
