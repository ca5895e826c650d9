/** The first send of an order: whether it may go out, for how much and at what price, and what is put off or ends instead. */

import { add } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { addsRisk, sentQty, termsOf } from '#domain/orders/amend/amending.ts'
import { unwanted } from '#domain/orders/cancel/unwanted.ts'
import { POSITION_CLOSED } from '#domain/orders/dependents/exit-order.ts'
import { replacedQty } from '#domain/orders/fills/whole-report.ts'
import type { Attempt, NextAttempt, Order } from '#domain/orders/order.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import { growTo } from '#domain/orders/position/grow.ts'
import { onlyReduces } from '#domain/orders/position/reducible.ts'
import { type MarketLimit, marketLimit, ownLimit } from '#domain/orders/price/market-limit.ts'
import { CLOSED_MARKET } from '#domain/orders/refusals/closed-market.ts'
import { NOTHING_TO_EXIT, waitAfterRefusal, waitsAfter, widening } from '#domain/orders/refusals/passing-refusal.ts'
import { endedBy } from '#domain/orders/refusals/refusing.ts'
import type { CircuitOpen } from '#domain/orders/send/facts.ts'
import { asStep } from '#domain/orders/steps/in-steps.ts'
import { endNotHeld, endUnsent, endUnwanted, putOff, reduceTo, reject, shrink } from '#domain/orders/transitions.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable, ifUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import { wakeAccount } from '../../../accounts/wake-account.ts'
import { riskAtClaim } from '../../../risk/risk-at-claim.ts'
import { ORDER_LOG } from '../../log-messages.ts'
import { awaitGroupTurn } from '../group-turn.ts'
import type { OrderExchange as Exchange } from '../order-run.ts'
import type { TimeBudget } from '../time-budget.ts'
import { awaitsShares } from './awaits-shares.ts'
import { clampExit, closableNow } from './clamp-exit.ts'
import { clampReducing } from './clamp-reducing.ts'
import { fitToParts } from './fit-to-parts.ts'
import { SETTLING } from './is-settling.ts'
import { type ExecuteOrderDeps, orEnded, type Stepped, saveStep, sendClaimed } from './send-claimed.ts'
import { stepOf } from './step-of.ts'

