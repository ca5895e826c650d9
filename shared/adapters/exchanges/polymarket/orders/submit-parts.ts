/** Sends the parts of an order, each at most once per call, and folds what became of them into one outcome. */

import { money, sumOf } from '#domain/kernel/numbers.ts'
import { WOULD_CROSS } from '#domain/orders/instructions.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { OutboundOrder, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import type { Session } from '../http/session.ts'
import type { PartOutcome, Taken } from './part-outcome.ts'
import { readPayload } from './part-payload.ts'
import type { PartSightings } from './part-sightings.ts'
import { totalOf } from './read-parts.ts'
import type { SendPart } from './send-part.ts'

/** Takes own orders off the book; null when they are gone. */
export type ClearTheWay = (
  session: Session,
  hashes: readonly string[],
) => Promise<Extract<SubmitOutcome, { kind: 'later' }> | null>

/**
 * Own orders in the way leave the book first. Then the parts go in order. Until one has arrived, the first that does not is
 * the outcome of all, and nothing else is sent. Once one has, the order exists: a refusal of the other shortens it, and an
 * open outcome of the other leaves the whole open. A part that was killed by its first send is not sent again; one that was killed by a
 * later one counts as refused, because an earlier one may still arrive.
 */
export const submitParts = async (
  sendPart: SendPart,
  clearTheWay: ClearTheWay,
  session: Session,
  order: OutboundOrder,
  seen: PartSightings,
): Promise<SubmitOutcome> => {
  const plan = readPayload(order.attempt.payload)
  const blocked = plan.inTheWay.length === 0 ? null : await clearTheWay(session, plan.inTheWay)
  if (blocked !== null) return blocked
  const taken: Taken[] = []
  const killed: PartOutcome[] = []
  let isSomewhere = false
  let partRefusal: string | undefined
  for (const part of plan.parts) {
    const outcome = seen.isKilled(part.hash) ? KILLED : await sendPart({ session, order, part, seen }, plan)
    const arrived = isSomewhere || taken.length > 0
    switch (outcome.kind) {
      case 'taken':
        taken.push(outcome)
        break
      case 'duplicate':
        isSomewhere = true
        break
      case 'killed':
        killed.push(outcome)
        if (!seen.isKilled(part.hash)) partRefusal ??= NOT_FILLED
        break
      case 'rejected':
        if (!arrived) return outcome
        partRefusal = outcome.code === WOULD_CROSS ? WOULD_CROSS : outcome.reason
        break
      case 'later':
        if (!arrived) return outcome
        return { kind: 'unknown', error: `one part has arrived; the other has not: ${outcome.reason}` }
      case 'unknown':
        return outcome
    }
  }
  if (isSomewhere) return { kind: 'duplicate' }
  const [first] = killed
  if (taken.length === 0) return first?.kind === 'killed' ? first : { kind: 'unknown', error: 'the order has no parts' }
  return {
    kind: 'accepted',
    order: {
      exchangeOrderId: order.attempt.identity,
      identity: order.attempt.identity,
      state: taken.some(({ state }) => state === 'live') ? 'live' : 'ended',
      filledQty: totalOf(taken),
      ...tradedBy(taken),
      ...(partRefusal === undefined ? {} : { partRefusal }),
    },
  }
}

/** Shown as the `cancel_reason`. */
const NOT_FILLED = 'not_filled'

const KILLED: PartOutcome = { kind: 'killed', reason: 'The exchange has ended this part of the order without a trade.' }

/** What the parts cost together, where every part that traded says so, and their fees by the rule of the market. */
const tradedBy = (taken: readonly Taken[]): Pick<OrderReport, 'traded'> => {
  const traded = taken.filter(({ filled }) => filled > 0)
  const cost = traded.reduce<bigint | null>(
    (sum, part) => (sum === null || part.cost === null ? null : sum + part.cost),
    0n,
  )
  const fees = traded.some(({ fee }) => fee === null) ? null : sumOf(traded, ({ fee }) => fee ?? money(0))
  return traded.length === 0 || cost === null ? {} : { traded: { cost, fees } }
}
