/** Starts the price watch of one minute: divides the markets into parts, watches one part, and has helpers watch the others. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { type WatchPart, WHOLE_WATCH } from '#domain/price-watch/watch-part.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { readWatchList } from './watch-list.ts'
import { WatchRun, type WatchRunDeps } from './watch-run.ts'

/** Markets that one run polls: twenty calls to EXCHANGE_A, which its limit per address allows every 2.5 s. */
export const MARKETS_PER_RUN = 1_000

/** Runs every minute: polls one part of the markets, and queues the other parts if one run cannot poll all markets. */
export const startWatch = async (deps: WatchRunDeps, until: Millis): Promise<void> => {
  const markets = await readWatchList(deps, WHOLE_WATCH)
  countMarkets(deps, markets)
  const of = Math.max(1, Math.ceil(markets.length / MARKETS_PER_RUN))
  for (let index = 1; index < of; index += 1) await requestHelp(deps, { index, of }, until)
  await watchPart(deps, { index: 0, of }, until)
}

/** Watches a part of the markets until `until`. A late message was replaced by the message of the next minute: its part was not watched. */
export const watchPart = async (deps: WatchRunDeps, part: WatchPart, until: Millis): Promise<void> => {
  if (deps.clock() >= until) return recordUnwatched(deps, part, 'its message came too late')
  await new WatchRun(deps, part, until).watch()
}

const countMarkets = ({ memory }: WatchRunDeps, markets: readonly WatchedMarket[]): void => {
  for (const name of EXCHANGE_NAMES)
    memory.counted.set(name, markets.filter(({ exchange }) => exchange === name).length)
}

const requestHelp = async (deps: WatchRunDeps, part: WatchPart, until: Millis): Promise<void> => {
  try {
    await deps.queues.send('watch-shard', { ...part, until }, { group: `${part.index}` })
  } catch (error) {
    recordUnwatched(deps, part, String(error))
  }
}

const recordUnwatched = ({ log }: WatchRunDeps, part: WatchPart, error: string): void => {
  log.error('share of the markets not watched this minute', { shard: part.index, error })
  log.metric('SharesNotWatched', 1)
}
