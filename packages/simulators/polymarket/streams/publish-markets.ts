/** Publishes events on the market channel since the last time. */

import type { EngineEvent } from '../../engine/ledger/engine-events.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import type { PolymarketWorld } from '../world/world.ts'
import { bestMessage, bookMessage, type LevelEvent, lastTradeMessage, priceChanges } from './market-messages.ts'
import { customReadersOf, hears, type MarketReader } from './stream-state.ts'

export const publishMarkets = (world: PolymarketWorld, events: readonly EngineEvent[]): void => {
  const { streams } = world
  const global = streams.global.splice(0)
  if (streams.marketReaders.size === 0) return
  for (const [id, own] of byMarket(events)) {
    const market = world.catalogue.markets.get(id)
    if (market !== undefined) publishMarket(world, market, own)
  }
  const custom = customReadersOf(streams)
  for (const message of global) {
    const about = [String(message['market'])]
    const text = JSON.stringify(message)
    for (const reader of custom) reader.send({ type: String(message['event_type']), about, text })
  }
}

const byMarket = (events: readonly EngineEvent[]): Map<string, EngineEvent[]> => {
  const found = new Map<string, EngineEvent[]>()
  for (const event of events) {
    const market = event.kind === 'level' ? event.market : event.kind === 'trade' ? event.trade.market : null
    if (market === null) continue
    const own = found.get(market)
    if (own === undefined) found.set(market, [event])
    else own.push(event)
  }
  return found
}

/** Prints first, then the changed prices of both tokens in one message; after trades the whole books again. */
const publishMarket = (world: PolymarketWorld, market: PolymarketMarket, events: readonly EngineEvent[]): void => {
  const readers = [...world.streams.marketReaders].filter((reader) =>
    market.tokens.some((token) => hears(reader, token)),
  )
  if (readers.length === 0) return
  const trades = events.flatMap((event) => (event.kind === 'trade' ? event.trade : []))
  for (const trade of trades) toToken(readers, lastTradeMessage(world, market, trade))
  const levels = events.filter((event): event is LevelEvent => event.kind === 'level')
  if (levels.length > 0) {
    const changes = priceChanges(world, market, levels)
    for (const reader of readers) sendChanges(world, market, reader, changes)
  }
  if (trades.length > 0) {
    for (const token of market.tokens) {
      const book = bookMessage(world, token, 'after_trade')
      if (book !== null) toToken(readers, book)
    }
  }
  for (const token of market.tokens) publishBest(world, market, token, readers)
}

const sendChanges = (
  world: PolymarketWorld,
  market: PolymarketMarket,
  reader: MarketReader,
  changes: ReturnType<typeof priceChanges>,
): void => {
  const received = changes.filter(({ asset_id }) => !reader.muted.has(asset_id))
  const timestamp = String(world.clock())
  const message = {
    market: market.conditionId,
    price_changes: received,
    timestamp,
    event_type: 'price_change',
  }
  const about = [market.conditionId, ...market.tokens]
  reader.send({ type: 'price_change', about, text: JSON.stringify(message) })
}

const publishBest = (
  world: PolymarketWorld,
  market: PolymarketMarket,
  token: string,
  readers: readonly MarketReader[],
): void => {
  const message = bestMessage(world, market, token)
  const best = `${message.best_bid} ${message.best_ask}`
  if (world.streams.bests.get(token) === best) return
  world.streams.bests.set(token, best)
  toToken(
    readers.filter(({ custom }) => custom),
    message,
  )
}

interface TokenMessage {
  readonly event_type: string
  readonly market: string
  readonly asset_id: string
}

/** Sends to the subscribers of the token. */
export const toToken = (readers: Iterable<MarketReader>, message: TokenMessage): void => {
  const { event_type, market, asset_id } = message
  const text = JSON.stringify(message)
  for (const reader of readers) {
    if (hears(reader, asset_id)) reader.send({ type: event_type, about: [market, asset_id], text })
  }
}
