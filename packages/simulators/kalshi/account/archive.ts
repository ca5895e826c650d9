/** The live lists show no longer what the archive has (Kalshi reference, section 5.5). */

import type { EngineFill, EngineOrder, EnginePosition, EngineTrade } from '../../engine/ledger/engine-state.ts'
import type { MarketInfo } from '../world/catalogue.ts'
import { type KalshiWorld, stateOf } from '../world/world.ts'

export type Part = 'live' | 'archive'

/** Orders that ended, markets that settled and trades that were made before this are in the archive only. */
export const archivedBefore = ({ clock, archiveAfterMs }: KalshiWorld): number => clock() - archiveAfterMs

/** Orders on the book are live however old they are. */
export const isArchivedOrder = (world: KalshiWorld, { status, updatedAt }: EngineOrder): boolean =>
  status !== 'resting' && updatedAt < archivedBefore(world)

export const isArchivedTrade = (world: KalshiWorld, { at }: EngineFill | EngineTrade): boolean =>
  at < archivedBefore(world)

export const isArchivedMarket = (world: KalshiWorld, info: MarketInfo): boolean => {
  const { settledAt } = stateOf(world, info)
  return settledAt !== null && settledAt < archivedBefore(world)
}

/** The positions of an event move together (Kalshi OpenAPI, `GetHistoricalPositions`). */
export const isArchivedPosition = (world: KalshiWorld, { market }: Pick<EnginePosition, 'market'>): boolean =>
  eventMarkets(world, market).every((info) => isArchivedMarket(world, info))

const eventMarkets = (world: KalshiWorld, ticker: string): readonly MarketInfo[] => {
  const info = world.catalogue.markets.get(ticker)
  if (info === undefined) throw new Error(`there is no market ${ticker}`)
  return info.event.markets
}
