/** Watches prices and accounts until the next run does; with nothing to watch it polls once. */

import { type AccountRef, accountName } from '#domain/accounts/account-ref.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { isInPart, type WatchPart, WHOLE_WATCH } from '#domain/price-watch/watch-part.ts'
import { logged } from '#ports/kernel/log.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { type TellListenersDeps, type ToldListeners, tellListeners } from './clients/client-streams.ts'
import type { ListenedExchange } from './clients/read-views.ts'
import { storeTrails } from './compare/trailing-stops.ts'
import { keepOpen } from './keep-open.ts'
import { PRICE_WATCH_LOG } from './log-messages.ts'
import { type FollowAccountsDeps, type FollowedAccounts, followAccounts } from './sources/account-streams.ts'
import { armedAccounts } from './sources/armed-accounts.ts'
import { isTakenOver, takeOver } from './sources/feed-health.ts'
import { followMarkets, type PricedExchange, type WatchPricesDeps, watchPrices } from './sources/poll-prices.ts'
import { type FollowedStreams, type FollowStreamsDeps, followStreams } from './sources/price-streams.ts'
import { readWatched, watchedMarkets } from './watch-list.ts'

export interface WatchMinuteDeps
  extends WatchPricesDeps,
    Pick<FollowStreamsDeps, 'openAccount' | 'subaccounts' | 'after'>,
    Pick<TellListenersDeps, 'streamRows' | 'streamSender' | 'farewell' | 'marketText' | 'apiKeys' | 'markets'>,
    Pick<FollowAccountsDeps, 'accountStreams'> {
  readonly streams: FollowStreamsDeps['streams']
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => (PricedExchange & ListenedExchange) | null
  readonly pollEveryMs: number
  readonly pause: (ms: number) => Promise<void>
}

/** How many markets one run polls: twenty calls to EXCHANGE_A, which its limit per address allows every 2.5 s. */
export const MARKETS_PER_RUN = 1_000

/** Counted from when prices are asked for. Later ones are of no use, and one slow exchange must not hold up the other for long. */
const PATIENCE = 5 * SECOND

/** Runs every minute: polls one part of the markets, and queues the other parts where one run cannot poll them all. */
export const watchMinute = async (deps: WatchMinuteDeps, until: Millis): Promise<void> => {
  const markets = await readWatched(deps, WHOLE_WATCH)
  countMarkets(deps, markets)
  const of = Math.max(1, Math.ceil(markets.length / MARKETS_PER_RUN))
  for (let index = 1; index < of; index += 1) await askForHelp(deps, { index, of }, until)
  await watchShard(deps, { index: 0, of }, until)
}

const countMarkets = ({ memory }: WatchMinuteDeps, markets: readonly WatchedMarket[]): void => {
  for (const name of EXCHANGE_NAMES)
    memory.counted.set(name, markets.filter(({ exchange }) => exchange === name).length)
}

/**
 * Watches a share of the markets until `until`: follows the streams of the exchanges, and polls. A run with streams goes on until the
 * next one has opened its own. A message that is late has been replaced by that of the next minute: its share was not watched.
 */
export const watchShard = async (deps: WatchMinuteDeps, part: WatchPart, until: Millis): Promise<void> => {
  if (deps.clock() >= until) return noteUnwatched(deps, part, 'its message came too late')
  const told = tellListeners(deps, (svcId) => isInPart(part, svcId))
  const live = followStreams({ ...deps, told })
  const accounts = followAccounts(deps)
  try {
    await keepLooking(deps, part, until, { live, accounts, told })
  } finally {
    await Promise.all([live.close(), accounts.close(), told.close()])
  }
}

/** The streams that a run holds. */
interface Held {
  readonly live: FollowedStreams
  readonly accounts: FollowedAccounts
  readonly told: ToldListeners
}

