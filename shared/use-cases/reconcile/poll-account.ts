/** What one poll of an exchange account does: fills, ends of its live orders and positions are read, merged into what we hold, and stored. */

import { accountName } from '#domain/accounts/account-ref.ts'
import { type AccountSync, endPoll, looksDue, ofAccount, readFrom } from '#domain/accounts/account-sync.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { applyStatusReport, noteSightings } from '#domain/orders/transitions.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { FillReport, PositionsReading } from '#ports/exchanges/exchange-reports.ts'
import { ifUnavailableNoted } from '#ports/exchanges/exchange-unavailable.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { FillStore } from '#ports/portfolio/portfolio-store.ts'
import type { WalletActionStore } from '#ports/portfolio/wallet-action-store.ts'
import type { TradingDayStore } from '#ports/risk/trading-day-store.ts'
import type { AccountSources } from '../accounts/account-sources.ts'
import { checkReadiness } from '../accounts/note-readiness.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import type { WakeAccountDeps } from '../accounts/wake-account.ts'
import { type EndWaitingDeps, endWaiting } from '../contingent/end/end-waiting.ts'
import { capRestingExits } from '../contingent/follow/cap-resting-exits.ts'
import type { StoredTrade } from '../contingent/follow/closed-holding.ts'
import { type FollowPositionDeps, followPositions } from '../contingent/follow/follow-position.ts'
import { type FollowProtectsDeps, followProtects } from '../contingent/follow/follow-protects.ts'
import { ifReadable, UNREADABLE } from '../kernel/if-readable.ts'
import { capReducingOrders } from '../orders/amend/cap-reducing-orders.ts'
import { type CancelPausedDeps, cancelPaused } from '../orders/cancel/cancel-paused.ts'
import { recordFills } from '../orders/change-order.ts'
import { recordTogether } from '../orders/record-together.ts'
import { type AdvanceActionsDeps, advanceActions } from '../portfolio/advance-actions.ts'
import { redeemByItself } from '../portfolio/redeem-positions.ts'
import { restartDay } from '../risk/restart-day.ts'
import { isKnown } from './is-known.ts'
import { matchAccountReport, type OrderNews } from './match-account-report.ts'
import { type ReconcilePositionsDeps, reconcilePositions } from './reconcile-positions.ts'
import { type RecordForeignFillsDeps, recordForeignFills } from './record-foreign-fills.ts'
import type { RecordedFills } from './recorded-fills.ts'
import { tellOfUnread } from './tell-of-unread.ts'
import { toFill } from './to-fill.ts'

export interface PollAccountDeps
  extends WakeAccountDeps,
    ReconcilePositionsDeps,
    RecordForeignFillsDeps,
    AdvanceActionsDeps,
    Pick<CancelPausedDeps, 'pausesAskedAt'>,
    Pick<EndWaitingDeps, 'askedAt'> {
  readonly fills: FillStore
  readonly orders: OrderStore
  readonly complexOrders: FollowPositionDeps['complexOrders'] & FollowProtectsDeps['complexOrders']
  readonly openAccount: OpenAccount
  readonly exchanges: (name: ExchangeName) => Exchange
  readonly recorded: RecordedFills
  readonly tradingDays: TradingDayStore
  readonly accountSyncs: AccountSyncStore
  readonly walletActions: WalletActionStore
  readonly ids: Pick<Ids, 'uuid'>
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
}

/** What a poll is asked for beyond what is news. */
export interface PollAsks {
  /** What the account holds is asked for: it is read with this poll, unless it was read within 15 s. */
  readonly look: boolean
  /** Whether the account can trade is found out with this poll. */
  readonly check?: boolean
}

/** What a poll has found out about the account itself. */
export interface Polled {
  /** There are credentials to poll with. */
  readonly isOpen: boolean
  /** How soon the next poll is to ask about orders of which this one has learned nothing; null: when it comes. */
  readonly askAgainIn: Millis | null
}

/** What is followed in the account. */
export interface Followed {
  readonly live: readonly Order[]
  /** The ids of the protect stops that have not ended. */
  readonly protects: () => Promise<readonly string[]>
}

