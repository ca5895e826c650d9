/** Functions of this exchange for the control API. */

import { noSuchMarket } from '../../engine/control/no-such-market.ts'
import type { ControlMode, ControlTarget } from '../../engine/control/server.ts'
import { type DoorMode, isDoorMode } from '../../engine/http/front-door.ts'
import type { EngineMarket } from '../../engine/ledger/engine-state.ts'
import { flawIn } from '../../engine/matching/book-flaw.ts'
import { redeemForAll } from '../chain/pay-out.ts'
import { catchUpWithClock } from '../clob/http/answer-call.ts'
import { streamTarget } from '../streams/disturb-streams.ts'
import type { PolymarketMarket } from './catalogue.ts'
import { controlLedger } from './control-ledger.ts'
import { setMode } from './exchange-mode.ts'
import { resolvePolymarketMarket, setPolymarketStatus } from './market-lifecycle.ts'
import { newWallet } from './new-wallet.ts'
import { setSwitches } from './switches.ts'
import type { PolymarketWorld, SimulatorMode } from './world.ts'

const ONE = 1_000_000

export const controlTarget = (world: PolymarketWorld): ControlTarget => ({
  faults: world.faults,
  streams: streamTarget(world),
  setSwitches: (body) => setSwitches(world, body),
  flush: world.flush,
  ledger: () => {
    catchUpWithClock(world)
    return controlLedger(world)
  },
  setBook: (id, bids, asks) =>
    inMarket(world, id, (_, market) => {
      const words = flawIn(market, bids, asks)
      if (words === null) world.bot.setBook(market, bids, asks)
      return words
    }),
  trade: (id, price, qty, buyFlag) => {
    const market = world.engine.ledger.markets.get(id)
    if (market === undefined) return noSuchMarket('condition_id', id)
    if (market.status !== 'active') return `${id} is ${market.status}`
    return { tradedQty: world.bot.trade(market, price, qty, buyFlag) }
  },
  setStatus: (id, status) => inMarket(world, id, (info) => setPolymarketStatus(world, info, status)),
  resolve: (id, outcome) =>
    inMarket(world, id, (info) => resolvePolymarketMarket(world, info, outcome === 'yes' ? ONE : 0)),
  newWallet: ({ signatureType, cash, approved }) => newWallet(world, { signatureType, cash, approved }),
  redeemAll: () => redeemForAll(world),
  failRelays: (state, times) => {
    world.relayDoom.push(...Array.from({ length: times }, () => state))
  },
  setMode: (mode) => {
    setMode(world, isDoorMode(mode) ? mode : MODES[mode])
    return null
  },
})

/** Modes of the other exchange mean the nearest thing here. */
const MODES: Record<Exclude<ControlMode, DoorMode>, SimulatorMode> = {
  open: 'open',
  trading_paused: 'cancel_only',
  exchange_paused: 'disabled',
  restart: 'restart',
  cancel_only: 'cancel_only',
  post_only: 'post_only',
  disabled: 'disabled',
  settlement_fails: 'settlement_fails',
  geoblock: 'geoblock',
}

const inMarket = (
  world: PolymarketWorld,
  id: string,
  act: (info: PolymarketMarket, market: EngineMarket) => string | null,
): string | null => {
  const info = world.catalogue.markets.get(id)
  const market = world.engine.ledger.markets.get(id)
  return info === undefined || market === undefined ? noSuchMarket('condition_id', id) : act(info, market)
}
