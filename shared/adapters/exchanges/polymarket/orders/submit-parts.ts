/** Sends the parts of an order, each at most once per call, and joins their outcomes. */

import { money, sumOf } from '#domain/kernel/numbers.ts'
import { WOULD_CROSS } from '#domain/orders/instructions.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { OutboundOrder, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import type { Session } from '../http/session.ts'
import type { PartChildObservations } from './part-observations.ts'
import type { PartOutcome, Taken } from './part-outcome.ts'
import { readPayload } from './part-payload.ts'
import { totalOf } from './read-parts.ts'
import type { SendPart } from './send-part.ts'

/** Takes own orders off the book; returns null when they are gone. */
export type ClearTheWay = (
  session: Session,
  hashes: readonly string[],
) => Promise<Extract<SubmitOutcome, { kind: 'later' }> | null>

export interface SubmitPartsDeps {
  readonly sendPart: SendPart
  readonly clearTheWay: ClearTheWay
}

/** Sends the parts in order, after own orders in the way have left the book. */
export const submitParts = async (
  { sendPart, clearTheWay }: SubmitPartsDeps,
  session: Session,
  order: OutboundOrder,
  seen: PartChildObservations,
): Promise<SubmitOutcome> => {
  const plan = readPayload(order.attempt.payload)
  const blocked = plan.inTheWay.length === 0 ? null : await clearTheWay(session, plan.inTheWay)
  if (blocked !== null) return blocked
  const outcomes = new PartOutcomes()
  for (const part of plan.parts) {
    const outcome = seen.isKilled(part.hash) ? KILLED : await sendPart({ session, order, part, seen }, plan)
    const isKilledForGood = outcome.kind === 'killed' && seen.isKilled(part.hash)
    const final = outcomes.add(outcome, isKilledForGood)
    if (final !== null) return final
  }
  return outcomes.joined(order)
}

const KILLED: PartOutcome = { kind: 'killed', reason: 'The exchange has ended this part of the order without a trade.' }

/** Shown as the `cancel_reason`. */
const NOT_FILLED = 'not_filled'

/**
 * Outcomes of the parts that were sent so far.
 * - Before a part has arrived: the first part that does not arrive is the outcome of the order.
 * - After a part has arrived: the order exists. A refusal of the other part shortens the order, and an unknown outcome
 *   of the other part makes the whole unknown.
 */
class PartOutcomes {
  readonly #taken: Taken[] = []
  #firstKilled: Extract<PartOutcome, { kind: 'killed' }> | null = null
  #hasDuplicate = false
  #refusal: string | undefined

  /**
   * Returns the outcome of the order if no other part may be sent, else null. A part that its first send killed is not sent again. A part
   * that a later send killed (`isKilledForGood` false) counts as refused, because an earlier send may still arrive.
   */
  add(outcome: PartOutcome, isKilledForGood: boolean): SubmitOutcome | null {
    const hasArrived = this.#hasDuplicate || this.#taken.length > 0
    switch (outcome.kind) {
      case 'taken':
        this.#taken.push(outcome)
        return null
      case 'duplicate':
        this.#hasDuplicate = true
        return null
      case 'killed':
        this.#firstKilled ??= outcome
        if (!isKilledForGood) this.#refusal ??= NOT_FILLED
        return null
      case 'rejected':
        if (!hasArrived) return outcome
        this.#refusal = outcome.code === WOULD_CROSS ? WOULD_CROSS : outcome.reason
        return null
      case 'later':
        if (!hasArrived) return outcome
        return { kind: 'unknown', error: `one part has arrived; the other has not: ${outcome.reason}` }
      case 'unknown':
        return outcome
    }
  }

  joined({ attempt: { identity } }: OutboundOrder): SubmitOutcome {
    if (this.#hasDuplicate) return { kind: 'duplicate' }
    const taken = this.#taken
    if (taken.length === 0) return this.#firstKilled ?? { kind: 'unknown', error: 'the order has no parts' }
    return {
      kind: 'accepted',
      order: {
        exchangeOrderId: identity,
        identity,
        state: taken.some(({ state }) => state === 'live') ? 'live' : 'ended',
        filledQty: totalOf(taken),
        ...tradedBy(taken),
        ...(this.#refusal === undefined ? {} : { partRefusal: this.#refusal }),
      },
    }
  }
}

/**
 * Returns cost and fees of all parts, if every part that traded reports its cost. The fees follow the market's rule.
 */
const tradedBy = (taken: readonly Taken[]): Pick<OrderReport, 'traded'> => {
  const traded = taken.filter(({ filled }) => filled > 0)
  const cost = traded.reduce<bigint | null>(
    (sum, part) => (sum === null || part.cost === null ? null : sum + part.cost),
    0n,
  )
  const fees = traded.some(({ fee }) => fee === null) ? null : sumOf(traded, ({ fee }) => fee ?? money(0))
  return traded.length === 0 || cost === null ? {} : { traded: { cost, fees } }
}
