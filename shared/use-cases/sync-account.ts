/** One poll of a venue account: fills and ends of its live orders, merged into what we hold; then the next poll is asked for. */

import type { ExchangeName } from '#domain/exchange-name.ts'
import type { Fill } from '#domain/fill.ts'
import type { Order } from '#domain/order.ts'
import { hear } from '#domain/order-facts.ts'
import { MINUTE, type Millis } from '#domain/time.ts'
import {
  beginPoll,
  endPoll,
  fallAsleep,
  maySleep,
  nextPollIn,
  readFrom,
  type VenueAccountState,
} from '#domain/venue-account.ts'
import { type Exchange, type VenueFill, type VenueOrder, VenueUnavailable } from '#ports/exchange.ts'
import type { OrderStore } from '#ports/store.ts'
import { recordFills } from './change-order.ts'
import { isKnown, newsOf } from './news-of-account.ts'
import type { OpenVenueAccount } from './open-venue-account.ts'
import type { RecordedFills } from './recorded-fills.ts'
import { askForPoll, type WakeAccountDeps } from './wake-account.ts'

export interface SyncAccountDeps extends WakeAccountDeps {
  readonly orders: OrderStore
  readonly openAccount: OpenVenueAccount
  readonly exchanges: (name: ExchangeName) => Exchange
  readonly recorded: RecordedFills
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
  try {
    await poll(deps, polling, live, signal)
  } catch (error) {
    if (!(error instanceof VenueUnavailable)) throw error
    deps.log.warn('account sync: the exchange does not answer', { ...account(polling), error: error.message })
    deps.log.metric('VenueUnavailable', 1, { exchange: polling.exchange })
    return askForPoll(deps, polling, 10_000)
  }
  await goOn(deps, polling.subaccountId, polling.exchange, polling.poll, live)
}

/** Sleeps or asks for the next poll, on the state as it is after whoever woke the account meanwhile. */
const goOn = async (
  deps: SyncAccountDeps,
  subaccountId: string,
  exchange: ExchangeName,
  poll: number,
  live: readonly Order[],
): Promise<void> => {
  const state = await deps.venueAccounts.get(subaccountId, exchange)
  if (state === null || state.poll !== poll) return
  if (maySleep(state, live.length, deps.clock())) {
    // Refused when somebody woke the account since: then its own message goes on.
    await deps.venueAccounts.save(fallAsleep(state, deps.clock()))
    return
  }
  const changes = live.map((order) => order.updatedAt)
  await askForPoll(deps, state, nextPollIn(changes.length === 0 ? null : Math.max(...changes), deps.clock()))
}

const poll = async (
  deps: SyncAccountDeps,
  state: VenueAccountState,
  live: readonly Order[],
  signal: AbortSignal,
): Promise<void> => {
  const venue = await deps.openAccount(state.subaccountId, state.exchange)
  if (venue === null) {
    if (live.length > 0) deps.log.error('account sync: live orders and no credentials', account(state))
    return
  }
  const exchange = deps.exchanges(state.exchange)
  const since = readSince(state, live, exchange, deps.clock())
  const { fills: read, asOf } = await exchange.fillsSince(venue, since, signal)
  const fills = read.filter((fill) => !deps.recorded.has(recordedKey(state, fill)))
  const open = await exchange.openOrders(venue, signal)
  const news = await newsOf({ deps, exchange, venue, signal }, live, fills, open)
  for (const { orderId, word, traded } of news.orders) {
    await merge(deps, state, orderId, word, traded)
    deps.recorded.add(traded.map((fill) => recordedKey(state, fill)))
  }
  deps.recorded.add(news.foreign.map((fill) => recordedKey(state, fill)))
  if (news.unplaced) return
  const ended = endPoll(state, asOf, deps.clock())
  // A wake-up that came in between wins; the cursor then moves with the next poll.
  if (ended !== state) await deps.venueAccounts.save(ended)
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

const merge = async (
  deps: SyncAccountDeps,
  state: VenueAccountState,
  orderId: string,
  word: VenueOrder | null,
  traded: readonly VenueFill[],
): Promise<void> => {
  const order = await deps.orders.get(orderId)
  // An identity that only looks like ours, or belongs to another subaccount: not this account's business.
  if (order === null || order.subaccountId !== state.subaccountId) return
  const fills = traded.map((fill) => toFill(order, fill))
  await recordFills(
    deps.orders,
    orderId,
    fills,
    (now) => (word === null || isKnown(now, word) ? now : hear(now, word, deps.clock())),
    deps.clock(),
  )
}

const toFill = (order: Order, fill: VenueFill): Fill => ({
  fillId: fill.fillId,
  orderId: order.orderId,
  subaccountId: order.subaccountId,
  svcId: order.svcId,
  exchange: order.exchange,
  exchangeOrderId: fill.venueOrderId,
  exchangeTradeId: fill.tradeId,
  exchangeAt: fill.at,
  price: fill.price,
  qty: fill.qty,
  fee: fill.fee,
  buyFlag: fill.buyFlag,
  isMaker: fill.isMaker,
  status: fill.status,
})

const account = (state: Pick<VenueAccountState, 'subaccountId' | 'exchange'>) => ({
  subaccountId: state.subaccountId,
  exchange: state.exchange,
})
