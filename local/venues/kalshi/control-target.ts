/** What the control API may do to this venue. */

import { controlLedger } from '../engine/control-ledger.ts'
import type { ControlMode, ControlTarget } from '../engine/control-server.ts'
import type { EngineMarket } from '../engine/engine-state.ts'
import type { BookLevel } from '../engine/order-book.ts'
import { isOnGrid } from '../engine/price-grid.ts'
import type { MarketInfo } from './catalogue.ts'
import type { KalshiWorld, VenueMode } from './kalshi-world.ts'
import { resolveMarket, setMarketStatus } from './market-lifecycle.ts'

const ONE = 1_000_000

export const controlTarget = (world: KalshiWorld): ControlTarget => ({
  faults: world.faults,
  flush: world.flush,
  ledger: () => controlLedger(world.engine.ledger),
  setBook: (ticker, bids, asks) =>
    inMarket(world, ticker, (_, market) => {
      const words = flawIn(market, bids, asks)
      if (words === null) world.bot.setBook(market, bids, asks)
      return words
    }),
  trade: (ticker, price, qty, buyFlag) => {
    const market = world.engine.ledger.markets.get(ticker)
    if (market === undefined) return `unknown market ${ticker}`
    if (market.status !== 'active') return `${ticker} is ${market.status}`
    return { tradedQty: world.bot.trade(market, price, qty, buyFlag) }
  },
  setStatus: (ticker, status) =>
    inMarket(world, ticker, (info, market) => setMarketStatus(world, info, market, status)),
  resolve: (ticker, outcome) => inMarket(world, ticker, (info, market) => resolveMarket(world, info, market, outcome)),
  setMode: (mode) => {
    const own = MODES[mode]
    if (own === null) return `this venue has no mode ${mode}`
    world.mode.value = own
    if (own === 'trading_paused' || own === 'exchange_paused') world.engine.cancelOnPause()
    return null
  },
})

/** Modes of the other venue mean the nearest thing here, or nothing. */
const MODES: Record<ControlMode, VenueMode | null> = {
  open: 'open',
  trading_paused: 'trading_paused',
  exchange_paused: 'exchange_paused',
  restart: 'restart',
  cancel_only: 'trading_paused',
  disabled: 'disabled',
  post_only: null,
  settlement_fails: null,
}

const inMarket = (
  world: KalshiWorld,
  ticker: string,
  act: (info: MarketInfo, market: EngineMarket) => string | null,
): string | null => {
  const info = world.catalogue.markets.get(ticker)
  const market = world.engine.ledger.markets.get(ticker)
  return info === undefined || market === undefined ? `unknown market ${ticker}` : act(info, market)
}

const flawIn = (market: EngineMarket, bids: readonly BookLevel[], asks: readonly BookLevel[]): string | null => {
  if (market.status !== 'active') return `${market.id} is ${market.status}`
  const off = [...bids, ...asks].find(
    ({ price, qty }) => !isOnGrid(market, price) || qty <= 0 || qty % market.lot !== 0,
  )
  if (off !== undefined) return `${off.price / ONE} × ${off.qty / ONE} is not on the grid of ${market.id}`
  const best = Math.max(...bids.map(({ price }) => price))
  const crossed = asks.some(({ price }) => price <= best)
  return crossed ? 'the book would be crossed' : null
}
