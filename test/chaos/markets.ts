/** The markets of a play: their books move, others trade in them, and the play knows their prices. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { SeededRandom } from '#simulators/engine/world/seeded-random.ts'
import type { Exchanges } from './exchanges.ts'
import type { Service } from './service.ts'

export interface PlayedMarket {
  readonly exchange: ExchangeName
  readonly svcId: number
  readonly nativeId: string
  /** The middle of its book in cents. */
  cents: number
}

const OF_EACH_EXCHANGE = 3
const DAY_MS = 86_400_000

/** Waits until the catalogue is there; markets that stay open for weeks, the same for every play. */
export const findMarkets = async (service: Pick<Service, 'call'>): Promise<readonly PlayedMarket[]> => {
  const found = await Promise.all(
    EXCHANGE_NAMES.map(async (exchange) => {
      const until = new Date(Date.now() + 60 * DAY_MS).toISOString()
      const path = `/v1/markets/search?exchange_name=${exchange}&limit=200&expiration_date_start=${until}`
      for (let tries = 0; tries < 120; tries += 1) {
        const { status, body } = await service.call('GET', path)
        const results: readonly Found[] = status === 200 ? body.results : []
        const fit = results
          .filter(({ tick_size_price }) => tick_size_price === 0.01)
          .toSorted((one, two) => one.svc_id - two.svc_id)
        if (fit.length >= OF_EACH_EXCHANGE)
          return fit.slice(0, OF_EACH_EXCHANGE).map((market) => ({
            exchange,
            svcId: market.svc_id,
            nativeId: market.ticker ?? market.condition_id ?? '',
            cents: 45,
          }))
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      throw new Error(`${exchange} lists no markets to play in`)
    }),
  )
  return found.flat()
}

interface Found {
  readonly svc_id: number
  readonly ticker: string | null
  readonly condition_id: string | null
  readonly tick_size_price: number
}

/** One move: the book of a market is set anew around a middle that wanders, or another trader takes what is there. */
export const moveMarket = async (
  exchanges: Exchanges,
  markets: readonly PlayedMarket[],
  random: SeededRandom,
): Promise<void> => {
  const market = markets[random.whole(0, markets.length - 1)]
  if (market === undefined) return
  const { exchange, nativeId } = market
  if (random() < 0.5) {
    const buyFlag = random() < 0.5
    const price = (market.cents + (buyFlag ? 3 : -3)) / 100
    await exchanges.control(exchange, 'trade', { market: nativeId, price, qty: random.whole(1, 30), buy_flag: buyFlag })
  } else {
    market.cents = Math.min(70, Math.max(30, market.cents + random.whole(-2, 2)))
    await setBook(exchanges, market, random)
  }
}

/** Three levels on each side. */
export const setBook = (exchanges: Exchanges, { exchange, nativeId, cents }: PlayedMarket, random: SeededRandom) => {
  const levels = (side: 1 | -1) => [1, 2, 3].map((step) => [(cents + side * step) / 100, random.whole(5, 60)])
  return exchanges.control(exchange, 'book', { market: nativeId, bids: levels(-1), asks: levels(1) })
}
