/**
 * Fires the stops of a market in which one price has reached more than are sent at once: in price and then age order, a bounded number under
 * way, and each user with a fair share of them. It goes on beside the looks, which wait for nothing here.
 */

import { isRecent, type Quote } from '#domain/contingent/mark-price.ts'
import type { TriggerDirection } from '#domain/contingent/trailing.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { fairlyChosen } from '#domain/price-watch/fair-share.ts'
import { type WatchedRange, watchedRange } from '#domain/price-watch/watched-range.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedMarket, WatchedStop, WatchStore } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'
import { type ConfirmOpenDeps, mayFire } from '../watching/confirm-open.ts'
import { type Firing, firingAt, sorted } from '../watching/follow-trails.ts'
import type { QuoteMemory } from '../watching/quote-memory.ts'
import { groupOf, patienceFor, SENDS_AT_ONCE, type SendTriggerDeps, sendTrigger } from '../watching/send-trigger.ts'
import { type Crowd, newCrowd, type Side, type Survey, type UnderWay } from './crowd-memory.ts'
import { quoteOfCrowd, showCrowd } from './show-crowd.ts'

export interface FireCrowdDeps extends SendTriggerDeps {
  readonly complexOrders: Pick<WatchStore, 'crossedNearest'>
  readonly memory: QuoteMemory
  readonly exchanges: ConfirmOpenDeps['exchanges']
  readonly pause: (ms: number) => Promise<void>
  readonly clock: Clock
}

/**
 * Stops of one market that are under way: no queue is ever full of one market. One key of the index takes a thousand changes a second, so no
 * market fires faster than that.
 */
export const MOST_UNDER_WAY = 1_000

/** Stops in one page of a survey: half a megabyte. */
const SURVEY_PAGE = 4_000
const SURVEY_PAGES_EACH_ROUND = 5

/** What a survey keeps for each user, and once it has kept very many. */
const KEPT_EACH = 500
const KEPT_EACH_OF_MANY = 10
const MANY_KEPT = 10_000

/** How long a survey rests: after prices went on, and where they stand still. A long one rests longer. */
const SURVEY_AGAIN = SECOND
const SURVEY_STILL = 10 * SECOND

const ROUND_EVERY = SECOND / 2
/** Rounds in which nothing was sent and nothing fired, before it rests until the next look. */
const IDLE_ROUNDS = 6
/** The next look has it go on. */
const GOES_ON_FOR = 5 * SECOND

const CONFIRMED_FOR = 2 * SECOND

/** Begins, or goes on, at that quote. Returns at once, and never throws. */
export const fireCrowd = (deps: FireCrowdDeps, market: WatchedMarket, shown: ExchangeQuote): void => {
  const crowd = deps.memory.crowds.get(market.svcId) ?? newCrowd(market, shown)
  deps.memory.crowds.set(market.svcId, crowd)
  crowd.market = market
  const now = deps.clock()
  showCrowd(deps.memory, market, shown, now)
  if (crowd.going !== null) return
  if (crowd.over !== null) {
    const range = watchedRange(quoteOfCrowd(crowd), now)
    if (range?.fingerprint === crowd.over.fingerprint && now - crowd.over.at < SECOND) return
    crowd.over = null
    crowd.trades = crowd.trades.filter((trade) => isRecent(trade, now))
  }
  crowd.going = rounds(deps, crowd).finally(() => {
    crowd.going = null
    crowd.restsSince = deps.clock()
  })
}

/** Has those go on that rest: what was sent may be lost, or has fired, so that others follow. */
export const goOnWithCrowds = (deps: FireCrowdDeps): void => {
  const now = deps.clock()
  for (const { market, shown, going, over, restsSince } of deps.memory.crowds.values())
    if (going === null && over === null && now - restsSince >= SECOND) fireCrowd(deps, market, shown)
}

/** When all of them rest. */
export const crowdsRest = async ({ crowds }: Pick<QuoteMemory, 'crowds'>): Promise<void> => {
  await Promise.all([...crowds.values()].map(({ going }) => going))
}

