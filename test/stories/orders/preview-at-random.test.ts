/** A preview equals the result of the order on the same books. */

import { beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { type SeededRandom, seededRandom } from '#simulators/engine/world/seeded-random.ts'
import { rounds, runSeed } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

/** Three levels on each side, of odd sizes, one order each. */
const drawBook = (random: SeededRandom) => {
  const side = (top: number, step: number) => {
    let at = top
    return [0, 1, 2].map(() => {
      const level = [at / 100, random.whole(1, 4_000) / 100]
      at += step * random.whole(1, 4)
      return level
    })
  }
  const bid = random.whole(30, 60)
  return { bids: side(bid, -1), asks: side(bid + random.whole(1, 5), 1) }
}

const drawOrder = (random: SeededRandom) => {
  const shared = { qty: random.whole(1, 9_000) / 100, buy_flag: random() < 0.5 }
  if (random() < 0.4) {
    const bound = random.pick<object>([{}, { max_slippage: 0.01 }, { protection_price: random.whole(30, 65) / 100 }])
    return { ...shared, order_type: 'MARKET', time_in_force: random.pick(['IOC', 'FOK']), price: null, ...bound }
  }
  return {
    ...shared,
    order_type: 'LIMIT',
    time_in_force: random.pick(['GTC', 'IOC', 'FOK']),
    // Some prices are off the grid.
    price: random() < 0.1 ? 0.4321 : random.whole(25, 70) / 100,
  }
}

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  beforeEach(() => startWorld({ exchange }))
  it('quantity, average price and fees of the preview equal the fills, and its refusals equal the order’s', async () => {
    const random = seededRandom(`${runSeed()} ${exchange}`)
    const reported = { filled: 0, refused: 0, rested: 0 }
    // Fewer do not meet each kind of end.
    const plays = Math.max(24, rounds(40))
    for (let round = 0; round < plays; round += 1) {
      const { bids, asks } = drawBook(random)
      await world.simulated.book(bids, asks)
      const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), ...drawOrder(random) }
      const { status, body: preview } = await world.post('/v1/orders/preview', body)
      const what = `${JSON.stringify({ round, bids, asks, ...body, preview })}`
      expect(status, what).toBe(200)
      const id = await world.place(body)
      await world.pass('30s', 2)
      const order = await world.order(id)
      if (preview.refusals.length > 0) {
        reported.refused += 1
        expect(order.status, what).toBe('REJECTED')
        expect(
          preview.refusals.map(({ code }: { code: string }) => code),
          what,
        ).toContain(order.reject_code)
        continue
      }
      const { status: _, ...found } = { ...order }
      expect(order.status, `${what} ${JSON.stringify(found)}`).not.toBe('REJECTED')
      expect(
        { qty: preview.qty, average_price: preview.average_price, fee: preview.fee, position: preview.position_after },
        `${what} ${order.status} ${order.cancel_reason}`,
      ).toEqual({
        qty: order.traded_qty,
        average_price: order.average_price,
        fee: order.fees_paid,
        position: await positionNow(),
      })
      if (order.traded_qty > 0) reported.filled += 1
      if (preview.resting_qty > 0) {
        reported.rested += 1
        expect(preview.resting_qty, what).toBeCloseTo(order.qty - order.traded_qty, 9)
        await world.delete(`/v1/orders/${id}`)
        await world.pass('10s', 2)
      }
    }
    expect(
      Object.values(reported).every((times) => times > 0),
      JSON.stringify(reported),
    ).toBe(true)
  })
})

const positionNow = async (): Promise<number> => {
  const { subaccount_to_positions: [of] = [] } = (await world.get(`/v1/positions?svc_id=${world.svcId()}`)).body
  return of?.positions[0]?.position ?? 0
}
