/** Outcomes of one sent part of an order (Polymarket reference, sections 3.5 to 3.9). */

import * as v from 'valibot'
import { type Money, ONE, type Qty, qty } from '#domain/kernel/numbers.ts'
import type { OutboundOrder, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import type { CallResult } from '../../http/json-call.ts'
import { notSubmitted } from '../../http/without-answer.ts'
import { errorIn } from '../http/client.ts'
import { type RefusedOrder, readError, submitOutcome } from '../http/errors.ts'
import { WirePosted } from '../http/wire.ts'
import { isAmbiguous, readPaid, readTaken } from '../http/wire-amounts.ts'
import { cannotRest, hasEnded, type Part, sharesOf } from './part-payload.ts'

export interface Taken {
  readonly kind: 'taken'
  readonly state: 'live' | 'ended'
  readonly filled: Qty
  /** Cost of `filled` in YES terms, in 1e-12 dollars; null if the exchange has not reported it. */
  readonly cost: bigint | null
  /** Taker's fee by the market's fee rule; null if cost or rule are not known. No answer contains it. */
  readonly fee: Money | null
}

export type PartOutcome = Taken | Exclude<SubmitOutcome, { kind: 'accepted' }>

export const partOutcome = (result: CallResult, order: OutboundOrder, part: Part): PartOutcome => {
  if (result.kind !== 'answered') return notSubmitted(result)
  return result.status >= 200 && result.status < 300
    ? posted(result.body, order, part)
    : submitOutcome(result.status, errorIn(result), signedBy(order, part))
}

/**
 * Reads a 2xx, which can be a refusal too: `errorMsg` and `orderID` decide, `success: true` does not (section 3.6; live
 * reference, section 2.1).
 */
const posted = (body: unknown, order: OutboundOrder, part: Part): PartOutcome => {
  const reading = v.safeParse(WirePosted, body)
  if (!reading.success) return { kind: 'unknown', error: 'the exchange answered without naming an order' }
  const { success, orderID, errorMsg, status, makingAmount, takingAmount } = reading.output
  if (errorMsg) return refusedWith(errorMsg, orderID || null, signedBy(order, part))
  if (!orderID || success === false)
    return { kind: 'unknown', error: 'the exchange answered with neither an order nor a reason' }
  if (orderID.toLowerCase() !== part.hash) {
    return { kind: 'unknown', error: `the exchange named another order (${orderID.slice(0, 70)}) than the one sent` }
  }
  const [shares, dollars] = part.fields.side === 'BUY' ? [takingAmount, makingAmount] : [makingAmount, takingAmount]
  return tradedOutcome(part, { isMatched: status?.toLowerCase() === 'matched', shares, dollars })
}

interface Traded {
  readonly isMatched: boolean
  readonly shares: string | null | undefined
  readonly dollars: string | null | undefined
}

const tradedOutcome = (part: Part, { isMatched, shares, dollars }: Traded): PartOutcome => {
  const filled = (shares ? readTaken(shares, sharesOf(part)) : null) ?? qty(0)
  const isClear = filled > 0 && !isAmbiguous(shares ?? '', sharesOf(part))
  // The part traded and is over, but the answer does not show for certain how much: the part is looked up.
  if (isMatched && cannotRest(part) && !isClear) return { kind: 'duplicate' }
  // A `delayed` part is held back by the market, an `unmatched` one rests: neither is over (section 3.7).
  return taken(isMatched && hasEnded(part, filled) ? 'ended' : 'live', filled, costOf(part, filled, dollars))
}

const signedBy = ({ nativeId }: OutboundOrder, { fields }: Part): RefusedOrder =>
  fields.signatureType === 3 ? { nativeId, wallet: fields.maker } : { nativeId }

/** The answer may name a killed order beside the reason. An order that is named beside any other reason may rest. */
const refusedWith = (errorMsg: string, orderID: string | null, order: RefusedOrder): PartOutcome => {
  const outcome = submitOutcome(400, readError({ error: errorMsg }), order)
  const isClear = orderID === null || outcome.kind === 'killed' || outcome.kind === 'duplicate'
  return isClear ? outcome : { kind: 'unknown', error: `the exchange named the order beside ${errorMsg.slice(0, 200)}` }
}

export const taken = (state: Taken['state'], filled: Qty, cost: bigint | null = null): Taken => ({
  kind: 'taken',
  state,
  filled,
  cost,
  fee: null,
})

/**
 * Returns the cost of `filled` shares of a part in YES terms. A share of NO at q is a share of YES at 1 − q in the
 * other direction.
 */
const costOf = (part: Part, filled: Qty, dollars: string | null | undefined): bigint | null => {
  const paid = dollars ? readPaid(dollars, filled) : null
  if (paid === null) return null
  return BigInt(part.outcome === 'YES' ? paid : filled - paid) * BigInt(ONE)
}
