/**
 * Limits an exit to the rest of the position, right before it is sent. Trades that the account sync has not stored come
 * first: they may have closed the position. A resting exit is limited to the held quantity, unless the exchange itself
 * keeps it from opening the opposite position. An order that acts at once is always sent as close-only.
 */

import { leastQty } from '#domain/exchanges/least-qty.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { Qty } from '#domain/kernel/numbers.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { flooredToLot } from '#domain/markets/lot-size.ts'
import { mayRest } from '#domain/orders/may-rest.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import { NOTHING_TO_EXIT } from '#domain/orders/refusals/passing-refusal.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { askForPoll, type WakeAccountDeps, wakeAccount } from '../../../accounts/wake-account.ts'
import { isUnread } from '../../../portfolio/is-unread.ts'
import type { OrderExchange as Exchange } from '../order-run.ts'

export interface ClampExitDeps extends WakeAccountDeps {
  readonly markets: Pick<MarketStore, 'get'>
  readonly orders: Pick<OrderStore, 'live'>
  readonly positions: Pick<PositionStore, 'get'>
}

export type Clamped =
  | { readonly kind: 'as_asked' }
  /** The account sync is behind, or the exchange shows less, which may be because it shows late. */
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'less'; readonly qty: Qty }
  /** The position of a protect stop has grown since the stop fired. */
  | { readonly kind: 'more'; readonly qty: Qty }
  /** The held quantity is too small for an order. */
  | { readonly kind: 'nothing'; readonly code: string; readonly reason: string }

export interface Sources {
  readonly exchange: Pick<Exchange, 'name' | 'positions' | 'fillsSince'>
  readonly account: ExchangeAccount
  readonly signal: AbortSignal
}

/** Reads lag behind fills, so that "less" is believed only after an exit was put off so often. */
const BELIEVED_AFTER = 2

/**
 * Reports of positions may lag behind trades for so long. An exit that rests waits until then: a sale that is really there is stored by the
 * account sync meanwhile, and shrinks it.
 */
const REPORTS_LAG = MINUTE

/** How often an exit waits for the account sync, a second each. A protection is not held up for longer. */
const WAITS_FOR_SYNC = 4

/** If the exchange does not report trades or positions, the exit is sent as requested. */
export const clampExit = async (...given: Parameters<typeof clamp>): Promise<Clamped> =>
  clamp(...given).catch(ifUnavailable(() => AS_ASKED))

const clamp = async (deps: ClampExitDeps, order: Order, sources: Sources): Promise<Clamped> => {
  if (!isExitOrder(order)) return AS_ASKED
  if (await isBehind(deps, order, sources)) return BEHIND
  // The poll may have stored trades that closed the position: the contingency group gets time to end the exit.
  return order.lastError === BEHIND.reason ? CAUGHT_UP : clampToHeld(deps, order, sources)
}

/**
 * Returns the quantity of the position that the order could close, by the exchange's own report. Throws
 * `ExchangeUnavailable`, also if the report of this position is unreadable.
 */
export const closableNow = async (
  { nativeId, buyFlag }: Order,
  { exchange, account, signal }: Sources,
): Promise<number> => {
  const told = await exchange.positions(account, signal)
  if (isUnread(told, nativeId))
    throw new ExchangeUnavailable(
      exchange.name,
      `What the exchange tells of the position in ${nativeId} cannot be read.`,
    )
  const position = told.positions.find((one) => one.nativeId === nativeId)?.position ?? 0
  return Math.max(0, buyFlag ? -position : position)
}

/**
 * True if the exchange shows trades in this market that are not stored yet. The next poll is asked for at once then.
 */
export const isBehind = async (
  deps: Pick<ClampExitDeps, 'positions' | keyof WakeAccountDeps>,
  order: Order,
  { exchange, account, signal }: Sources,
): Promise<boolean> => {
  const { subaccountId, svcId, nativeId } = order
  if (order.retries >= WAITS_FOR_SYNC) return false
  const [state, ledger] = await Promise.all([
    deps.accountSyncs.get(subaccountId, exchange.name),
    deps.positions.get(subaccountId, exchange.name, svcId),
  ])
  if (state === null || ledger === null) return false
  const { lastFillId, held } = ledger
  const storedTo = held.lastFillAt ?? 0
  const { fills } = await exchange.fillsSince(account, Math.max(state.cursor, storedTo), signal)
  const isBehindBy = fills.some(
    (fill) =>
      fill.nativeId === nativeId &&
      fill.status !== 'REVERSED' &&
      (fill.at > storedTo || (fill.at === storedTo && fill.fillId > (lastFillId ?? ''))),
  )
  if (isBehindBy) await (state.awake ? askForPoll(deps, state, 0) : wakeAccount(deps, state))
  return isBehindBy
}

const clampToHeld = async (deps: ClampExitDeps, order: Order, sources: Sources): Promise<Clamped> => {
  // An order that acts at once only closes. If it did not fill, the position may be gone.
  if ((!mayRest(order) && order.widened === 0) || traitsOf(sources.exchange.name).restingOrdersOnlyClose)
    return AS_ASKED
  const held = (await closableNow(order, sources)) - (await offeredBeside(deps.orders, order))
  if (held >= order.qty) return AS_ASKED
  if (order.retries < BELIEVED_AFTER || (mayRest(order) && (await tradedLately(deps, order)))) return LESS
  const market = await deps.markets.get(order.svcId)
  const qty =
    market === null
      ? held
      : flooredToLot({ lot: market.tickSizeQty, least: leastQty(market, { sellsAtOnce: !mayRest(order) }) }, held)
  return qty <= 0 ? NOTHING : { kind: 'less', qty: qty as Qty }
}

/**
 * True if a report of positions may not count the newest trade yet. The trade may have caused the exit, and may not be
 * stored yet.
 */
const tradedLately = async (
  { positions, clock }: Pick<ClampExitDeps, 'positions' | 'clock'>,
  { subaccountId, exchange, svcId, createdAt }: Order,
): Promise<boolean> => {
  if (clock() - createdAt < REPORTS_LAG) return true
  const ledger = await positions.get(subaccountId, exchange, svcId)
  return clock() - (ledger?.held.lastFillAt ?? 0) < REPORTS_LAG
}

/** Returns the quantity that other exits of that side already offer. */
const offeredBeside = async (orders: ClampExitDeps['orders'], order: Order): Promise<number> => {
  const { orderId, subaccountId, svcId, buyFlag } = order
  const live = await orders.live(subaccountId, order.exchange, { svcId, skipUnreadable: !mayRest(order) })
  return live
    .filter((one) => isExitOrder(one) && one.buyFlag === buyFlag && one.orderId !== orderId)
    .filter((one) => !isFinal(one.status) && one.sendState !== 'none')
    .reduce((sum, one) => sum + Math.max(0, one.qty - filledOf(one)), 0)
}

const AS_ASKED: Clamped = { kind: 'as_asked' }

const BEHIND = {
  kind: 'later',
  reason: 'the account has trades that are not stored yet; they may have closed the position',
  retryAfterMs: SECOND,
} as const satisfies Clamped

const CAUGHT_UP: Clamped = {
  kind: 'later',
  reason: 'trades of the account were stored a moment ago; they may have closed the position',
  retryAfterMs: SECOND,
}

const LESS: Clamped = {
  kind: 'later',
  reason: 'the exchange shows a smaller position than this exit is to leave; looking again',
  retryAfterMs: null,
}

const NOTHING: Clamped = {
  kind: 'nothing',
  code: NOTHING_TO_EXIT,
  reason: 'The account holds too little of what this exit would close.',
}