const keepLooking = async (deps: WatchMinuteDeps, part: WatchPart, until: Millis, held: Held): Promise<void> => {
  const { live, accounts, told } = held
  const holds = (): boolean => live.isOpen() || accounts.isOpen() || told.isListening()
  const beganAt = deps.clock()
  let failed: { readonly error: unknown } | null = null
  let nextPoll = beganAt
  let hasTakenOver = false
  const isOver = async (): Promise<boolean> =>
    holds()
      ? deps.clock() >= until && !(await goesOn(deps, part, beganAt, until))
      : Math.max(deps.clock(), nextPoll) >= until
  while (!(await isOver())) {
    if (deps.clock() >= nextPoll || live.takeMissed()) {
      nextPoll = deps.clock() + deps.pollEveryMs
      try {
        const watched = await watchPrices(deps, part, Math.max(PATIENCE, deps.pollEveryMs), live, told)
        failed = null
        await followTheirs(deps, part, held)
        if (watched === 0 && part.of === 1 && !accounts.isOpen()) return
      } catch (error) {
        // The next look makes up for a failed one. Only the failure of the last one is thrown.
        failed = { error }
        deps.log.error(PRICE_WATCH_LOG.pollFailed, { error: String(error), shard: part.index })
      }
    } else
      await followArmed(deps, part, held).catch(
        logged(deps.log, 'warn', 'what was armed could not be read; the next look reads it'),
      )
    const isReady = (live.isReady() && accounts.isReady()) || deps.clock() - beganAt > READY_WITHIN
    if (!hasTakenOver && part.index === 0 && holds() && isReady) {
      hasTakenOver = true
      await takeOver(deps, beganAt).catch(
        logged(deps.log, 'warn', 'the run before goes on longer: it could not be told'),
      )
    }
    const rest = Math.max(0, nextPoll - deps.clock())
    const pause = holds() ? Math.min(hasTakenOver ? FOLLOW_EVERY : GET_READY_EVERY, rest) : rest
    if (holds() || nextPoll < until) await deps.pause(pause)
  }
  if (failed !== null) throw failed.error
}

/** Between two polls: what was armed since is followed within a second. Stops on custom assets are found by the polls. */
const followArmed = async (deps: WatchMinuteDeps, part: WatchPart, held: Held): Promise<void> => {
  const { markets, ...others } = await deps.complexOrders.watched()
  keepOpen(deps.memory, others, deps.clock())
  await held.told.listen(deps.memory.listeners)
  await followMarkets(deps, watchedMarkets(deps.memory, part, markets), held.live)
  await followTheirs(deps, part, held)
  await storeTrails(deps)
}

/** The accounts with orders that rest, and those with something armed among the markets of this run. The runs share the former. */
const followTheirs = async (deps: WatchMinuteDeps, part: WatchPart, held: Held): Promise<void> => {
  const resting = deps.memory.accounts.filter(({ subaccountId }) => isInPart(part, subaccountId))
  const armed = await armedAccounts(deps)
  const each = new Map<string, AccountRef>()
  for (const { subaccountId, exchange } of [...resting, ...armed]) {
    each.set(accountName({ subaccountId, exchange }), { subaccountId, exchange })
  }
  await held.accounts.follow([...each.values()])
}

/** Whether a run whose time is over has to go on: no later run has taken over. Helpers only know how long that takes at most. */
const goesOn = async (deps: WatchMinuteDeps, part: WatchPart, beganAt: Millis, until: Millis): Promise<boolean> => {
  const over = deps.clock() - until
  if (part.index > 0) return over < HELPERS_GO_ON_FOR
  if (over >= GO_ON_FOR) return false
  return !(await isTakenOver(deps, beganAt).catch(() => false))
}

/** Streams that are not complete by then are no reason to keep the run before. */
const READY_WITHIN = 5 * SECOND
const GET_READY_EVERY = SECOND / 4
const FOLLOW_EVERY = SECOND
const GO_ON_FOR = 25 * SECOND
const HELPERS_GO_ON_FOR = 8 * SECOND

const askForHelp = async (deps: WatchMinuteDeps, part: WatchPart, until: Millis): Promise<void> => {
  try {
    await deps.queues.send('watch-shard', { ...part, until }, { group: `${part.index}` })
  } catch (error) {
    noteUnwatched(deps, part, String(error))
  }
}

const noteUnwatched = ({ log }: WatchMinuteDeps, part: WatchPart, error: string): void => {
  log.error('a share of the markets is not watched this minute', { shard: part.index, error })
  log.metric('SharesNotWatched', 1)
}
