/** Says what an order on one market would do now, and why it would not be taken. Stores nothing and sends nothing. */

import { type Price, type Qty, qty, smallest, sumOf } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'
import { flooredToLot } from '#domain/markets/lot-size.ts'
import type { Market } from '#domain/markets/market.ts'
import { withoutOwn } from '#domain/orders/fills/expected-fills.ts'
import { NOTHING_TO_REDUCE, NOTHING_TO_REDUCE_REASON } from '#domain/orders/instructions.ts'
import { mayRest } from '#domain/orders/may-rest.ts'
import type { Order } from '#domain/orders/order.ts'
import { onlyReduces } from '#domain/orders/position/reducible.ts'
import { feeWarnings } from '#domain/orders/preview/fee-warnings.ts'
import {
  idleLeg,
  type OrderPreview,
  type PreviewLeg,
  previewLeg,
  type Remark,
} from '#domain/orders/preview/order-preview.ts'
import { marketLimit, ownLimit } from '#domain/orders/price/market-limit.ts'
import { isBeyond } from '#domain/orders/price/price-bounds.ts'
import { CLOSED_MARKET } from '#domain/orders/refusals/closed-market.ts'
import { ifNoBook, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Log } from '#ports/kernel/log.ts'
import { ifUnreadable, nameOfThing, type StoredThing, type UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { type AccountNow, type ReadAccountDeps, readAccount } from './account-now.ts'
import {
  type AcceptDraftDeps,
  acceptDraft,
  draftOrder,
  type PlaceOrderDeps,
  type PlaceOrderInput,
} from './place-order.ts'
import { refusingExchange } from './refusing-exchange.ts'

export interface PreviewOrderDeps extends ReadAccountDeps, AcceptDraftDeps {
  readonly subaccounts: PlaceOrderDeps['subaccounts']
  readonly markets: Pick<PlaceOrderDeps['markets'], 'get'>
  readonly orders: ReadAccountDeps['orders'] & AcceptDraftDeps['orders']
  readonly positions: ReadAccountDeps['positions']
  readonly log: Log
}

/** A problem for what the request names and is not there, or for a mistake in it; all other refusals are part of the preview. */
export const previewOrder = async (
  deps: PreviewOrderDeps,
  input: PlaceOrderInput,
  signal: AbortSignal,
): Promise<OrderPreview | Problem> => {
  const draft = await draftOrder(deps, input)
  if (isProblem(draft)) return draft
  const { order, market } = draft
  const [accepted, account] = await Promise.all([
    acceptDraft(deps, draft).catch(ifUnreadable(undecidedIn(deps.log))),
    readAccount(deps, order.subaccountId, [market], signal),
  ])
  if (isProblem(accepted) && accepted.status === 422) return accepted
  const reducible = onlyReduces(order) ? account.reducible(order) : order.qty
  const left = onlyReduces(order) ? wholeLots(market, reducible ?? qty(0)) : order.qty
  const sent = { ...order, qty: smallest(order.qty, left) }
  const idle = {
    leg: idleLeg(market, account.in(market).position, account.in(market).cashFree),
    warnings: [],
    refusals: [],
  }
  const expected =
    left === 0
      ? { ...idle, ...(reducible === null ? { warnings: [UNREAD] } : { refusals: [HELD] }) }
      : await expect(deps, sent, market, account, idle, signal).catch(
          ifUnavailable(({ message }) => ({ ...idle, warnings: [unanswered(market.exchange, message)] })),
        )
  const refusing = refusingExchange(order, account.refusing(market.exchange))
  return {
    legs: [expected.leg],
    warnings: [
      ...account.warnings,
      ...refusing.warnings,
      ...(left > 0 && left < order.qty ? [LESS] : []),
      ...expected.warnings,
    ],
    refusals: [...refusalOf(accepted), ...refusing.refusals, ...expected.refusals],
  }
}

const wholeLots = ({ tickSizeQty }: Market, held: Qty): Qty => flooredToLot({ lot: tickSizeQty }, held)

/** Why it cannot be decided whether the order would be taken: placing it fails with this. */
export interface Undecided {
  readonly undecided: Remark
}

/** For what decides on an order: a row that cannot be read is reported, and named. */
export const undecidedIn =
  (log: Log) =>
  (thing: StoredThing, { message }: UnreadableRow): Undecided => {
    log.error('an order cannot be previewed as it would be decided', { error: message })
    const detail = `The order depends on ${nameOfThing(thing)}, whose stored record cannot be read. Tell the operator.`
    return { undecided: { code: 'unreadable_record', detail } }
  }

/** Why an order would not be taken, as a preview says it. */
export const refusalOf = (accepted: Problem | Undecided | readonly unknown[]): readonly Remark[] => {
  if ('undecided' in accepted) return [accepted.undecided]
  return isProblem(accepted) ? [{ code: accepted.code, detail: accepted.detail }] : []
}

interface Expected {
  readonly leg: PreviewLeg
  readonly warnings: readonly Remark[]
  readonly refusals: readonly Remark[]
}

/** What the exchange would make of the order; `idle` where that is nothing. Throws `ExchangeUnavailable`. */
const expect = async (
  deps: PreviewOrderDeps,
  order: Order,
  market: Market,
  account: AccountNow,
  idle: Expected,
  signal: AbortSignal,
): Promise<Expected> => {
  const { exchange } = market
  const { position, cashFree } = account.in(market)
  const source = deps.exchanges(exchange)
  const opened = account.at(exchange)
  const [state, book] = await Promise.all([
    source.marketStates([market.nativeId], signal, opened),
    source.orderBook(market.nativeId, signal, opened).catch(ifNoBook(() => NO_BOOK)),
  ])
  if (state[0]?.state === 'closed') return { ...idle, refusals: [CLOSED] }
  const paused = state[0]?.state === 'paused' ? [pausedIn(exchange)] : []
  // What never takes meets own orders as it meets those of others.
  const own = order.postOnly ? [] : account.ownLevels(market.svcId, !order.buyFlag)
  const levels = withoutOwn(order.buyFlag ? book.asks : book.bids, own)
  const price = ownLimit(order)
  if (price === null && book === NO_BOOK) return { ...idle, warnings: [...paused, UNSHOWN] }
  const limit = price === null ? marketLimit(market, levels, order, deps.slippage) : { kind: 'price' as const, price }
  if (limit.kind === 'none') return { ...idle, warnings: [...paused, NO_LIQUIDITY] }
  if (limit.kind === 'beyond') return { ...idle, warnings: [...paused, BEYOND] }
  const prepared = opened === null ? null : await source.prepare(opened, order, limit.price, 1, signal)
  if (prepared?.kind === 'refused')
    return { ...idle, warnings: paused, refusals: [{ code: prepared.code, detail: prepared.reason }] }
  const parts = prepared?.kind === 'ready' ? (prepared.parts ?? null) : null
  // An order that only reduces waits for what cannot be sold yet, and then goes out as one.
  const awaits = parts !== null && onlyReduces(order) && sumOf(parts, (part) => part.qty) < order.qty
  const sends = awaits ? [{ qty: order.qty, opens: false }] : parts
  const leg = previewLeg({ market, order, limit: limit.price, levels, position, cashFree, parts: sends })
  const known = { ...leg, limit: limit.price, takes: leg.qty > 0 }
  const refused = await source.expectedRefusals(order, known)
  return {
    leg: order.postOnly && leg.qty > 0 ? idle.leg : leg,
    warnings: [
      ...paused,
      ...feeWarnings([market]),
      ...(prepared?.kind === 'later' ? [{ code: 'not_now', detail: prepared.reason }] : []),
      ...(awaits ? [SETTLING] : []),
      ...(known.takes && prepared?.kind === 'ready' ? heldBack(prepared.holdsBackMs ?? 0) : []),
      ...leavesOwn(own, limit.price, order.buyFlag),
      ...fallsShort(order, leg),
    ],
    refusals: refused.map(({ code, reason }) => ({ code, detail: reason })),
  }
}

/** Of a market whose book the exchange does not show. */
const NO_BOOK: Depth = { bids: [], asks: [] }

/** Own resting orders that it would meet leave the book first. */
const leavesOwn = (own: readonly Level[], limit: Price, buyFlag: boolean): readonly Remark[] =>
  own.some(({ price }) => !isBeyond(price, limit, buyFlag)) ? [OWN_ORDERS] : []

const fallsShort = (order: Order, leg: PreviewLeg): readonly Remark[] => {
  if (mayRest(order) || leg.qty === order.qty) return []
  return [leg.qty === 0 ? NOT_FILLED : PARTLY]
}

const HELD: Remark = {
  code: NOTHING_TO_REDUCE,
  detail: NOTHING_TO_REDUCE_REASON,
}
const UNREAD: Remark = {
  code: 'not_now',
  detail:
    'The order may only reduce a position that cannot be read. It would not be sent before the operator has repaired that.',
}
const LESS: Remark = {
  code: 'less_to_reduce',
  detail:
    'The account holds less than the order would reduce, or other orders offer some of it. It would be sent for the rest.',
}
const CLOSED: Remark = { code: CLOSED_MARKET.code, detail: CLOSED_MARKET.reason }
const NO_LIQUIDITY: Remark = { code: 'no_liquidity', detail: 'Nobody offers to trade. The order would be CANCELLED.' }
const UNSHOWN: Remark = {
  code: 'not_now',
  detail: 'The exchange shows no book of the market. The order would wait for one, and be CANCELLED after 30 seconds.',
}
const SETTLING: Remark = {
  code: 'not_now',
  detail:
    'Some of what is held cannot be sold before its trades have settled. The order would wait for that for some seconds.',
}
const BEYOND: Remark = {
  code: 'protection_price',
  detail: 'The best price is beyond protection_price. The order would be CANCELLED.',
}
const NOT_FILLED: Remark = {
  code: 'not_filled',
  detail: 'The book does not fill the order at its price. It would be CANCELLED.',
}
const PARTLY: Remark = {
  code: 'partly_filled',
  detail: 'The book fills only a part of the order at its price. The rest would be CANCELLED.',
}
const OWN_ORDERS: Remark = {
  code: 'own_orders_leave',
  detail: 'The order would meet resting orders of the same account. These would be cancelled first.',
}

const heldBack = (ms: Millis): readonly Remark[] =>
  ms === 0
    ? []
    : [
        {
          code: 'held_back',
          detail: `The market holds back orders that would trade at once for ${ms / SECOND} s. Until then the order can trade and cannot be cancelled. One that acts at once is cancelled right after that.`,
        },
      ]

const unanswered = (exchange: string, words: string): Remark => ({
  code: 'exchange_unavailable',
  detail: `${exchange} does not answer: ${words}`,
})

/** A market that does not trade for the moment. */
const pausedIn = (exchange: string): Remark => ({
  code: 'exchange_paused',
  detail: `${exchange} has paused the market. An order that rests waits, or its outcome is unknown for so long; one that acts at once would be CANCELLED.`,
})
