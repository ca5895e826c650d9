/** One poll of a venue account: fills and ends of its live orders, merged into what we hold; then the next poll is asked for. */

import type { ExchangeName } from '#domain/exchange-name.ts'
import type { Fill } from '#domain/fill.ts'
import type { Order } from '#domain/order.ts'
import { hear } from '#domain/order-facts.ts'
import { beginPoll, endPoll, maySleep, nextPollIn, readFrom, type VenueAccountState } from '#domain/venue-account.ts'
import { type Exchange, type VenueAccount, type VenueFill, type VenueOrder, VenueUnavailable } from '#ports/exchange.ts'
import type { OrderStore } from '#ports/store.ts'
import { recordFills } from './change-order.ts'
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
    await deps.venueAccounts.save({ ...state, awake: false, dueAt: null })
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
  const { fills: read, asOf } = await exchange.fillsSince(venue, readFrom(state, deps.clock()), signal)
  const fills = read.filter((fill) => !deps.recorded.has(recordedKey(state, fill)))
  const words = await wordsOn(exchange, venue, live, fills, signal)
  const complete = await store(deps, exchange, state, live, fills, words)
  if (!complete) return
  const ended = endPoll(state, asOf, deps.clock())
  // A wake-up that came in between wins; the cursor then moves with the next poll.
  if (ended !== state) await deps.venueAccounts.save(ended)
}

/** What the exchange says of each order that is live here or has a fill there, by its own order id. */
const wordsOn = async (
  exchange: Exchange,
  venue: VenueAccount,
  live: readonly Order[],
  fills: readonly VenueFill[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, VenueOrder>> => {
  const words = new Map<string, VenueOrder>()
  if (live.length > 0) for (const word of await exchange.openOrders(venue, signal)) words.set(word.venueOrderId, word)
  const held = new Set(live.map((order) => order.venueOrderId))
  // Not on the book: each is asked for by name, because a missing row never ends an order. Fills name their order only by
  // the exchange's id (Kalshi reference, section 7), so unknown ones are asked for too.
  const gone = live.flatMap((order) => (order.venueOrderId === null ? [] : [order.venueOrderId]))
  const strange = fills.map((fill) => fill.venueOrderId).filter((id) => !held.has(id))
  for (const id of new Set([...gone, ...strange])) {
    if (words.has(id)) continue
    const word = await exchange.order(venue, id, signal)
    if (word !== null) words.set(id, word)
  }
  return words
}

/** False when something could not be placed yet, so that the cursor must not pass it. */
const store = async (
  deps: SyncAccountDeps,
  exchange: Exchange,
  state: VenueAccountState,
  live: readonly Order[],
  fills: readonly VenueFill[],
  words: ReadonlyMap<string, VenueOrder>,
): Promise<boolean> => {
  const held = new Map(live.map((order) => [order.venueOrderId, order]))
  const touched = new Set([...words.keys(), ...fills.map((fill) => fill.venueOrderId)])
  let complete = true
  for (const venueOrderId of touched) {
    const word = words.get(venueOrderId) ?? null
    const known = held.get(venueOrderId)
    const traded = fills.filter((fill) => fill.venueOrderId === venueOrderId)
    // Nothing new of an order we hold: not even read again.
    if (known !== undefined && traded.length === 0 && (word === null || isKnown(known, word))) continue
    const orderId = known?.orderId ?? (word?.identity == null ? null : exchange.orderIdOf(word.identity))
    if (orderId === null && word === null && traded.length > 0) {
      complete = false
      continue
    }
    if (orderId !== null) await merge(deps, state, orderId, word, traded)
    deps.recorded.add(traded.map((fill) => recordedKey(state, fill)))
  }
  return complete
}

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

/** Whether the exchange says nothing new: an unchanged order costs no write. */
const isKnown = (order: Order, word: VenueOrder): boolean =>
  order.sendState === 'acked' &&
  order.venueOrderId === word.venueOrderId &&
  (order.venueState === 'ended' || order.venueState === word.state) &&
  order.venueFilledQty >= word.filledQty

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
