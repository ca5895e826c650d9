/** A halt and limits under random trading, crashes and messages that come twice: the exchange's own ledger is the judge. */

import { describe, expect, it } from 'vitest'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

/** Numbers in 0..1, the same for the same seed (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const limit = (limits: object) => world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, limits)

const held = (): Promise<number> => positionThere(world)

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  it.each([1, 2])('no order under a halt makes a position larger or turns it round (seed %i)', async (seed) => {
    await startWorld({ exchange })
    await world.simulated.book([[0.4, 1_000]], [[0.45, 1_000]])
    const random = randomOf(seed)
    const anyOrder = () => {
      const buyFlag = random() < 0.5
      // Half of them trade at once, the others rest.
      const price = random() < 0.5 ? (buyFlag ? 0.45 : 0.4) : buyFlag ? 0.41 : 0.44
      return { buy_flag: buyFlag, qty: 5 + Math.floor(random() * 25), price }
    }
    const post = (order: object) => world.postOrder({ ...order })
    world.queues.copies = () => (random() < 0.2 ? 2 : 1)
    let refused = 0
    let passed = 0
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 3; n += 1) await post(anyOrder())
      await world.pass('1m', 10)
      await limit({ halted: true })
      const before = await held()
      for (let n = 0; n < 8; n += 1) {
        // Some come at the same moment.
        const answers = await Promise.all(Array.from({ length: 1 + Math.floor(random() * 3) }, () => post(anyOrder())))
        passed += answers.filter(({ status }) => status === 202).length
        refused += answers.filter(({ status }) => status === 409).length
        if (random() < 0.3) world.killNext('execute-order', Math.floor(random() * 12))
        await world.pass('20s', 5)
        // Orders that rested before the halt stay on the book, and no trade meets them.
        const now = await held()
        expect(Math.sign(now) * Math.sign(before), `${before} became ${now}`).toBeGreaterThanOrEqual(0)
        expect(Math.abs(now), `${before} became ${now}`).toBeLessThanOrEqual(Math.abs(before))
      }
      await limit({ halted: false })
    }
    await world.pass('3m', 10)
    await world.agree()
    expect(refused).toBeGreaterThan(0)
    expect(passed).toBeGreaterThan(0)
  })

  it('the book never holds more than max_open_orders, wherever the consumer dies', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.4, 1_000]], [[0.45, 1_000]])
    await limit({ max_open_orders: 2 })
    for (let step = 0; step < 15; step += 3) {
      world.killNext('execute-order', step)
      await Promise.all(Array.from({ length: 4 }, () => world.place().catch(() => null)))
      await world.pass('2m', 10)
      const open = (await ownAccount(world)).orders.filter(({ status }) => /resting|live|open/i.test(status))
      expect(open.length).toBe(2)
      await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      await world.pass('1m', 10)
    }
    await world.agree()
  })
})
