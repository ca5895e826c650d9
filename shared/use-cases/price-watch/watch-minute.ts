/** Polls the prices until its time is over; with nothing armed it polls once. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { readWatched } from './read-watched.ts'
import { type Shard, type WatchPricesDeps, watchPrices } from './watch-prices.ts'

export interface WatchMinuteDeps extends WatchPricesDeps {
  readonly pollEveryMs: number
  readonly pause: (ms: number) => Promise<void>
}

/** How many markets one run polls: twenty calls to EXCHANGE_A, which its limit per address allows every 2.5 s. */
const MARKETS_PER_RUN = 1_000

/** Counted from when prices are asked for. Later ones are of no use, and one slow exchange must not hold up the other for long. */
const PATIENCE = 5 * SECOND

/** Runs every minute: polls one share of the markets, and queues the other shares where one run cannot poll them all. */
export const watchMinute = async (deps: WatchMinuteDeps, until: Millis): Promise<void> => {
  const { length } = await readWatched(deps)
  const of = Math.max(1, Math.ceil(length / MARKETS_PER_RUN))
  for (let index = 1; index < of; index += 1) await askForHelp(deps, { index, of }, until)
  await watchShard(deps, { index: 0, of }, until)
}

/** Polls a share of the markets until `until`. A message that is late has been replaced by that of the next minute. */
export const watchShard = async (deps: WatchMinuteDeps, shard: Shard, until: Millis): Promise<void> => {
  let failed: { readonly error: unknown } | null = null
  for (let next = deps.clock(); next < until; ) {
    next = deps.clock() + deps.pollEveryMs
    try {
      const watched = await watchPrices(deps, shard, Math.max(PATIENCE, deps.pollEveryMs))
      failed = null
      if (watched === 0) return
    } catch (error) {
      // The next look makes up for a failed one. Only the failure of the last one is thrown.
      failed = { error }
      deps.log.error('a look at the prices failed', { error: String(error), shard: shard.index })
    }
    if (next < until) await deps.pause(Math.max(0, next - deps.clock()))
  }
  if (failed !== null) throw failed.error
}

const askForHelp = async (deps: WatchMinuteDeps, shard: Shard, until: Millis): Promise<void> => {
  try {
    await deps.queues.send('watch-shard', { ...shard, until }, { group: `${shard.index}` })
  } catch (error) {
    deps.log.error('a share of the markets is not watched this minute', { shard: shard.index, error: String(error) })
    deps.log.metric('SharesNotWatched', 1)
  }
}
