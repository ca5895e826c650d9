/** The village exchange itself: one market in memory, whose book the story sets. Both adapters and the story share it by address. */

import { money, ONE, type Price, price, type Qty, qty } from '#domain/kernel/numbers.ts'
import type { Level } from '#domain/markets/depth.ts'
import { type Market, svcIdOf } from '#domain/markets/market.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'

export const MARKET: Market = {
  svcId: svcIdOf('EXCHANGE_C', 'VILLAGE-RAIN'),
  exchange: 'EXCHANGE_C',
  nativeId: 'VILLAGE-RAIN',
  ticker: 'VILLAGE-RAIN',
  tokenIdYes: null,
  tokenIdNo: null,
  slug: null,
  conditionId: null,
  negRisk: false,
  negRiskId: null,
  name: 'Will it rain in the village?',
  subtitle: null,
  description: '',
  event: null,
  seriesTicker: null,
  imageUrl: null,
  status: 'active',
  opensAt: null,
  expiresAt: null,
  startsAt: null,
  category: 'Weather',
  tags: [],
  tickSizePrice: price(10_000),
  priceRanges: [{ start: price(10_000), end: price(990_000), step: price(10_000) }],
  tickSizeQty: qty(10_000),
  minimumOrderSize: qty(10_000),
  feeTerms: { rate: 20_000, exponent: 1 },
  makerFeeRate: 0,
  volume24h: money(0),
  figures: null,
  shard: 0,
}

export interface VillageOrder {
  readonly id: string
  readonly identity: string
  readonly buyFlag: boolean
  readonly qty: Qty
  readonly limit: Price
  left: number
  live: boolean
}

export interface Village {
  bids: Level[]
  asks: Level[]
  readonly orders: VillageOrder[]
  fills: FillReport[]
  /** Contracts that left the account without an order of ours. */
  takenAway: number
  /** Trades with the book what it can; `rests` says whether the remainder stays. */
  take(order: { identity: string; buyFlag: boolean; qty: Qty; limit: Price; rests: boolean }, now: number): VillageOrder
  /** All trades become final. */
  settle(): void
}

const villages = new Map<string, Village>()

/** The exchange at an address, which is opened by the first who asks. */
export const villageAt = (address: string): Village => {
  const known = villages.get(address)
  if (known !== undefined) return known
  const village = openVillage()
  villages.set(address, village)
  return village
}

const openVillage = (): Village => {
  const village: Village = {
    bids: [],
    asks: [],
    orders: [],
    fills: [],
    takenAway: 0,
    take: ({ identity, buyFlag, qty: asked, limit, rests }, now) => {
      const id = `village-${village.orders.length + 1}`
      const order: VillageOrder = { id, identity, buyFlag, qty: asked, limit, left: asked, live: rests }
      village.orders.push(order)
      const side = buyFlag ? 'asks' : 'bids'
      for (const [place, level] of village[side].entries()) {
        if (buyFlag ? level.price > limit : level.price < limit) break
        const amount = Math.min(order.left, level.qty)
        if (amount === 0) continue
        order.left -= amount
        village[side] = village[side].with(place, { ...level, qty: qty(level.qty - amount) })
        // The clerk charges by hand: two cents for each contract, in whole cents.
        const fee = money(Math.ceil((2 * amount) / ONE) * 10_000)
        const tradeId = `${id}-${place}`
        village.fills.push({
          fillId: tradeId,
          tradeId,
          exchangeOrderId: id,
          nativeId: MARKET.nativeId,
          at: now,
          price: level.price,
          qty: qty(amount),
          fee,
          buyFlag,
          isMaker: false,
          status: 'PROVISIONAL',
        })
      }
      if (order.left === 0) order.live = false
      return order
    },
    settle: () => {
      village.fills = village.fills.map((fill) => ({ ...fill, status: 'FINAL' }))
    },
  }
  return village
}
