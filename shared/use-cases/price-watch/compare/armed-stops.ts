/** Keeps the armed stops of the watched markets in memory. Polls and streams compare prices with these stops. */

import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { isArmed } from '#domain/price-watch/is-armed.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchedMarket, WatchedStop, WatchStore } from '#ports/price-watch/watch-store.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { ArmedStops, WatchState } from '../watch-state.ts'

export interface ReadStopsDeps {
  readonly complexOrders: Pick<WatchStore, 'armedStops'>
  readonly memory: WatchState
  readonly clock: Clock
  readonly log: Log
}

const READS_AT_ONCE = 32

/** Maximum age of a reading. */
const READ_EVERY = MINUTE
/** Runs of the same process may watch different markets. Each reads its own more often than this. */
const FORGET_AFTER = 2 * READ_EVERY
/** Longest lag of the index behind the time of arming. Until then a market is read again, often at first. */
const ARMING_TAKES = MINUTE
const SURE_AFTER = 5 * SECOND
const READ_EVERY_AT_FIRST = SECOND / 2
const READ_EVERY_WHILE_ARMING = 8 * SECOND

/**
 * Reads the stops of the markets in which they may have changed. Forgets the stops of markets that no run reads any more. Returns the
 * markets with a stop that was not known before. Never throws: after a failure the stops known before are compared.
 */
export const readStops = async (
  deps: ReadStopsDeps,
  watched: readonly WatchedMarket[],
): Promise<readonly WatchedMarket[]> => {
  const markets = watched.filter(isArmed)
  const kept = new Set(markets.map(({ svcId }) => svcId))
  for (const [svcId, { readAt }] of deps.memory.stops)
    if (!kept.has(svcId) && deps.clock() - readAt >= FORGET_AFTER) deps.memory.stops.delete(svcId)
  return readNow(
    deps,
    markets.filter((market) => isDue(deps, market)),
  )
}

/** Reads the stops of these markets, whatever the age of the last reading. */
export const readNow = async (
  deps: ReadStopsDeps,
  markets: readonly WatchedMarket[],
): Promise<readonly WatchedMarket[]> => {
  const grown: WatchedMarket[] = []
  await mapConcurrent(READS_AT_ONCE, markets, async (market) => {
    if (await readMarket(deps, market)) grown.push(market)
  })
  return grown
}

const isDue = ({ memory, clock }: ReadStopsDeps, { svcId, armedAt }: WatchedMarket): boolean => {
  const last = memory.stops.get(svcId)
  if (last === undefined || last.armedAt !== armedAt) return true
  const age = clock() - last.readAt
  const sinceArmed = last.readAt - armedAt
  if (sinceArmed < SURE_AFTER) return age >= READ_EVERY_AT_FIRST
  return age >= (sinceArmed < ARMING_TAKES ? READ_EVERY_WHILE_ARMING : READ_EVERY)
}

/** Returns whether a stop is new. */
const readMarket = async (
  { complexOrders, memory, clock, log }: ReadStopsDeps,
  { svcId, exchange, armedAt }: WatchedMarket,
): Promise<boolean> => {
  const readAt = clock()
  try {
    const read = await complexOrders.armedStops(svcId)
    const before = memory.stops.get(svcId)
    if (before !== undefined && before.readAt > readAt) return false
    const known = new Set(before?.stops.map(({ complexOrderId }) => complexOrderId))
    const emptySince = read.isAny ? null : (before?.emptySince ?? readAt)
    memory.stops.set(svcId, { ...withUnshown(read.stops, before), isAny: read.isAny, emptySince, readAt, armedAt })
    return read.stops.some(({ complexOrderId }) => !known.has(complexOrderId))
  } catch (error) {
    log.error('market not watched', { svcId, error: String(error) })
    log.metric('MarketsNotWatched', 1, { exchange })
    return false
  }
}

/**
 * Returns the stops of a reading, with the stops that only this reading does not show. When a trailing stop moves, the index removes its old
 * entry before the new one is visible. A stop that has ended fires nothing.
 */
const withUnshown = (
  read: readonly WatchedStop[],
  before: ArmedStops | undefined,
): Pick<ArmedStops, 'stops' | 'unshown'> => {
  const shown = new Set(read.map(({ complexOrderId }) => complexOrderId))
  const missing = before?.stops.filter(({ complexOrderId }) => !shown.has(complexOrderId)) ?? []
  const kept = missing.filter(({ complexOrderId }) => before?.unshown.has(complexOrderId) === false)
  return { stops: [...read, ...kept], unshown: new Set(kept.map(({ complexOrderId }) => complexOrderId)) }
}
