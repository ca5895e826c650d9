/** Shared parts of stories of orders on custom assets: two exchanges in one world, baskets, and the orders on them. */

import { expect } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { World } from '../world.ts'

/** Random faults of an exchange. */
export const FAULTS: Readonly<Record<string, object>> = {
  'lost on its way': { kind: 'drop_before', times: 1 },
  'its answer lost': { kind: 'drop_after', times: 1 },
  'answered with 503': { kind: 'status', status: 503, times: 2 },
}

const round = (price: number): number => Math.round(price * 1_000) / 1_000

/** A second market of EXCHANGE_A, another bet than the first. */
export const OTHER_PARTY = 'KXPRESPARTY-28-R'

export const basketStories = (world: World) => {
  const svcIdAt = (exchange: ExchangeName, nativeId = world.at(exchange).market): number => svcIdOf(exchange, nativeId)

  const makeAsset = async (svcIds: readonly number[], allocation: string): Promise<string> => {
    const made = await world.post('/v1/custom-assets', {
      subaccount_id: world.hero.subaccountId,
      name: 'basket',
      allocation,
      svc_ids: svcIds,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body.custom_asset_id
  }

  const order = async (customAssetId: string, more: object = {}) =>
    world.post('/v1/orders', {
      order_type: 'MARKET',
      qty: 50,
      buy_flag: true,
      subaccount_id: world.hero.subaccountId,
      custom_asset_id: customAssetId,
      ...more,
    })

  const priceAt = (exchange: ExchangeName, mid: number, market?: string) =>
    world.at(exchange).book([[round(mid - 0.01), 500]], [[round(mid + 0.01), 500]], market)

  return {
    svcIdAt,
    makeAsset,
    /** A deep book a cent to both sides of that price. */
    priceAt,
    /** The same in all three markets. */
    pricesAre: async (mid: number): Promise<void> => {
      await priceAt('EXCHANGE_A', mid)
      await priceAt('EXCHANGE_A', mid, OTHER_PARTY)
      await priceAt('EXCHANGE_B', mid)
    },
    watch: (seconds: number) => world.watch(seconds),
    show: (complexOrderId: string) => world.complexOrder(complexOrderId),
    /** The story's market of each exchange, as one bet. */
    sameBet: () => makeAsset([svcIdAt('EXCHANGE_A'), svcIdAt('EXCHANGE_B')], 'BEST_PRICE'),
    /** Two markets of EXCHANGE_A and one of EXCHANGE_B. */
    threeBets: () =>
      makeAsset([svcIdAt('EXCHANGE_A'), svcIdAt('EXCHANGE_A', OTHER_PARTY), svcIdAt('EXCHANGE_B')], 'EQUAL'),
    /** The answer as it comes. */
    order,
    place: async (customAssetId: string, more: object = {}): Promise<string> => {
      const placed = await order(customAssetId, more)
      expect(placed.status, JSON.stringify(placed.body)).toBe(202)
      expect(placed.body.complex_orders).toEqual({})
      return placed.body.svc_order_id
    },
    /** Its legs as the interface shows them, oldest round first. */
    legs: async (orderId: string) => {
      const { leg_svc_order_ids: ids } = await world.order(orderId)
      return Promise.all((ids as readonly string[]).map((id) => world.order(id)))
    },
    /** The order, after a check that it is the sum of its legs, and each leg the sum of its fills. */
    summed: async (orderId: string) => {
      const shown = await world.order(orderId)
      const legs = await basketStories(world).legs(orderId)
      const fills = legs.flatMap((leg) => leg.fills)
      const ids = (of: ReadonlyArray<{ fill_id: string }>) => of.map(({ fill_id }) => fill_id).sort()
      expect(ids(shown.fills)).toEqual(ids(fills))
      const counted = fills.filter(({ status }) => status !== 'REVERSED')
      const sum = (of: (fill: { qty: number; price: number; fee: number }) => number) =>
        counted.reduce((total, fill) => total + of(fill), 0)
      expect(shown.traded_qty).toBeCloseTo(
        sum(({ qty }) => qty),
        6,
      )
      expect(shown.fees_paid).toBeCloseTo(
        sum(({ fee }) => fee),
        6,
      )
      if (shown.traded_qty > 0)
        expect(shown.average_price).toBeCloseTo(sum(({ qty, price }) => qty * price) / shown.traded_qty, 5)
      expect(shown.traded_qty).toBeLessThanOrEqual(shown.qty)
      return shown
    },
  }
}
