/** Takes orders off the book, to cancel them or to make an unsure send harmless (Polymarket reference, section 4.1). */

import * as v from 'valibot'
import { chunked } from '#domain/kernel/chunked.ts'
import { DAY, type Millis, SECOND } from '#domain/kernel/time.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { ARRIVES_WITHIN } from '#domain/orders/order.ts'
import type { CancelOutcome, InvalidateOutcome, OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { notCancelled } from '../../http/without-answer.ts'
import { errorIn } from '../http/client.ts'
import { cancelOutcome, leftBecause } from '../http/errors.ts'
import type { Session } from '../http/session.ts'
import { WireCancelled } from '../http/wire.ts'
import { type PartChildObservations, partChildObservations } from './part-observations.ts'
import { partIds, readParts } from './read-parts.ts'

/** Answer of the exchange for each order of a cancel, or why there is none. */
export type CancelAnswer =
  | {
      readonly kind: 'answered'
      readonly cancelled: readonly string[]
      readonly over: readonly string[]
      readonly notFound: readonly string[]
      readonly busy: readonly string[]
      /** Orders of `busy` that their market holds back for some seconds. */
      readonly held: readonly string[]
    }
  | { readonly kind: 'refused'; readonly outcome: CancelOutcome }

/** Sends one request for all of them, once. */
export const askToCancel = async (
  session: Session,
  seen: PartChildObservations,
  hashes: readonly string[],
): Promise<CancelAnswer> => {
  const [first] = hashes
  const one = hashes.length === 1
  const path = one ? '/order' : '/orders'
  const body = JSON.stringify(one ? { orderID: first } : hashes)
  const call = { host: 'clob', area: 'cancels', method: 'DELETE', path, body, cost: hashes.length } as const
  const result = await session.once(call)
  if (result.kind !== 'answered') return refused(notCancelled(result))
  if (result.status < 200 || result.status >= 300) return refused(cancelOutcome(result.status, errorIn(result)))
  const reading = v.safeParse(WireCancelled, result.body)
  if (!reading.success) return refused(NONSENSE)
  const cancelled = hashes.filter((hash) => reading.output.canceled?.some((id) => id.toLowerCase() === hash))
  const reasons = new Map(Object.entries(reading.output.not_canceled ?? {}).map(([id, why]) => [id.toLowerCase(), why]))
  if (!hashes.every((hash) => cancelled.includes(hash) || reasons.has(hash))) return refused(NONSENSE)
  const left = (because: ReturnType<typeof leftBecause>): readonly string[] =>
    hashes.filter((hash) => !cancelled.includes(hash) && leftBecause(reasons.get(hash) ?? '') === because)
  for (const hash of cancelled) seen.ended(hash)
  const held = left('held')
  return {
    kind: 'answered',
    cancelled,
    over: left('over'),
    notFound: left('not_found'),
    busy: [...left('busy'), ...held],
    held,
  }
}

export const cancelParts = async (
  session: Session,
  seen: PartChildObservations,
  exchangeOrderId: string,
): Promise<CancelOutcome> => {
  const hashes = partIds(exchangeOrderId)
  const answer = await askToCancel(session, seen, hashes)
  if (answer.kind === 'refused') return answer.outcome
  if (answer.held.length > 0) return SUSPENDED
  if (answer.busy.length > 0) return { kind: 'later', reason: 'The exchange cannot cancel the order at this moment.' }
  return answer.cancelled.length === hashes.length ? { kind: 'cancelled', removedQty: null } : { kind: 'gone' }
}

/**
 * Sports markets hold back an order that would trade immediately for some seconds (changes of November 2026, EXCHANGE_B
 * 4).
 */
const SUSPENDED: CancelOutcome = {
  kind: 'later',
  reason:
    'The market holds the order back for some seconds, in which the exchange cancels nothing. The cancel is repeated each second.',
  retryAfterMs: SECOND,
}

/**
 * Takes own orders that a new order would trade with off the book. Returns null when they are gone, else why the new
 * order has to wait.
 */
export const clearTheWay = async (
  session: Session,
  clock: Clock,
  hashes: readonly string[],
): Promise<{ readonly kind: 'later'; readonly reason: string; readonly retryAfterMs: null } | null> => {
  for (const some of chunked(hashes, AT_ONCE)) {
    // Observations of these orders prove nothing about the new one.
    const answer = await askToCancel(session, partChildObservations(clock, NO_CHILD_OBSERVATIONS), some)
    if (answer.kind !== 'answered' || answer.busy.length > 0) return STILL_THERE
  }
  return null
}

/**
 * Most orders in one call. Each takes a token of the signer's bucket, and a call for more tokens than the bucket holds
 * is never taken (live reference, section 2.3).
 */
const AT_ONCE = 100

const STILL_THERE = {
  kind: 'later',
  reason: 'An own order that it would trade with could not be taken off the book yet; the order waits.',
  retryAfterMs: null,
} as const

/**
 * Makes an unsure send harmless. No call makes an id unusable: the cancel of an unknown order does not keep a late
 * arrival out (section 3.10). The order is dead a minute after the last send, if neither cancels nor reads find it.
 * Then it is watched for a day.
 */
export const invalidateParts = async (
  session: Session,
  clock: Clock,
  seen: PartChildObservations,
  { nativeId, attempt }: OutboundOrder,
): Promise<InvalidateOutcome> => {
  const hashes = partIds(attempt.identity).filter((hash) => !seen.isKilled(hash))
  const answer = await askToCancel(session, seen, hashes)
  if (answer.kind === 'refused') return { kind: 'unknown', error: wordsOf(answer.outcome) }
  if (answer.notFound.length < hashes.length) return { kind: 'arrived' }
  const query = { hashes, nativeId, since: attempt.firstSentAt }
  const parts = await readParts(session, seen, query).catch(ifUnavailable((error) => error))
  if (parts instanceof Error) return { kind: 'unknown', error: parts.message }
  if (parts.some((part) => part.kind === 'found' || part.filled > 0)) return { kind: 'arrived' }
  const isSure = parts.every((part) => part.kind === 'missing' && part.gone)
  if (isSure && clock() - attempt.lastSentAt >= ARRIVES_WITHIN) return { kind: 'dead', watchMs: WATCH }
  const error = 'waiting to be sure that no send of the order is still under way'
  return { kind: 'unknown', error, retryAfterMs: provesAfterMs(seen, attempt.lastSentAt, clock()) }
}

/**
 * Returns the time until another read can prove that no part arrived: a minute after the last send, and some seconds
 * after a first read.
 */
export const provesAfterMs = (seen: PartChildObservations, lastSentAt: Millis, now: Millis): number =>
  Math.max(SECOND, seen.provesAfterMs() ?? 0, lastSentAt + ARRIVES_WITHIN - now)

/** Time for which a send that may still arrive is watched: no proof exists that it never arrives. */
export const WATCH = DAY

const NONSENSE: CancelOutcome = { kind: 'unknown', error: 'the exchange answered without naming an order' }

const refused = (outcome: CancelOutcome): CancelAnswer => ({ kind: 'refused', outcome })

const wordsOf = (outcome: CancelOutcome): string => {
  if (outcome.kind === 'later') return outcome.reason
  return outcome.kind === 'unknown' ? outcome.error : 'the exchange does not know the order'
}