/** The order after the send, or as it was stored because it was not sent. Null where its message is to come again. */
export const sendFirst = async (deps: ExecuteOrderDeps, stored: Order, window: TimeBudget): Promise<Stepped> => {
  const now = deps.clock()
  let order = stored
  const subaccount = await deps.subaccounts.get(order.userId, order.subaccountId)
  const end = unwanted(order, subaccount, now)
  const held = await deps.circuitBreaker.check(order.exchange, 'orders', order.retries > 0)
  if (end !== null) {
    const reason = end.reason === 'too_late' && held !== null ? endedBy('exchange_refuses', held.reason) : end.reason
    return saveStep(deps, endUnwanted(order, { ...end, reason }, now))
  }
  if (held !== null && held.waitMs > 0) return saveHeld(deps, order, held)
  const account = await deps.openAccount(order.subaccountId, order.exchange)
  if (account === null) return endOrWait(deps, order, NO_CREDENTIALS, (refusal) => reject(order, refusal, now))
  const exchange = deps.exchanges(order.exchange)
  if (!(await awaitGroupTurn(deps, { exchange, account, order }, window))) return null
  const sources = { exchange, account, signal: window.signal }
  const reduced = onlyReduces(order) ? await clampReducing(deps, { ...order, qty: sentQty(order) }, sources) : null
  if (reduced?.kind === 'later')
    return saveForLater(deps, putOff(order, reduced.reason, reduced.retryAfterMs, deps.clock()), reduced.reason)
  if (reduced?.kind === 'nothing')
    return saveStep(
      deps,
      order.replaced === null
        ? reject(order, reduced, deps.clock())
        : endUnsent(order, 'CANCELLED', POSITION_CLOSED, deps.clock()),
    )
  if (reduced?.kind === 'more')
    return saveForLater(deps, putOff(growTo(order, reduced.qty, deps.clock()), GREW, 0, deps.clock()), GREW)
  if (reduced?.kind === 'less') order = reduceTo(order, add(reduced.qty, replacedQty(order)), deps.clock())
  const known = order !== stored || order.attempt === null || !mustRepeat(order, order.attempt) ? null : order.attempt
  // The position may have become smaller since the request was prepared.
  const repeated = known === null ? null : await clampExit(deps, { ...order, qty: sentQty(order) }, sources)
  if (known !== null && repeated?.kind === 'as_asked') {
    const refusal = await riskOfSend(deps, subaccount, order, order.price)
    return refusal === null
      ? send(deps, order, known, account, now, window)
      : saveStep(deps, reject(order, refusal, deps.clock()))
  }

  const limit = await limitOf(deps, order, exchange, account, window.signal)
  if (limit.kind === 'none') return endOrWait(deps, order, NO_LIQUIDITY, cancelled(order, deps.clock()))
  if (limit.kind === 'beyond') return endOrWait(deps, order, BEYOND_BOUNDS, cancelled(order, deps.clock()))
  if (limit.kind === 'closed') return saveStep(deps, reject(order, CLOSED_MARKET, deps.clock()))
  if (limit.kind === 'later') return saveForLater(deps, putOff(order, limit.reason, null, deps.clock()), limit.reason)
  if (limit.kind === 'refused') return endOrWait(deps, order, limit, (refusal) => reject(order, refusal, deps.clock()))
  const refusal = await riskOfSend(deps, subaccount, order, limit.price)
  if (refusal !== null) return saveStep(deps, reject(order, refusal, deps.clock()))
  const clamped = repeated ?? (await clampExit(deps, { ...order, qty: sentQty(order) }, sources))
  if (clamped.kind === 'later')
    return saveForLater(deps, putOff(order, clamped.reason, clamped.retryAfterMs, deps.clock()), clamped.reason)
  if (clamped.kind === 'nothing') return saveStep(deps, endNotHeld(order, clamped, deps.clock()))
  const sized = clamped.kind === 'less' ? shrink(order, add(clamped.qty, replacedQty(order)), deps.clock()) : order
  // The identity stays the same as long as no order was taken under it. So even a send that seemed lost cannot be doubled. A request
  // for more than is left to reduce was not taken, and is never sent again.
  const first = (order.replaced?.attempts ?? 0) + 1
  const isAnother = order.attempt !== null && (order !== stored || known !== null)
  const number = (order.attempt?.number ?? first) + (isAnother ? 1 : 0)
  const step = await stepOf(exchange, account, sized, limit.price, window.signal)
  if (step.kind === 'later') return saveForLater(deps, putOff(order, step.reason, null, deps.clock()), step.reason)
  const rest = asStep({ ...sized, qty: sentQty(sized) }, step.step)
  const prepared = await exchange.prepare(account, rest, limit.price, number, window.sendSignal())
  switch (prepared.kind) {
    case 'refused': {
      if (await isGone(order, prepared.code, sources)) return saveStep(deps, endNotHeld(order, prepared, deps.clock()))
      return endOrWait(deps, order, prepared, (refusal) => reject(order, refusal, deps.clock()))
    }
    case 'unfillable':
      return endOrWait(deps, order, NOT_FILLED, cancelled(order, deps.clock()))
    case 'later':
      return saveForLater(
        deps,
        orEnded(putOff(order, prepared.reason, null, deps.clock()), prepared, deps.clock()),
        prepared.reason,
      )
    case 'ready': {
      if (await awaitsShares(deps, sized, prepared))
        return saveForLater(deps, putOff(order, SETTLING, SECOND, deps.clock()), SETTLING)
      const fitted = fitToParts(sized, prepared, deps.clock())
      if (fitted.isPutOff) return saveForLater(deps, fitted.order, fitted.order.lastError ?? '')
      return send(deps, fitted.order, { number, ...prepared, step: step.step }, account, now, window)
    }
  }
}

/** Why it may not be sent. An order that stood on its book before may come back there, unless its new terms add risk. */
const riskOfSend = async (
  deps: ExecuteOrderDeps,
  subaccount: Parameters<typeof riskAtClaim>[1],
  order: Order,
  limit: Parameters<typeof riskAtClaim>[3],
): Promise<Awaited<ReturnType<typeof riskAtClaim>>> => {
  const before = order.amend?.before ?? null
  const returns = order.replaced !== null && (before === null || !addsRisk(order.buyFlag, before, termsOf(order)))
  return returns ? null : riskAtClaim(deps, subaccount, order, limit)
}

/** Whether an exit was refused because nothing is held, and the exchange's report of positions says so too. */
const isGone = async (order: Order, code: string, sources: Parameters<typeof closableNow>[1]): Promise<boolean> => {
  if (code !== NOTHING_TO_EXIT || !isExitOrder(order)) return false
  return (await closableNow(order, sources).catch(ifUnavailable(() => null))) === 0
}

/**
 * Whether the prepared request has to be sent again unchanged, because the exchange takes the same bytes only once. Only a MARKET
 * order is priced anew, and only where its identity does not depend on the price.
 */
const mustRepeat = (order: Order, attempt: Attempt): boolean =>
  order.price !== null || attempt.exchangeOrderIds.length > 0

/** How long what the subaccount says counts as just read: to read it again costs a unit. */
const FRESH_FOR = SECOND / 4

