/** The preview of an order on a custom asset equals its result on the same books. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { type SeededRandom, seededRandom } from '#simulators/engine/world/seeded-random.ts'
import { basketStories } from '../../support/baskets/stories.ts'
import { rounds, runSeed } from '../../support/run/plays.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld({ both: true }, { agrees: false })

const drawSide = (random: SeededRandom, top: number, step: number) => {
  let at = top
  return [0, 1, 2].map(() => {
    const level = [at / 100, random.whole(600, 4_000) / 100]
    at += step * random.whole(1, 3)
    return level
  })
}

describe.each(['BEST_PRICE', 'EQUAL'])('%s', (allocation) => {
  it('quantity, price and fees of each member are those of its leg', async () => {
    const baskets = basketStories(world)
    const random = seededRandom(`${runSeed()} ${allocation}`)
    const asset = await baskets.makeAsset(
      EXCHANGE_NAMES.map((exchange) => baskets.svcIdAt(exchange)),
      allocation,
    )
    const plays = rounds(20)
    let compared = 0
    for (let round = 0; round < plays; round += 1) {
      for (const exchange of EXCHANGE_NAMES) {
        const bid = random.whole(40, 44)
        await world.at(exchange).book(drawSide(random, bid, -1), drawSide(random, bid + random.whole(1, 3), 1))
      }
      const body = {
        subaccount_id: world.hero.subaccountId,
        custom_asset_id: asset,
        order_type: 'MARKET',
        buy_flag: round === 0 || random() < 0.6,
        qty: random.whole(1_200, 6_000) / 100,
      }
      const { status, body: preview } = await world.post('/v1/orders/preview', body)
      const what = JSON.stringify({ round, body, preview })
      expect(status, what).toBe(200)
      expect(preview.refusals, what).toEqual([])
      const id = await baskets.place(asset, body)
      await world.pass('60s', 2)
      const order = await world.order(id)
      const legs = await baskets.legs(id)
      // A second round meets a book that the first one has changed.
      if (new Set(legs.map(({ svc_id }) => svc_id)).size < legs.length) continue
      compared += 1
      expect({ qty: preview.qty, average_price: preview.average_price, fee: preview.fee }, what).toEqual({
        qty: order.traded_qty,
        average_price: order.average_price,
        fee: order.fees_paid,
      })
      for (const { svc_id, qty, average_price, fee } of preview.legs) {
        const leg = legs.find((one) => one.svc_id === svc_id)
        expect({ svc_id, qty, average_price, fee }, what).toEqual({
          svc_id,
          qty: leg?.traded_qty ?? 0,
          average_price: leg?.average_price ?? null,
          fee: leg?.fees_paid ?? 0,
        })
      }
    }
    expect(compared).toBeGreaterThan(plays / 3)
  })
})