const rounds = async (deps: FireCrowdDeps, crowd: Crowd): Promise<void> => {
  const until = deps.clock() + GOES_ON_FOR
  try {
    for (let idle = 0; idle < IDLE_ROUNDS && deps.clock() < until; ) {
      const round = await fireRound(deps, crowd)
      if (round === 'rest') return
      idle = round === 'idle' ? idle + 1 : 0
      if (round !== 'search') await deps.pause(ROUND_EVERY)
    }
  } catch (error) {
    const { svcId, exchange } = crowd.market
    deps.log.error('the stops that a price has reached could not be read; the next look goes on', {
      svcId,
      error: String(error),
    })
    deps.log.metric('MarketsNotWatched', 1, { exchange })
  }
}

/** `search`: more stops may stand behind those that were read. `rest`: all that fires is under way. */
type Round = 'moved' | 'idle' | 'search' | 'rest'

const fireRound = async (deps: FireCrowdDeps, crowd: Crowd): Promise<Round> => {
  const { market, underWay, sides } = crowd
  const now = deps.clock()
  const quote = quoteOfCrowd(crowd)
  const range = watchedRange(quote, now)
  if (range === null) return 'rest'
  const sight: Sight = { quote, range, now, svcId: market.svcId }
  const [down, up] = await Promise.all([
    readSide(deps, sides.down, 'down', sight),
    readSide(deps, sides.up, 'up', sight),
  ])
  const gone = forgetFired(crowd, [...down.near, ...up.near], now)
  const behind = [sides.down, sides.up].flatMap((side) => [...side.behind.values()].flat())
  const firing = each(firingAt(deps.memory, [...down.near, ...up.near, ...behind], quote, now))
  const near = new Set([...down.near, ...up.near].map(({ complexOrderId }) => complexOrderId))
  const waiting = firing.filter(({ stop }) => !underWay.has(stop.complexOrderId) && isDue(deps, stop, now))
  const isSearching = down.isSearching || up.isSearching
  if (firing.length === 0 && !isSearching && underWay.size === 0) {
    crowd.over = { fingerprint: range.fingerprint, at: now }
    return 'rest'
  }
  if (waiting.length > 0 && !(await isOpen(deps, crowd))) return 'rest'
  const owned = sorted(waiting).map((one) => ({ ...one, owner: one.stop.owner }))
  const chosen = fairlyChosen(owned, [...underWay.values()], MOST_UNDER_WAY)
  // Those behind are few, and would be sent after a thousand others.
  const isNear = ({ stop }: Firing): boolean => near.has(stop.complexOrderId)
  const inTurn = [...chosen.filter((one) => !isNear(one)), ...chosen.filter(isNear)]
  await atOnce(SENDS_AT_ONCE, inTurn, async ({ stop, crossing, owner }) => {
    if (await sendTrigger(deps, stop, crossing, now, groupOf(market, stop)))
      underWay.set(stop.complexOrderId, { owner, at: now, isNear: near.has(stop.complexOrderId) })
  })
  for (const side of [sides.down, sides.up]) side.behind = withoutThose(side.behind, underWay)
  if (isSearching) return 'search'
  if (chosen.length === waiting.length && down.isWhole && up.isWhole) return 'rest'
  return chosen.length > 0 || gone > 0 ? 'moved' : 'idle'
}

interface Sight {
  readonly quote: Quote
  readonly range: WatchedRange
  readonly now: Millis
  readonly svcId: number
}

interface ReadSide {
  /** The nearest stops, whether they fire or watch another price. */
  readonly near: readonly WatchedStop[]
  /** Nothing that is reached stands behind them. */
  readonly isWhole: boolean
  readonly isSearching: boolean
}