/** `readAt`: when the subaccount was read, whose watermark and limits allow the order. */
const send = async (
  deps: ExecuteOrderDeps,
  order: Order,
  { number, identity, payload, exchangeOrderIds, step = null }: NextAttempt,
  account: ExchangeAccount,
  readAt: Millis,
  window: TimeBudget,
): Promise<Stepped> => {
  if ((await wakeAccount(deps, order)) && (await isOtherAccount(deps, order, account)))
    return saveForLater(deps, putOff(order, OTHER_ACCOUNT, null, deps.clock()), OTHER_ACCOUNT)
  // What was read before may have taken long: nothing that must act now goes out after its time, and nothing after all was cancelled
  // or halted.
  const isFresh = deps.clock() - readAt <= FRESH_FOR
  const subaccount = isFresh ? null : await deps.subaccounts.get(order.userId, order.subaccountId)
  const end = unwanted(order, subaccount, deps.clock())
  if (end !== null) return saveStep(deps, endUnwanted(order, end, deps.clock()))
  const refusal = await riskOfSend(deps, subaccount, order, order.price)
  if (refusal !== null) return saveStep(deps, reject(order, refusal, deps.clock()))
  const held = await deps.circuitBreaker.enter(order.exchange, 'orders')
  if (held !== null) return saveHeld(deps, order, held)
  return sendClaimed(deps, order, { number, identity, payload, exchangeOrderIds, step }, account, window)
}

/** The subaccount or its credentials may have been removed before the wake-up was stored. A later removal sees it. */
const isOtherAccount = async (
  { openAccount }: ExecuteOrderDeps,
  { subaccountId, exchange }: Order,
  { accountKey }: ExchangeAccount,
): Promise<boolean> => (await openAccount(subaccountId, exchange))?.accountKey !== accountKey

type Limit =
  | MarketLimit
  /** Trading in the market is over for good. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }

const limitOf = async (
  deps: ExecuteOrderDeps,
  order: Order,
  exchange: Exchange,
  account: ExchangeAccount,
  signal: AbortSignal,
): Promise<Limit> => {
  // The exchange may have refused it because the market is closed, or only paused.
  const wasRefused = order.refusedSince !== null
  if (wasRefused && (await isClosed(exchange, order, account, signal).catch(ifUnavailable(() => false))))
    return { kind: 'closed' }
  const own = ownLimit(order)
  if (own !== null) return { kind: 'price', price: own }
  const market: Market | null = await deps.markets.get(order.svcId)
  if (market === null) return { kind: 'refused', code: 'market_unknown', reason: 'The market is no longer listed.' }
  try {
    const book = await exchange.orderBook(order.nativeId, signal, account)
    const slippage = deps.slippage * widening(order)
    const limit = marketLimit(market, order.buyFlag ? book.asks : book.bids, order, slippage)
    return limit.kind === 'none' && (await isClosed(exchange, order, account, signal)) ? { kind: 'closed' } : limit
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    const closed = error instanceof NoOrderBook && (await isClosed(exchange, order, account, signal).catch(() => false))
    return closed ? { kind: 'closed' } : { kind: 'later', reason: error.message }
  }
}

/** By the exchange's own state of the market: the catalogue shows a pause as closed. Throws `ExchangeUnavailable`. */
const isClosed = async (
  exchange: Exchange,
  { nativeId }: Order,
  account: ExchangeAccount,
  signal: AbortSignal,
): Promise<boolean> => {
  const [market] = await exchange.marketStates([nativeId], signal, account)
  return market?.state === 'closed'
}

/** It goes out with the next look, which sees what others have offered meanwhile. */
const GREW = 'the position has grown since the stop fired; the order is for all of it now'

const OTHER_ACCOUNT = 'the credentials of the account were changed at the same moment'

const NO_CREDENTIALS = {
  code: 'credentials_missing',
  reason: 'No credentials are stored for this exchange any more. Store them again and place a new order.',
}

const NO_LIQUIDITY = { code: 'no liquidity', reason: 'The book has no offer to trade with; the order waits.' }
const BEYOND_BOUNDS = {
  code: 'protection_price',
  reason: 'The book has no offer within max_slippage and protection_price; the order waits.',
}
const NOT_FILLED = { code: 'not_filled', reason: 'The book has nothing to trade with at that price; the order waits.' }

interface Refusal {
  readonly code: string
  readonly reason: string
}

/** Ends an order that cannot go out, or lets it wait if the cause may pass. */
const endOrWait = (
  deps: ExecuteOrderDeps,
  order: Order,
  refusal: Refusal,
  ended: (refusal: Refusal) => Order,
): Promise<Stepped> =>
  waitsAfter(order, refusal.code)
    ? saveForLater(deps, waitAfterRefusal(order, refusal, deps.clock()), refusal.reason)
    : saveStep(deps, ended(refusal))

const cancelled =
  (order: Order, now: Millis) =>
  ({ code }: Refusal): Order =>
    endUnsent(order, 'CANCELLED', code, now)

/** An order whose exchange refuses all orders. */
const saveHeld = (deps: ExecuteOrderDeps, order: Order, { waitMs, reason }: CircuitOpen): Promise<Stepped> => {
  const now = deps.clock()
  const waiting = putOff(order, reason, waitMs, now)
  return saveForLater(deps, orEnded(waiting, { refusing: 'exchange_refuses', reason }, now), reason)
}

/** An order that could not be sent now. */
const saveForLater = (deps: ExecuteOrderDeps, order: Order, reason: string): Promise<Stepped> => {
  const { orderId, subaccountId, retries } = order
  deps.log.info(ORDER_LOG.postponed, { orderId, subaccountId, reason, retries })
  return saveStep(deps, order)
}
