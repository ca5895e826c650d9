/** The time a consumer has for its sends, and the order as it is handed to the exchange. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { sentQty } from '#domain/orders/amend/amending.ts'
import { NO_SIGHTINGS } from '#domain/orders/fills/sightings.ts'
import type { NextAttempt, Order } from '#domain/orders/order.ts'
import type { AmendOutcome, OutboundOrder, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import { asStep } from '#domain/orders/steps/in-steps.ts'
import { type UnusedLeases, unusedLeases } from './unused-leases.ts'

export interface SendWindow {
  /** Aborts when the consumer's time is nearly over. */
  readonly signal: AbortSignal
  /** Until when others leave the order alone: longer than the consumer can live. */
  readonly leaseUntil: (now: Millis) => Millis
  /** Aborts when there is no time left for one more call. */
  readonly lastCall: AbortSignal
  /** Whether there is time to wait that long and then make one more call. */
  readonly allows: (waitMs: number) => boolean
  /** Aborts one call when it takes too long, or when the consumer's time is nearly over. An aborted send is `unknown`. */
  readonly sendSignal: () => AbortSignal
  /** Notes whether the account's rate limit has put a send off: the other orders of the account would have to wait as well. */
  readonly noteOutcome: (outcome: SubmitOutcome | AmendOutcome) => void
  readonly isRateLimited: () => boolean
  /** Of this run: what may be leased without anything having been sent. */
  readonly leases: UnusedLeases
  /** Of the messages beside this one; null where they have none. */
  readonly turns: Turns | null
  /** Notes that the order has had its turn in this run. */
  readonly noteTurn: () => void
  readonly hasTurn: () => boolean
  /** Says that the message is to be given back until then. */
  readonly comeAgain: (at: Millis) => void
  /** When the message is to come again; null when it is done with. */
  readonly comesAgain: () => Millis | null
}

/** The turns of the messages of one account that a run has in hand. */
export interface Turns {
  /** Resolves when every message before it has passed. Answers when those that were given back come again; null when none was. */
  mine(): Promise<Millis | null>
  /**
   * Lets the next message have its turn. `againAt`: this one is given back until then, and all behind it. Counts once. One that has passed
   * and takes long leaves the queue before it is done with.
   */
  pass(againAt: Millis | null): void
  /** Whether the message can be given back: it has not left the queue, and has not come too often. */
  canBeGivenBack(): boolean
  /** No other run gets messages of the account for so long, however long this one takes. */
  keepGroup(ms: number): void
}

/** Longer than any one call to an exchange should take. */
const CALL_TIMEOUT = 8 * SECOND

/** The lease outlives the function by this much, so that two consumers never send at once. */
const LEASE_MARGIN = 15 * SECOND

/**
 * `functionTimeoutMs` is the time-out the platform ends the consumer with, `remainingMs` what is left of it. `turns`: of
 * the messages beside this one.
 */
export const sendWindow = (functionTimeoutMs: number, remainingMs: number, turns: Turns | null = null): SendWindow => {
  const signal = AbortSignal.timeout(Math.max(0, remainingMs - 2 * SECOND))
  const end = performance.now() + remainingMs - 2 * SECOND
  let rateLimited = false
  let hadTurn = false
  let againAt: Millis | null = null
  return {
    turns,
    leases: unusedLeases(),
    noteTurn: () => {
      hadTurn = true
    },
    hasTurn: () => hadTurn,
    comeAgain: (at) => {
      againAt = at
    },
    comesAgain: () => againAt,
    noteOutcome: (outcome) => {
      rateLimited ||= outcome.kind === 'later' && outcome.retryAfterMs !== null && outcome.refusing === undefined
    },
    isRateLimited: () => rateLimited,
    signal,
    lastCall: AbortSignal.timeout(Math.max(0, remainingMs - 2 * SECOND - CALL_TIMEOUT)),
    allows: (waitMs) => performance.now() + waitMs + CALL_TIMEOUT < end,
    leaseUntil: (now) => now + functionTimeoutMs + LEASE_MARGIN,
    sendSignal: () => AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT)]),
  }
}

/** The order and the identity it is sent under, for what remains of it where it replaces one that has left its book. */
export const sendable = (
  order: Order,
  attempt: Pick<NextAttempt, 'identity' | 'payload' | 'exchangeOrderIds' | 'step'>,
): OutboundOrder => {
  const { orderId, nativeId, shard, buyFlag, expiresAt, origin, createdAt, reduceOnly } = order
  const { timeInForce, postOnly, cancelOnPause } = asStep(order, attempt.step ?? null)
  const firstSentAt = order.attempt?.firstSentAt ?? createdAt
  const lastSentAt = order.attempt?.lastSentAt ?? createdAt
  const { identity, payload, exchangeOrderIds } = attempt
  const { arrived = false, refusal = null, sends = 1, sightings = NO_SIGHTINGS } = order.attempt ?? {}
  return {
    orderId,
    nativeId,
    shard,
    buyFlag,
    qty: sentQty(order),
    timeInForce,
    expiresAt,
    postOnly,
    reduceOnly,
    cancelOnPause,
    origin,
    createdAt,
    attempt: { identity, payload, exchangeOrderIds, sends, firstSentAt, lastSentAt, arrived, refusal, sightings },
  }
}
