/** A trade that two others negotiated off the book (changes of November 2026, EXCHANGE_A 2). */

import type { EngineMarket, EngineTrade } from '../../engine/ledger/engine-state.ts'
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
  world.engine.print(market, { price, qty, buyFlag, isBlock: true })
  return null
}
