/** First messages of a new subscription: current books and tickers. */

import type { KalshiWorld } from '../world/world.ts'
import { snapshotOf, tickerOf, tickerTimes } from './market-messages.ts'
import type { CommandParams } from './read-command.ts'
import { sendMessage } from './send-message.ts'
import type { Session, Subscription } from './stream-state.ts'

/** Messages without an event: a snapshot of each book, and of each ticker on request. */
export const sendFirst = (
  world: KalshiWorld,
  session: Session,
  subscription: Subscription,
  markets: readonly string[],
  params: CommandParams,
): void => {
  if (subscription.channel === 'orderbook_delta') {
    for (const ticker of markets) sendSnapshot(world, session, subscription, ticker, {})
  }
  if (subscription.channel !== 'ticker' || params.send_initial_snapshot !== true) return
  for (const ticker of markets) {
    const info = world.catalogue.markets.get(ticker)
    if (info === undefined) continue
    const msg = { ...tickerOf(world, info), ...tickerTimes(world.clock()) }
    sendMessage(world, session, subscription, { type: 'ticker', market: ticker, msg })
  }
}

/** An unknown ticker gets no message; a market that is over has a book without levels. */
export const sendSnapshot = (
  world: KalshiWorld,
  session: Session,
  subscription: Subscription,
  ticker: string,
  id: { readonly id?: number },
): void => {
  if (!world.catalogue.markets.has(ticker)) return
  const msg = snapshotOf(world, ticker, subscription.useYesPrice)
  sendMessage(world, session, subscription, { type: 'orderbook_snapshot', ...id, market: ticker, msg })
}
