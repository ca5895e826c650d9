/** One poll of a venue account: fills, ends of its live orders and positions, merged into what we hold; then the next poll is asked for. */

import type { ExchangeName } from '#domain/exchange-name.ts'
import type { Order } from '#domain/order.ts'
import { hear } from '#domain/order-facts.ts'
import { MINUTE, type Millis } from '#domain/time.ts'
import {
  beginPoll,
  endPoll,
  fallAsleep,
  looksDue,
  maySleep,
  nextPollIn,
  ofAccount,
  readFrom,
  type VenueAccountState,
} from '#domain/venue-account.ts'
import { type Exchange, type VenueAccount, type VenueFill, type VenueOrder, VenueUnavailable } from '#ports/exchange.ts'
import type { FillStore } from '#ports/portfolio-store.ts'
import type { OrderStore } from '#ports/store.ts'
import type { TradingDayStore } from '#ports/trading-day-store.ts'
import { recordFills } from './change-order.ts'
import { fillTold } from './fill-told.ts'
import { type LookAtPositionsDeps, lookAtPositions } from './look-at-positions.ts'
import { isKnown, newsOf } from './news-of-account.ts'
import type { OpenVenueAccount } from './open-venue-account.ts'
import { type RecordForeignFillsDeps, recordForeignFills } from './record-foreign-fills.ts'
import type { RecordedFills } from './recorded-fills.ts'
import { restartDay } from './restart-day.ts'
import { askForPoll, type WakeAccountDeps } from './wake-account.ts'
import { withdrawExcess } from './withdraw-excess.ts'

export interface SyncAccountDeps extends WakeAccountDeps, LookAtPositionsDeps, RecordForeignFillsDeps {
  readonly fills: FillStore
  readonly orders: OrderStore
  readonly openAccount: OpenVenueAccount
  readonly exchanges: (name: ExchangeName) => Exchange
  readonly recorded: RecordedFills
  readonly tradingDays: TradingDayStore
}

export interface PollRequest {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly poll: number
}

export const syncAccount = async (deps: SyncAccountDeps, request: PollRequest, signal: AbortSignal): Promise<void> => {
  const state = await deps.venueAccounts.get(request.subaccountId, request.exchange)
  // A repeated message, or one of a chain that a wake-up has replaced.
  if (state === null || !state.awake || request.poll !== state.poll + 1) return
  const begun = beginPoll(state, deps.clock())
  if (!(await deps.venueAccounts.save(begun))) return
  const polling = { ...begun, version: state.version + 1 }
  const live = await deps.orders.live(request.subaccountId, request.exchange)
  let isOpen: boolean
  try {
    isOpen = await poll(deps, polling, live, signal)
  } catch (error) {
    if (!(error instanceof VenueUnavailable)) throw error
    deps.log.warn('account sync: the exchange does not answer', { ...account(polling), error: error.message })
    deps.log.metric('VenueUnavailable', 1, { exchange: polling.exchange })
    return askForPoll(deps, polling, 10_000)
  }
  await goOn(deps, polling, isOpen, live)
}

/** Sleeps or asks for the next poll, on the state as it is after whoever woke the account meanwhile. */
const goOn = async (
  deps: SyncAccountDeps,
  { subaccountId, exchange, poll: number }: VenueAccountState,
  isOpen: boolean,
  live: readonly Order[],
): Promise<void> => {
  const stored = await deps.venueAccounts.get(subaccountId, exchange)
  if (stored === null || stored.poll !== number) return
  // Nothing can be followed in an account whose credentials are gone.
  const state = isOpen ? stored : { ...stored, holds: false, history: null }
  if (maySleep(state, live.length, deps.clock())) {
    // Refused when somebody woke the account since: then its own message goes on.
    await deps.venueAccounts.save(fallAsleep(stored, deps.clock()))
    return
  }
  const changes = live.map((order) => order.updatedAt)
  await askForPoll(deps, state, nextPollIn(state, changes.length === 0 ? null : Math.max(...changes), deps.clock()))
}

