/** Functions of this exchange for the control API. */

import { controlLedger } from '../../engine/control/ledger.ts'
import { noSuchMarket } from '../../engine/control/no-such-market.ts'
import type { ControlMode, ControlTarget } from '../../engine/control/server.ts'
import { type DoorMode, isDoorMode } from '../../engine/http/front-door.ts'
import type { EngineMarket } from '../../engine/ledger/engine-state.ts'
import { flawIn } from '../../engine/matching/book-flaw.ts'
import { streamTarget } from '../streams/disturb-streams.ts'
import type { MarketInfo } from './catalogue.ts'
import { resolveMarket, setMarketStatus } from './market-lifecycle.ts'
import { reportBlockTrade } from './report-block-trade.ts'
import { setSwitches } from './switches.ts'
import type { KalshiWorld, SimulatorMode } from './world.ts'

export const controlTarget = (world: KalshiWorld): ControlTarget => ({
  faults: world.faults,
  streams: streamTarget(world),
  setSwitches: (body) => setSwitches(world, body),
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
    if (market === undefined) return noSuchMarket('ticker', ticker)
    if (market.status !== 'active') return `${ticker} is ${market.status}`
    return { tradedQty: world.bot.trade(market, price, qty, buyFlag) }
  },
  blockTrade: (ticker, price, qty, buyFlag) =>
    inMarket(world, ticker, (_, market) => reportBlockTrade(world, market, { price, qty, buyFlag })),
  setStatus: (ticker, status) =>
    inMarket(world, ticker, (info, market) => setMarketStatus(world, info, market, status)),
  resolve: (ticker, outcome) => inMarket(world, ticker, (info, market) => resolveMarket(world, info, market, outcome)),
  setMode: (mode) => {
    const own = isDoorMode(mode) ? mode : MODES[mode]
    if (own === null) return `this exchange has no mode ${mode}`
    world.mode.value = own
    if (own === 'trading_paused' || own === 'exchange_paused') world.engine.cancelOnPause()
    return null
  },
})

/** Modes of the other exchange mean the nearest thing here, or nothing. */
const MODES: Record<Exclude<ControlMode, DoorMode>, SimulatorMode | null> = {
  open: 'open',
  trading_paused: 'trading_paused',
  exchange_paused: 'exchange_paused',
  restart: 'restart',
  cancel_only: 'trading_paused',
  disabled: 'disabled',
  post_only: null,
  settlement_fails: null,
  geoblock: null,
}

const inMarket = (
  world: KalshiWorld,
  ticker: string,
  act: (info: MarketInfo, market: EngineMarket) => string | null,
): string | null => {
  const info = world.catalogue.markets.get(ticker)
  const market = world.engine.ledger.markets.get(ticker)
  return info === undefined || market === undefined ? noSuchMarket('ticker', ticker) : act(info, market)
}