/** Throws `ExchangeUnavailable` where the exchange does not tell of fills or orders: the next poll reads them again. */
export const pollAccount = async (
  deps: PollAccountDeps,
  begun: AccountSync,
  asks: PollAsks,
  { live, protects }: Followed,
  signal: AbortSignal,
): Promise<Polled> => {
  const exchangeAccount = await deps.openAccount(begun.subaccountId, begun.exchange)
  if (exchangeAccount === null) {
    if (live.length > 0) deps.log.error('account sync: live orders and no credentials', account(begun))
    return { isOpen: false, askAgainIn: null }
  }
  if (asks.check) await checkReadiness(deps, account(begun), exchangeAccount, signal)
  const exchange = deps.exchanges(begun.exchange)
  const name = { account: exchangeAccount.accountKey, holder: await exchange.holderOf(exchangeAccount) }
  const state = ofAccount(begun, name, traitsOf(exchange.name).fillsOverlapMs, deps.clock())
  const since = readSince(state, live, exchange, deps.clock())
  // Side by side, because a poll mostly waits, and waiting is most of what it costs.
  const askedAt = deps.clock()
  const positions = looksDue(state, false, asks.look, askedAt) ? exchange.positions(exchangeAccount, signal) : null
  positions?.catch(() => undefined)
  const [{ fills: read, asOf, unread = [] }, open] = await Promise.all([
    exchange.fillsSince(exchangeAccount, since, signal),
    exchange.openOrders(exchangeAccount, signal),
  ])
  const fills = read.filter((fill) => !deps.recorded.has(recordedKey(state, fill)))
  const sources = { exchange, exchangeAccount, signal }
  const asked = { deps, ...sources, subaccountId: state.subaccountId, now: deps.clock(), poll: state.poll }
  const news = await matchAccountReport(asked, live, fills, open)
  const foreign = [...news.foreign]
  const stored = await mergeTogether(deps, state, news.orders)
  const trades: StoredTrade[] = []
  let unplaced = (await tellOfUnread(deps, exchange, account(state), live, unread)) || news.unplaced
  for (const one of news.orders) {
    const { orderId, traded } = one
    const about = { ...account(state), orderId }
    const merged = stored.has(orderId) || (await ifReadable(deps.log, about, () => merge(deps, state, one)))
    // Its fills are read again until the row is repaired.
    if (merged === UNREADABLE) unplaced = true
    else if (merged) trades.push(...traded.map((fill) => ({ orderId, fill })))
    else foreign.push(...traded)
  }
  const left = await recordForeignFills(deps, state, exchange, foreign, deps.clock(), signal)
  if (left.size > 0) unplaced = true
  trades.push(...foreign.filter(({ fillId }) => !left.has(fillId)).map((fill) => ({ orderId: null, fill })))

  const past = await readPast(deps, sources, state)
  const again =
    past.history === null
      ? await followPositions(deps, state, live, trades, state.history !== null)
      : new Set<StoredTrade>()
  if (trades.length > 0) await followProtects(deps, state)
  const hasNews = fills.length > 0 || past !== state
  // Until a look succeeds.
  const told = hasNews ? toConfirm(past) : past
  const looked =
    positions === null
      ? await lookAfterNews(deps, sources, told, asOf, hasNews)
      : await look(deps, sources, told, { completeTo: Math.min(asOf, askedAt), positions })
  // The exchange may count what no trade tells of: shares that were sent, or a market that has paid.
  if (looked.lookedAt !== past.lookedAt) await followProtects(deps, state)
  const acted = await act(deps, sources, looked, past)
  const polled = unplaced ? acted : endPoll(acted, asOf, acted !== begun, deps.clock())
  // Before it is stored that the past is read: a poll that dies in between comes to the same end.
  if (state.history !== null && polled.history === null) await restartDay(deps, state.subaccountId, state.exchange)
  // A wake-up that came in between wins; the cursor then moves with the next poll.
  const isStored = polled === begun || (await deps.accountSyncs.save(polled))
  // Until then the fills are news, also to the next poll: it follows them again, and looks at what the account holds since.
  if (isStored)
    deps.recorded.add(trades.filter((trade) => !again.has(trade)).map(({ fill }) => recordedKey(state, fill)))
  await capRestingExits(deps, sources, polled, live)
  await capReducingOrders(deps, polled, live)
  await cancelPaused(deps, sources, accountName(state), live)
  await endWaiting(deps, sources, { ...account(state), live, protects })
  return { isOpen: true, askAgainIn: news.askAgainIn }
}

/** Carries out what the wallet has to do. What it redeems by itself is begun after a look at what it holds. */
const act = async (
  deps: PollAccountDeps,
  sources: AccountSources,
  state: AccountSync,
  before: AccountSync,
): Promise<AccountSync> => {
  const hasLooked = state.lookedAt !== before.lookedAt
  if (hasLooked && sources.exchangeAccount.mandate?.autoRedeem) {
    const { exchange, subaccountId, version } = state
    await redeemByItself(deps, { subaccountId, exchange })
    const stored = await deps.accountSyncs.get(subaccountId, exchange)
    // It has stored the sync with its actions: this poll goes on from there.
    if (stored !== null && stored.version !== version) {
      const { actions, actAt } = stored
      return { ...state, awake: true, actions, actAt, version: stored.version }
    }
  }
  return state.actions.length === 0 ? state : { ...state, ...(await advanceActions(deps, sources, state)) }
}

