/** Messages of the market channel (Polymarket live reference, section 1.2). Instants are milliseconds as text. */

import { createHash } from 'node:crypto'
import type { EngineEvent } from '../../engine/ledger/engine-events.ts'
import type { EngineTrade } from '../../engine/ledger/engine-state.ts'
import { levelsOf } from '../../engine/matching/order-book.ts'
import { identifier } from '../../engine/world/identifier.ts'
import { transactionHashOf } from '../chain/transaction-hash.ts'
import { legacyFee } from '../clob/markets/market-json.ts'
import { bookJson, findBook, type TokenBook } from '../clob/markets/token-book.ts'
import { inOutcome } from '../clob/orders/order.ts'
import { databaseTime, decimal } from '../http/wire-decimals.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import type { PolymarketWorld } from '../world/world.ts'

const ONE = 1_000_000

export type LevelEvent = Extract<EngineEvent, { kind: 'level' }>

/** The whole book of a token. After trades the tick size and the last price are left out. */
export const bookMessage = (world: PolymarketWorld, token: string, kind: 'first' | 'after_trade') => {
  const found = findBook(world, token)
  if (found === null) return null
  const { market, asset_id, timestamp, hash, bids, asks, tick_size, last_trade_price } = bookJson(world, found)
  const book = { market, asset_id, timestamp, hash, bids, asks }
  return kind === 'first'
    ? { ...book, tick_size, event_type: 'book', last_trade_price }
    : { ...book, event_type: 'book' }
}

/** A change in a market, for both of its tokens; `size` is the whole resting size at the price now. */
export const priceChanges = (world: PolymarketWorld, market: PolymarketMarket, levels: readonly LevelEvent[]) => {
  const { bids, asks } = world.engine.ledger.bookOf(market.conditionId)
  const sizes = new Map<string, number>([
    ...levelsOf(bids).map(({ price, qty }) => [`true ${price}`, qty] as const),
    ...levelsOf(asks).map(({ price, qty }) => [`false ${price}`, qty] as const),
  ])
  const changed = new Map(levels.map((level) => [`${level.buyFlag} ${level.price}`, level]))
  return [...changed].flatMap(([key, { buyFlag, price, order }]) =>
    ([0, 1] as const).map((outcome) => ({
      asset_id: market.tokens[outcome],
      price: decimal(inOutcome(price, outcome)),
      size: decimal(sizes.get(key) ?? 0),
      side: buyFlag === (outcome === 0) ? 'BUY' : 'SELL',
      hash: createHash('sha1').update(order).digest('hex'),
      ...bestOf(findBook(world, market.tokens[outcome])),
    })),
  )
}

/** The best prices of a token; empty where there is none. */
export const bestOf = (book: TokenBook | null) => ({
  best_bid: priceText(book?.bids[0]?.price),
  best_ask: priceText(book?.asks[0]?.price),
})

export const bestMessage = (world: PolymarketWorld, market: PolymarketMarket, token: string) => {
  const book = findBook(world, token)
  const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price]
  return {
    event_type: 'best_bid_ask',
    market: market.conditionId,
    asset_id: token,
    ...bestOf(book),
    spread: bid === undefined || ask === undefined ? '' : decimal(ask - bid),
    timestamp: String(world.clock()),
  }
}

/** A public trade, from the taker's view. It has no id that identifies a fill. */
export const lastTradeMessage = (world: PolymarketWorld, market: PolymarketMarket, trade: EngineTrade) => {
  const known = world.trades.get(identifier(world.seed, `trade:${trade.sequence}`))
  const outcome = known?.taker.outcome ?? 0
  return {
    event_type: 'last_trade_price',
    market: market.conditionId,
    asset_id: market.tokens[outcome],
    price: decimal(inOutcome(trade.price, outcome)),
    size: decimal(trade.qty),
    side: trade.buyFlag === (outcome === 0) ? 'BUY' : 'SELL',
    fee_rate_bps: String(legacyFee(market)),
    timestamp: String(trade.at),
    transaction_hash: transactionHashOf(trade.id),
  }
}

export const tickMessage = (market: PolymarketMarket, token: string, before: number, at: number) => ({
  event_type: 'tick_size_change',
  market: market.conditionId,
  asset_id: token,
  old_tick_size: decimal(before),
  new_tick_size: decimal(market.tick),
  timestamp: String(at),
})

export const newMarketMessage = (market: PolymarketMarket, at: number) => ({
  id: market.id,
  question: market.question,
  market: market.conditionId,
  slug: market.slug,
  description: market.description,
  assets_ids: market.tokens,
  outcomes: market.outcomes,
  event_message: eventOf(market),
  timestamp: String(at),
  event_type: 'new_market',
  tags: market.event.tags.map(({ slug }) => slug),
  condition_id: market.conditionId,
  active: false,
  clob_token_ids: market.tokens,
  sports_market_type: market.event.gameStartsAt === null ? '' : 'moneyline',
  line: '',
  game_start_time: market.event.gameStartsAt === null ? '' : databaseTime(market.event.gameStartsAt),
  order_price_min_tick_size: decimal(market.tick),
  group_item_title: market.groupItemTitle,
  taker_base_fee: String(legacyFee(market)),
  fees_enabled: market.feeRate > 0,
  fee_schedule: { exponent: '1', rate: decimal(market.feeRate), taker_only: true, rebate_rate: '0.2' },
})

/** A market that pays half to either side has no winner. */
export const resolvedMessage = (market: PolymarketMarket, payoutYes: number, at: number) => {
  const winner = payoutYes === ONE ? 0 : payoutYes === 0 ? 1 : null
  return {
    event_type: 'market_resolved',
    id: market.id,
    market: market.conditionId,
    assets_ids: market.tokens,
    winning_asset_id: winner === null ? null : market.tokens[winner],
    winning_outcome: winner === null ? '' : market.outcomes[winner],
    event_message: eventOf(market),
    timestamp: String(at),
    tags: market.event.tags.map(({ slug }) => slug),
  }
}

const eventOf = ({ event }: PolymarketMarket) => ({
  id: event.id,
  ticker: event.slug,
  slug: event.slug,
  title: event.title,
  description: event.description,
})

const priceText = (price: number | undefined): string => (price === undefined ? '' : decimal(price))
