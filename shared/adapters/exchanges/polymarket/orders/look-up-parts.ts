/** Finds the parts of an order whose send has an unknown outcome (Polymarket reference, section 3.10). */

import { ARRIVES_WITHIN } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { LookUpOutcome, OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Session } from '../http/session.ts'
import { askToCancel, provesAfterMs, WATCH } from './cancel-orders.ts'
import type { PartChildObservations } from './part-observations.ts'
import { hasEnded, type Part, readPayload } from './part-payload.ts'
import { type PartState, readParts, totalOf } from './read-parts.ts'

/** Throws `ExchangeUnavailable`. */
export const lookUpParts = async (
  clock: Clock,
  session: Session,
  { nativeId, attempt }: OutboundOrder,
  seen: PartChildObservations,
): Promise<LookUpOutcome> => {
  const { parts } = readPayload(attempt.payload)
  const { identity, refusal } = attempt
  const query = { hashes: parts.map(({ hash }) => hash), nativeId, since: attempt.firstSentAt }
  const states = await readParts(session, seen, query)
  const known = states.map((state, index) => knownState(state, parts[index], seen))
  // A send of unknown outcome is not expected to arrive any more. Before that, and without a refusal, the order is sent again.
  const isOver = refusal !== null && clock() - attempt.lastSentAt >= ARRIVES_WITHIN
  const isShort = known.includes('gone')
  if (isOver && !attempt.arrived && known.every((state) => state === 'gone')) return { kind: 'absent', watchMs: WATCH }
  if (known.includes('missing') || (isShort && !attempt.arrived && !isOver)) {
    await cancelResting(session, seen, parts, known)
    const after = refusal === null ? seen.provesAfterMs() : provesAfterMs(seen, attempt.lastSentAt, clock())
    return { kind: 'not_seen', ...(after === null ? {} : { retryAfterMs: after }) }
  }
  const state = known.includes('live') ? 'live' : 'ended'
  const order = { exchangeOrderId: identity, identity, state, filledQty: totalOf(states) } as const
  return isShort ? shortened(order, refusal) : { kind: 'found', order }
}

/** A part that is gone may still arrive, and is watched. */
const shortened = (order: OrderReport, refusal: OutboundOrder['attempt']['refusal']): LookUpOutcome => {
  const refused = refusal === null ? {} : { partRefusal: refusal.reason }
  return { kind: 'found', order: { ...order, ...refused }, watchMs: WATCH }
}

type KnownState = 'live' | 'ended' | 'gone' | 'missing'

/**
 * Returns the state of a part. A part that traded exists even if it cannot be found. It has ended for certain if it is
 * full or cannot rest.
 */
const knownState = (state: PartState, part: Part | undefined, seen: PartChildObservations): KnownState => {
  if (state.kind === 'found') return state.state
  if (part !== undefined && seen.isKilled(part.hash)) return 'ended'
  if (state.filled === 0 || part === undefined) return state.gone ? 'gone' : 'missing'
  return state.gone || hasEnded(part, state.filled) ? 'ended' : 'live'
}

/** Takes the arrived parts of an order that may not rest off the book, whatever becomes of the other part. */
const cancelResting = async (
  session: Session,
  seen: PartChildObservations,
  parts: readonly Part[],
  known: readonly KnownState[],
): Promise<void> => {
  const resting = parts.filter(({ kind }, index) => kind === 'IOC_BUY' && known[index] === 'live')
  const hashes = resting.map(({ hash }) => hash)
  if (hashes.length > 0) await askToCancel(session, seen, hashes)
}