/** Answers whether there are credentials to poll with. */
const poll = async (
  deps: SyncAccountDeps,
  begun: VenueAccountState,
  live: readonly Order[],
  signal: AbortSignal,
): Promise<boolean> => {
  const venue = await deps.openAccount(begun.subaccountId, begun.exchange)
  if (venue === null) {
    if (live.length > 0) deps.log.error('account sync: live orders and no credentials', account(begun))
    return false
  }
  const exchange = deps.exchanges(begun.exchange)
  const state = ofAccount(begun, venue.accountKey, exchange.fillsOverlapMs, deps.clock())
  const since = readSince(state, live, exchange, deps.clock())
  const { fills: read, asOf } = await exchange.fillsSince(venue, since, signal)
  const fills = read.filter((fill) => !deps.recorded.has(recordedKey(state, fill)))
  const open = await exchange.openOrders(venue, signal)
  const sources = { exchange, venue, signal }
  const news = await newsOf({ deps, ...sources, now: deps.clock() }, live, fills, open)
  const foreign = [...news.foreign]
  for (const { orderId, word, traded } of news.orders) {
    if (await merge(deps, state, orderId, word, traded))
      deps.recorded.add(traded.map((fill) => recordedKey(state, fill)))
    else foreign.push(...traded)
  }
  await recordForeignFills(deps, state, exchange, foreign, deps.clock(), signal)
  deps.recorded.add(foreign.map((fill) => recordedKey(state, fill)))

  const past = await readPast(deps, sources, state)
  const polled = news.unplaced ? past : endPoll(past, asOf, deps.clock())
  const looked = await look(deps, sources, polled, asOf, fills.length > 0 || past !== state)
  // Before it is stored that the past is read: a poll that dies in between comes to the same end.
  if (state.history !== null && looked.history === null) await restartDay(deps, state.subaccountId, state.exchange)
  // A wake-up that came in between wins; the cursor then moves with the next poll.
  if (looked !== begun) await deps.venueAccounts.save(looked)
  await withdrawExcess(deps, sources, looked, live)
  return true
}

/** Some pages of what happened before our time: none of it can be an order of ours. */
const readPast = async (
  deps: SyncAccountDeps,
  {
    exchange,
    venue,
    signal,
  }: { readonly exchange: Exchange; readonly venue: VenueAccount; readonly signal: AbortSignal },
  state: VenueAccountState,
): Promise<VenueAccountState> => {
  let history = state.history
  for (let pages = 0; history !== null && pages < PAGES_AT_ONCE; pages += 1) {
    const { before, cursor } = history
    const page = await exchange.fillsBefore(venue, before, cursor, signal)
    await recordForeignFills(deps, state, exchange, page.fills, deps.clock(), signal)
    history = page.cursor === null ? null : { before, cursor: page.cursor }
  }
  return history === state.history ? state : { ...state, history }
}

/** Up to two thousand fills on EXCHANGE_A, two hundred on EXCHANGE_B: a poll stays short. */
const PAGES_AT_ONCE = 2

/** What the account holds, if it is time to ask. That the exchange does not tell is no reason to lose what it told. */
const look = async (
  deps: SyncAccountDeps,
  sources: { readonly exchange: Exchange; readonly venue: VenueAccount; readonly signal: AbortSignal },
  state: VenueAccountState,
  asOf: Millis,
  hasNews: boolean,
): Promise<VenueAccountState> => {
  const now = deps.clock()
  if (!looksDue(state, hasNews, now)) return hasNews && !state.holds ? { ...state, holds: true } : state
  try {
    return { ...state, holds: await lookAtPositions(deps, sources, state, asOf, now), lookedAt: now }
  } catch (error) {
    if (!(error instanceof VenueUnavailable)) throw error
    deps.log.warn('positions: the exchange does not tell', { ...account(state), error: error.message })
    deps.log.metric('VenueUnavailable', 1, { exchange: state.exchange })
    return state
  }
}

/** Fills that may still be reversed are read again however old they are. */
const readSince = (state: VenueAccountState, live: readonly Order[], exchange: Exchange, now: Millis): Millis =>
  Math.min(
    readFrom(state, exchange.fillsOverlapMs, now),
    ...live.flatMap(({ provisional }) => (provisional === null ? [] : [provisional.since - MINUTE])),
  )

/** A fill as this process remembers it: one that is reversed later is news again. */
const recordedKey = (state: VenueAccountState, fill: VenueFill): string =>
  `${state.subaccountId} ${fill.fillId} ${fill.status}`

/** False for an identity that only looks like ours, or belongs to another subaccount: a trade made elsewhere, then. */
const merge = async (
  deps: SyncAccountDeps,
  state: VenueAccountState,
  orderId: string,
  word: VenueOrder | null,
  traded: readonly VenueFill[],
): Promise<boolean> => {
  const order = await deps.orders.get(orderId)
  if (order === null || order.subaccountId !== state.subaccountId) return false
  const fills = traded.map((fill) => fillTold(order, fill))
  await recordFills(
    deps.orders,
    orderId,
    fills,
    (now) => (word === null || isKnown(now, word) ? now : hear(now, word, deps.clock())),
    deps.clock(),
  )
  return true
}

const account = (state: Pick<VenueAccountState, 'subaccountId' | 'exchange'>) => ({
  subaccountId: state.subaccountId,
  exchange: state.exchange,
})
