/** A trade that two others negotiated off the book (changes of November 2026, EXCHANGE_A 2). */

import type { EngineMarket, EngineTrade } from '../../engine/ledger/engine-state.ts'
import { identifier } from '../../engine/world/identifier.ts'
import type { KalshiWorld } from './world.ts'

/**
 * Adds it to the tape, the stream and the volume, and shows its price as the last price of the market: the exchange does not say that its lists
 * leave it out. No order and no candle changes. Answers words when the market does not trade.
 */
export const reportBlockTrade = (
  world: KalshiWorld,
  market: EngineMarket,
  { price, qty, buyFlag }: Pick<EngineTrade, 'price' | 'qty' | 'buyFlag'>,
): string | null => {
  if (market.status !== 'active') return `${market.id} is ${market.status}`
  const { ledger } = world.engine
  const sequence = ledger.nextSequence()
  const id = identifier('block', `${sequence}`)
  const trade = { id, market: market.id, price, qty, buyFlag, at: world.clock(), sequence, isBlock: true }
  market.previousPrice = market.lastPrice
  market.lastPrice = price
  market.volume += qty
  ledger.touch('market', market.id, market)
  ledger.trades.push(trade)
  ledger.touch('trade', id, trade)
  ledger.events.report({ kind: 'trade', trade })
  return null
}
