/** An amend of an order on the book (Kalshi reference, section 6.4; live behaviour, section 3.3). */

import * as v from 'valibot'
import { minus, toDecimal } from '#domain/kernel/numbers.ts'
import type { OrderTerms } from '#domain/orders/amend/amend.ts'
import type { AmendOutcome, AmendTarget } from '#domain/orders/send/send-outcome.ts'
import { RATE_LIMIT_PAUSE_MS } from '../../http/error-words.ts'
import type { Answered, CallResult } from '../../http/json-call.ts'
import { errorIn } from '../http/client.ts'
import { hasFilledBefore, refusesAll, submitOutcome } from '../http/errors.ts'
import { WireAmended } from '../http/wire.ts'
import { toQtyOrNull } from '../http/wire-values.ts'
import { toExpirySeconds, unsuited } from './request-body.ts'
import { tradedBy } from './traded-by.ts'

/** Returns why the exchange's protocol cannot express the terms; null if it can. */
export const whyNotSent = ({ qty, price }: OrderTerms): Extract<AmendOutcome, { kind: 'refused' }> | null => {
  if (price === null) return { kind: 'refused', code: 'price_off_tick', reason: 'The order has no price to amend.' }
  const refusal = unsuited(qty, price)
  return refusal === null ? null : { kind: 'refused', ...refusal }
}

/**
 * Returns the exact body. Quantity and price are absolute, so that the same amend twice changes nothing; `count` is the
 * total, with the filled quantity. The order keeps its identity: an amend never renames it.
 */
export const amendBody = ({ nativeId, shard, buyFlag }: AmendTarget, { qty, price, expiresAt }: OrderTerms): string =>
  JSON.stringify({
    ticker: nativeId,
    side: buyFlag ? 'bid' : 'ask',
    price: toDecimal(price ?? 0, 4),
    count: toDecimal(qty, 2),
    exchange_index: shard,
    ...(expiresAt === null ? {} : { expiration_time: toExpirySeconds(expiresAt) }),
  })

export const afterAmend = (result: CallResult, order: AmendTarget, terms: OrderTerms): AmendOutcome => {
  switch (result.kind) {
    case 'too_fast': {
      const retryAfterMs = Math.max(result.waitMs, RATE_LIMIT_PAUSE_MS)
      return { kind: 'later', reason: 'Our share of the exchange’s request rate is used up.', retryAfterMs }
    }
    case 'not_sent':
      return { kind: 'later', reason: `The exchange cannot be reached: ${result.reason}`, retryAfterMs: null }
    case 'no_answer':
      return { kind: 'unknown', error: result.reason }
    case 'answered':
      return result.status >= 200 && result.status < 300
        ? amended(result.body, order, terms)
        : refusedWith(result, order, terms)
  }
}

/**
 * Reads the counts, which are there only if a fill or the size has changed. `remaining_count` is the quantity left
 * after the match, `fill_count` the quantity that this amend itself traded (live behaviour, section 3.3). With 0 left,
 * the order may have filled or ended otherwise: earlier fills, or the reads, decide. The body has been seen to describe
 * another order (reference, section 14, point 8).
 */
const amended = (body: unknown, { exchangeOrderId, buyFlag }: AmendTarget, terms: OrderTerms): AmendOutcome => {
  const reading = v.safeParse(WireAmended, body)
  if (!reading.success) return { kind: 'unknown', error: 'the exchange answered without naming an order' }
  const { order_id: id, remaining_count: text } = reading.output
  const left = id === exchangeOrderId && text ? toQtyOrNull('remaining_count', text) : null
  if (left === null || left > terms.qty) return { kind: 'amended', order: null, traded: null }
  const { fill_count: count } = reading.output
  const filled = count ? toQtyOrNull('fill_count', count) : null
  const traded = filled ? tradedBy(reading.output, filled, terms.price ?? 0, buyFlag) : null
  if (left === 0) return { kind: 'amended', order: null, traded }
  const filledQty = minus(terms.qty, left)
  return { kind: 'amended', order: { exchangeOrderId, identity: null, state: 'live', filledQty }, traded }
}

const refusedWith = (result: Answered, order: AmendTarget, terms: OrderTerms): AmendOutcome => {
  // A 404 for an order that has ended equals one for an order that never existed.
  const error = errorIn(result)
  if (result.status === 404 && !refusesAll(result.status, error)) return { kind: 'gone' }
  if (result.status < 500 && hasFilledBefore(error)) return { kind: 'gone' }
  const outcome = submitOutcome(result.status, error, { ...order, qty: terms.qty })
  switch (outcome.kind) {
    case 'rejected':
      return { ...outcome, kind: 'refused', reason: outcome.code === 'qty_invalid' ? tooFew(terms) : outcome.reason }
    case 'later':
    case 'unknown':
      return outcome
    default:
      return { kind: 'unknown', error: `the exchange answered ${result.status}` }
  }
}

/** Why a total below the filled quantity is refused. */
export const tooFew = ({ qty }: OrderTerms): string =>
  `The exchange does not take a total of ${toDecimal(qty)} contracts for the order; more may have filled already.`
