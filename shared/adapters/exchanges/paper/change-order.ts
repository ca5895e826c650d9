/** Cancels and amends of paper orders. Both first apply what the tape shows by now. */

import { minus, type Price, type Qty, qty } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { OrderTerms } from '#domain/orders/amend/amend.ts'
import type { AmendOutcome, CancelOutcome } from '#domain/orders/send/send-outcome.ts'
import { endOrders } from '#domain/paper/end-in.ts'
import { enterBook, type MetMarket } from '#domain/paper/enter-book.ts'
import { openQty, type PaperOrder } from '#domain/paper/paper-order.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { tooFew, whyNotSent } from '../kalshi/orders/amend-order.ts'
import type { AdvanceAccount } from './advance-account.ts'
import { isLater, meetMarket } from './meet-market.ts'
import { toOrderReport } from './order-report.ts'
import type { Decided, PaperAccounts, PaperDesk } from './paper-accounts.ts'
import type { PaperOptions } from './paper-options.ts'

export const changing = (
  options: PaperOptions,
  accounts: PaperAccounts,
  advance: AdvanceAccount,
): Pick<Exchange, 'cancel' | 'amend'> => ({
  cancel: async (account, { exchangeOrderId: paperId, nativeId }, signal) => {
    // Without the tape the order is cancelled as it was last known: a cancel does not wait.
    await advance.catchUp(account, nativeId, signal).catch(ifUnavailable(() => undefined))
    return accounts
      .change(account, (desk): Decided<CancelOutcome> => {
        const order = orderIn(desk, paperId)
        if (order === undefined) return { result: { kind: 'gone' }, change: null }
        return { result: { kind: 'cancelled', removedQty: openQty(order) }, change: endOrders(desk.account, [order]) }
      })
      .catch(ifUnavailable(({ message }) => ({ kind: 'later', reason: message }) as const))
  },

  amend: async (account, { exchangeOrderId: paperId, nativeId, shard }, terms, signal) => {
    const { price } = terms
    const unsuited = whyNotSent(terms)
    if (unsuited !== null || price === null) return unsuited ?? NO_PRICE
    const known = await accounts.order(account, paperId)
    if (known === null || known.state === 'ended') return { kind: 'gone' }
    const named = { nativeId, identity: `${known.identity} ${terms.qty} ${price}` }
    const met = await meetMarket(options, named, signal)
    if (met === null)
      return { kind: 'refused', ...options.rules.refusal('market_not_found', { ...named, shard, qty: terms.qty }) }
    if (isLater(met)) return met
    await advance.catchUp(account, nativeId, signal).catch(ifUnavailable(() => undefined))
    return accounts
      .change(account, (desk) => amended(options, desk, { paperId, shard, terms: { ...terms, price } }, met))
      .catch(ifUnavailable(({ message }): AmendOutcome => ({ kind: 'later', reason: message, retryAfterMs: SECOND })))
  },
})

interface Amending {
  readonly paperId: string
  readonly shard: number
  readonly terms: OrderTerms & { readonly price: Price }
}

const amended = (
  { clock, rules }: PaperOptions,
  desk: PaperDesk,
  { paperId, shard, terms }: Amending,
  met: MetMarket,
): Decided<AmendOutcome> => {
  const order = orderIn(desk, paperId)
  if (order === undefined) return { result: { kind: 'gone' }, change: null }
  if (terms.qty < order.filledQty) return refusedWith('qty_invalid', tooFew(terms))
  const next: PaperOrder = { ...order, price: terms.price, qty: terms.qty, expiresAt: terms.expiresAt }
  if (terms.qty === order.filledQty) {
    const change = endOrders(desk.account, [next])
    return { result: { kind: 'amended', order: null, traded: null }, change }
  }
  if (keepsPlace(order, terms)) {
    const isSame = terms.qty === order.qty && terms.expiresAt === order.expiresAt
    const change = isSame ? null : { account: desk.account, orders: [next], fills: [] }
    return { result: done(next, order.filledQty), change }
  }
  const others = desk.orders.filter((other) => other.paperId !== paperId)
  const entered = enterBook({ account: desk.account, others, order: next, firstPart: qty(0), now: clock() }, met)
  if (entered.kind === 'entered') return { result: done(entered.order, order.filledQty), change: entered.change }
  const refusal = entered.kind === 'killed' ? 'would_cross' : entered.refusal
  if (refusal === 'market_paused') return { result: PAUSED, change: null }
  const { code, reason } = rules.refusal(refusal === 'market_closed' ? 'market_not_found' : refusal, {
    nativeId: order.nativeId,
    shard,
    qty: terms.qty,
  })
  return refusedWith(code, reason)
}

/** A smaller quantity at the same price keeps the place in the queue (Kalshi reference, section 6.4). */
const keepsPlace = (order: PaperOrder, terms: Amending['terms']): boolean =>
  terms.price === order.price && terms.qty <= order.qty

const done = (order: PaperOrder, filledBefore: Qty): AmendOutcome => {
  const report = toOrderReport(order)
  const isTraded = order.filledQty > filledBefore
  return {
    kind: 'amended',
    order: report,
    traded: isTraded ? { qty: minus(order.filledQty, filledBefore), cost: null, fees: null } : null,
  }
}

const orderIn = ({ orders }: PaperDesk, paperId: string): PaperOrder | undefined =>
  orders.find((order) => order.paperId === paperId)

const refusedWith = (code: string, reason: string): Decided<AmendOutcome> => ({
  result: { kind: 'refused', code, reason },
  change: null,
})

const NO_PRICE = { kind: 'refused', code: 'price_off_tick', reason: 'The order has no price to amend.' } as const

const PAUSED: AmendOutcome = {
  kind: 'later',
  reason: 'The market takes no orders at the moment; the order waits.',
  retryAfterMs: null,
  refusing: 'market_paused',
}