const readSide = async (
  deps: FireCrowdDeps,
  side: Side,
  direction: TriggerDirection,
  sight: Sight,
): Promise<ReadSide> => {
  const { svcId, range, now, quote } = sight
  const reached = { direction, at: direction === 'down' ? range.low : range.high }
  const isFrom = side.from !== null && side.from.fingerprint === range.fingerprint && now - side.from.at < SURVEY_STILL
  if (!isFrom) side.from = null
  const read = await deps.complexOrders.crossedNearest(svcId, reached, MOST_UNDER_WAY, side.from?.place ?? null)
  if (read.next === null) {
    Object.assign(side, { survey: null, behind: new Map() })
    return { near: read.stops, isWhole: true, isSearching: false }
  }
  if (firingAt(deps.memory, read.stops, quote, now).length === 0) {
    side.from = { place: read.next, fingerprint: range.fingerprint, at: side.from?.at ?? now }
    return { near: [], isWhole: false, isSearching: true }
  }
  if (side.survey === null && isSurveyDue(side, reached.at, now))
    side.survey = { upTo: reached.at, beganAt: now, place: read.next, found: new Map(), stops: 0 }
  if (side.survey !== null) await goOnSurveying(deps, side, side.survey, direction, sight)
  return { near: read.stops, isWhole: false, isSearching: side.survey !== null }
}

const isSurveyDue = ({ surveyed }: Side, upTo: number, now: Millis): boolean => {
  if (surveyed === null) return true
  const rest = surveyed.upTo === upTo ? SURVEY_STILL : SURVEY_AGAIN
  return now - surveyed.at >= Math.max(rest, 4 * surveyed.took)
}

/** Its own price bounds it to the end: a place is good for that range only. */
const goOnSurveying = async (
  deps: FireCrowdDeps,
  side: Side,
  survey: Survey,
  direction: TriggerDirection,
  { svcId, quote, now }: Sight,
): Promise<void> => {
  for (let pages = 0; pages < SURVEY_PAGES_EACH_ROUND; pages += 1) {
    const reached = { direction, at: survey.upTo }
    const { stops, next } = await deps.complexOrders.crossedNearest(svcId, reached, SURVEY_PAGE, survey.place)
    for (const { stop } of firingAt(deps.memory, stops, quote, now)) {
      const kept = survey.found.get(stop.owner) ?? []
      survey.found.set(stop.owner, kept)
      if (kept.length >= (survey.stops < MANY_KEPT ? KEPT_EACH : KEPT_EACH_OF_MANY)) continue
      kept.push(stop)
      survey.stops += 1
    }
    side.behind = survey.found
    if (next === null) {
      const ended = deps.clock()
      Object.assign(side, { survey: null, surveyed: { at: ended, took: ended - survey.beganAt, upTo: survey.upTo } })
      return
    }
    survey.place = next
  }
}

/** Takes what has fired, or was sent too long ago to wait for it, from what is under way. Answers how many have fired. */
const forgetFired = ({ underWay }: Crowd, near: readonly WatchedStop[], now: Millis): number => {
  const there = new Set(near.map(({ complexOrderId }) => complexOrderId))
  const patience = patienceFor(underWay.size)
  let fired = 0
  for (const [id, { at, isNear }] of underWay) {
    const isGone = isNear && !there.has(id)
    if (isGone) fired += 1
    if (isGone || now - at >= patience) underWay.delete(id)
  }
  return fired
}

const isDue = ({ memory }: FireCrowdDeps, { complexOrderId }: WatchedStop, now: Millis): boolean =>
  now - (memory.sent.get(complexOrderId) ?? 0) >= patienceFor(0)

const isOpen = async (deps: FireCrowdDeps, crowd: Crowd): Promise<boolean> => {
  const now = deps.clock()
  if (crowd.confirmed === null || now - crowd.confirmed.at >= CONFIRMED_FOR || !crowd.confirmed.isOpen)
    crowd.confirmed = { isOpen: await mayFire(deps, crowd.market, crowd.shown), at: now }
  return crowd.confirmed.isOpen
}

/** Each stop once. */
const each = (firing: readonly Firing[]): readonly Firing[] => [
  ...new Map(firing.map((one) => [one.stop.complexOrderId, one])).values(),
]

const withoutThose = (
  behind: Side['behind'],
  underWay: ReadonlyMap<string, UnderWay>,
): ReadonlyMap<string | null, readonly WatchedStop[]> =>
  new Map(
    [...behind].map(([owner, stops]) => [owner, stops.filter(({ complexOrderId }) => !underWay.has(complexOrderId))]),
  )
