/** Previews what an exchange would do with an order now: its trades, its rest, and the reasons against it. */

import { type Price, type Qty, sumOf } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'
import type { Market } from '#domain/markets/market.ts'
import { withoutOwn } from '#domain/orders/fills/expected-fills.ts'
import { mayRest } from '#domain/orders/may-rest.ts'
import type { Order } from '#domain/orders/order.ts'
import { onlyReduces } from '#domain/orders/position/reducible.ts'
import { feeWarnings } from '#domain/orders/preview/fee-warnings.ts'
import { type PreviewLeg, previewLeg, type Remark } from '#domain/orders/preview/order-preview.ts'
import { marketLimit, ownLimit } from '#domain/orders/price/market-limit.ts'
import { isBeyond } from '#domain/orders/price/price-bounds.ts'
import { CLOSED_MARKET } from '#domain/orders/refusals/closed-market.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ifNoBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { AccountNow, ReadAccountDeps } from './account-now.ts'

export interface ExpectDeps {
  readonly exchanges: ReadAccountDeps['exchanges']
  /** How far beyond the needed level a MARKET order may trade, in 1e-6 dollars. */
  readonly slippage: number
}

export interface Expected {
  readonly leg: PreviewLeg
  readonly warnings: readonly Remark[]
  readonly refusals: readonly Remark[]
}

/** The order, its market, and the account as it is now. */
interface Previewed {
  readonly order: Order
  readonly market: Market
  readonly account: AccountNow
  /** The preview of an order that does nothing. */
  readonly idle: Expected
}

/** Returns what the exchange would do with the order. Throws `ExchangeUnavailable`. */
export const expectAtExchange = async (
  deps: ExpectDeps,
  previewed: Previewed,
  signal: AbortSignal,
): Promise<Expected> => {
  const { order, market, account, idle } = previewed
  const { exchange } = market
  const source = deps.exchanges(exchange)
  const opened = account.at(exchange)
  const [state, book] = await Promise.all([
    source.marketStates([market.nativeId], signal, opened),
    source.orderBook(market.nativeId, signal, opened).catch(ifNoBook(() => NO_BOOK)),
  ])
  if (state[0]?.state === 'closed') return { ...idle, refusals: [CLOSED] }
  const paused = state[0]?.state === 'paused' ? [pausedIn(exchange)] : []
  // A post-only order meets own orders like any others.
  const own = order.postOnly ? [] : account.ownLevels(market.svcId, !order.buyFlag)
  const levels = withoutOwn(order.buyFlag ? book.asks : book.bids, own)
  const price = ownLimit(order)
  if (price === null && book === NO_BOOK) return { ...idle, warnings: [...paused, UNSHOWN] }
  const limit = price === null ? marketLimit(market, levels, order, deps.slippage) : { kind: 'price' as const, price }
  if (limit.kind === 'none') return { ...idle, warnings: [...paused, NO_LIQUIDITY] }
  if (limit.kind === 'beyond') return { ...idle, warnings: [...paused, BEYOND] }
  const sent = await expectSend(source, previewed, { limit: limit.price, levels, own, opened }, signal)
  return { ...sent, warnings: [...paused, ...sent.warnings] }
}

/** The limit and the levels that the order would be sent against. */
interface SendTerms {
  readonly limit: Price
  readonly levels: readonly Level[]
  /** Own resting orders that it could meet. */
  readonly own: readonly Level[]
  /** Null without credentials. */
  readonly opened: ExchangeAccount | null
}

/** Prepares the order as for a send. */
const expectSend = async (
  source: Exchange,
  { order, market, account, idle }: Previewed,
  { limit, levels, own, opened }: SendTerms,
  signal: AbortSignal,
): Promise<Expected> => {
  const prepared = opened === null ? null : await source.prepare(opened, order, limit, 1, signal)
  if (prepared?.kind === 'refused') return { ...idle, refusals: [{ code: prepared.code, detail: prepared.reason }] }
  const ready = prepared?.kind === 'ready' ? prepared : null
  const parts = ready?.parts ?? null
  const awaits = awaitsShares(order, parts)
  const { position, cashFree } = account.in(market)
  const sends = awaits ? [{ qty: order.qty, opens: false }] : parts
  const leg = previewLeg({ market, order, limit, levels, position, cashFree, parts: sends })
  const takes = leg.qty > 0
  const refused = await source.expectedRefusals(order, { ...leg, limit, takes })
  return {
    leg: order.postOnly && takes ? idle.leg : leg,
    warnings: [
      ...feeWarnings([market]),
      ...(prepared?.kind === 'later' ? [{ code: 'not_now', detail: prepared.reason }] : []),
      ...(awaits ? [SETTLING] : []),
      ...(takes && ready !== null ? suspended(ready.holdsBackMs ?? 0) : []),
      ...leavesOwn(own, limit, order.buyFlag),
      ...fallsShort(order, leg),
    ],
    refusals: refused.map(({ code, reason }) => ({ code, detail: reason })),
  }
}

/** True if a reducing order waits for shares that cannot be sold yet; it is then sent as one. */
const awaitsShares = (order: Order, parts: ReadonlyArray<{ readonly qty: Qty }> | null): boolean =>
  parts !== null && onlyReduces(order) && sumOf(parts, (part) => part.qty) < order.qty

/** The book of a market whose book the exchange does not show. */
const NO_BOOK: Depth = { bids: [], asks: [] }

/** Own resting orders that it would meet leave the book first. */
const leavesOwn = (own: readonly Level[], limit: Price, buyFlag: boolean): readonly Remark[] =>
  own.some(({ price }) => !isBeyond(price, limit, buyFlag)) ? [OWN_ORDERS] : []

const fallsShort = (order: Order, leg: PreviewLeg): readonly Remark[] => {
  if (mayRest(order) || leg.qty === order.qty) return []
  return [leg.qty === 0 ? NOT_FILLED : PARTLY]
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

const suspended = (ms: Millis): readonly Remark[] =>
  ms === 0
    ? []
    : [
        {
          code: 'held_back',
          detail: `The market holds back orders that would trade at once for ${ms / SECOND} s. Until then the order can trade and cannot be cancelled. One that acts at once is cancelled right after that.`,
        },
      ]

/** A market that does not trade for the moment. */
const pausedIn = (exchange: string): Remark => ({
  code: 'exchange_paused',
  detail: `${exchange} has paused the market. An order that rests waits, or its outcome is unknown for so long; one that acts at once would be CANCELLED.`,
})