/** Some pages of what happened before our time: none of it can be an order of ours. */
const readPast = async (
  deps: PollAccountDeps,
  { exchange, exchangeAccount, signal }: AccountSources,
  state: AccountSync,
): Promise<AccountSync> => {
  let history = state.history
  for (let pages = 0; history !== null && pages < PAGES_AT_ONCE; pages += 1) {
    const { before, cursor } = history
    const page = await exchange.fillsBefore(exchangeAccount, before, cursor, signal)
    await tellOfUnread(deps, exchange, account(state), null, page.unread ?? [])
    const left = await recordForeignFills(deps, state, exchange, page.fills, deps.clock(), signal)
    // This page is read again until all of it is stored.
    if (left.size > 0) break
    history = page.cursor === null ? null : { before, cursor: page.cursor }
  }
  return history === state.history ? state : { ...state, history }
}

/** Up to two thousand fills on EXCHANGE_A, two hundred on EXCHANGE_B: a poll stays short. */
const PAGES_AT_ONCE = 2

/** What the account holds is to be looked at, soon. The same object where it is anyway. */
const toConfirm = (state: AccountSync): AccountSync =>
  state.holds && state.settling ? state : { ...state, holds: true, settling: true }

/** Reads what the account holds once more after news, or has the next poll do so. */
const lookAfterNews = async (
  deps: PollAccountDeps,
  sources: AccountSources,
  state: AccountSync,
  asOf: Millis,
  hasNews: boolean,
): Promise<AccountSync> => {
  if (!hasNews || !looksDue(state, true, false, deps.clock())) return state
  const positions = sources.exchange.positions(sources.exchangeAccount, sources.signal)
  return look(deps, sources, state, { completeTo: asOf, positions })
}

/** Stores what the account holds. If the exchange does not answer, its last answer stays. */
const look = async (
  deps: PollAccountDeps,
  sources: AccountSources,
  state: AccountSync,
  told: { readonly completeTo: Millis; readonly positions: Promise<PositionsReading> },
): Promise<AccountSync> => {
  const now = deps.clock()
  return reconcilePositions(deps, sources, state, told, now)
    .then((holding) => ({ ...state, ...holding, lookedAt: now }))
    .catch(ifUnavailableNoted(deps.log, 'positions: the exchange does not tell', () => state, account(state)))
}

/** Fills that may still be reversed are read again however old they are. */
const readSince = (state: AccountSync, live: readonly Order[], exchange: Exchange, now: Millis): Millis =>
  Math.min(
    readFrom(state, traitsOf(exchange.name).fillsOverlapMs, now),
    ...live.flatMap(({ provisional }) => (provisional === null ? [] : [provisional.since - MINUTE])),
  )

/** A fill as this process remembers it: one that is reversed later is news again. */
const recordedKey = (state: AccountSync, fill: FillReport): string =>
  `${state.subaccountId} ${fill.fillId} ${fill.status}`

/** Orders whose outcome is known, together where they traded in one market. Answers those that are stored: none where a row cannot be read. */
const mergeTogether = async (
  deps: PollAccountDeps,
  { subaccountId, exchange }: AccountSync,
  news: readonly OrderNews[],
): Promise<ReadonlySet<string>> => {
  const trades = news
    .filter(({ traded }) => traded.length > 0)
    .map((one) => ({
      orderId: one.orderId,
      fills: (order: Order) => one.traded.map((fill) => toFill(order, fill)),
      change: (order: Order) => withNews(deps, order, one),
    }))
  const stored = await ifReadable(deps.log, { subaccountId, exchange }, () =>
    recordTogether(deps.orders, subaccountId, trades, deps.clock()),
  )
  return stored === UNREADABLE ? new Set() : stored
}

const withNews = (deps: Pick<PollAccountDeps, 'clock'>, order: Order, { report, sightings }: OrderNews): Order => {
  const seen = noteSightings(order, sightings)
  return report === null || isKnown(order, report) ? seen : applyStatusReport(seen, report, deps.clock())
}

/** False for an identity that only looks like ours, or belongs to another subaccount: a trade made elsewhere, then. */
const merge = async (deps: PollAccountDeps, state: AccountSync, news: OrderNews): Promise<boolean> => {
  const order = await deps.orders.get(news.orderId)
  if (order === null || order.subaccountId !== state.subaccountId) return false
  const fills = news.traded.map((fill) => toFill(order, fill))
  await recordFills(deps.orders, news.orderId, fills, (now) => withNews(deps, now, news), deps.clock())
  return true
}

const account = (state: Pick<AccountSync, 'subaccountId' | 'exchange'>) => ({
  subaccountId: state.subaccountId,
  exchange: state.exchange,
})
