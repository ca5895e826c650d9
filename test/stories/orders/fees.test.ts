/** The expected taker fee equals the fee that each exchange charges. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import { startWorld, type World } from '../../support/world.ts'

/** Levels of odd sizes at odd prices, so that every fill is rounded. */
const ASKS = [
  [0.41, 7.77],
  [0.43, 0.13],
  [0.44, 21.39],
  [0.97, 1_000],
]
const BIDS = [
  [0.39, 5.55],
  [0.37, 11.11],
  [0.02, 1_000],
]

const ORDERS = [
  { what: 'a buy within one level', buy_flag: true, price: 0.41, qty: 6 },
  { what: 'a buy through three levels', buy_flag: true, price: 0.44, qty: 29.29 },
  { what: 'a buy far from the middle', buy_flag: true, price: 0.97, qty: 100.03 },
  { what: 'a sell within one level', buy_flag: false, price: 0.39, qty: 5.5 },
  { what: 'a sell through two levels', buy_flag: false, price: 0.37, qty: 16.6 },
  { what: 'a sell far from the middle', buy_flag: false, price: 0.02, qty: 77.77 },
]

describe.each(EXCHANGE_NAMES)('%s', (exchange) => {
  let world: World
  let markets: readonly Market[]
  beforeAll(async () => {
    world = await startWorld({ exchange })
    const all: Market[] = []
    const found = await world.ports.marketIndex.search({ status: 'active' }, { limit: 100_000, offset: 0 })
    all.push(...found.markets.filter(({ volume24h }) => volume24h > 0))
    // One of each rate the exchange asks: the usual, half of it, none.
    const inCents = all.filter(({ tickSizePrice, shard }) => tickSizePrice === 10_000 && [0, 2, 3].includes(shard))
    markets = [...new Map(inCents.map((market) => [market.feeTerms.rate, market])).values()]
  })
  afterAll(() => world.stop())

  it('asks more than one rate, by its catalogue', () => {
    expect(markets.length).toBeGreaterThan(1)
  })

  it.each(ORDERS)('charges $what as the service calculates', async ({ what: _, ...asked }) => {
    for (const market of markets) {
      await world.simulated.book(BIDS, ASKS, market.nativeId)
      const orderId = await world.place({ ...asked, svc_id: market.svcId, time_in_force: 'GTC' })
      await world.pass('20s')
      const order = await world.order(orderId)
      expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: asked.qty })
      const fills = order.fills.map((fill: { price: number; qty: number }) => ({
        price: price(Math.round(fill.price * ONE)),
        qty: qty(Math.round(fill.qty * ONE)),
      }))
      const charged = (await world.simulated.ledger()).accounts[0].fills.reduce(
        (sum: number, fill: { order_id: string; fee: number }) =>
          order.fills.some((own: { exchange_order_id: string }) => own.exchange_order_id === fill.order_id)
            ? sum + Math.round(fill.fee * ONE)
            : sum,
        0,
      )
      expect({ rate: market.feeTerms.rate, fee: Math.round(order.fees_paid * ONE) }).toEqual({
        rate: market.feeTerms.rate,
        fee: takerFee(market, asked.buy_flag, fills),
      })
      expect(charged).toBe(takerFee(market, asked.buy_flag, fills))
    }
  })
})
