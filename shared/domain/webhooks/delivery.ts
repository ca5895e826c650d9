/** A delivery: one event for one webhook, with all its attempts. */

import { DAY, HOUR, MINUTE, type Millis, SECOND, toIso } from '../kernel/time.ts'
import type { WebhookEvent, WebhookEventType } from './event.ts'
import { deliveryIdOf } from './event.ts'

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const
/** FAILED: all attempts failed. The delivery can be replayed. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export interface DeliveryAttempt {
  readonly at: Millis
  readonly durationMs: number
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null
  /** Why there was none; null otherwise. */
  readonly error: string | null
  /** The beginning of the answer's body. */
  readonly response: string
}

export interface Delivery {
  readonly deliveryId: string
  readonly webhookId: string
  readonly userId: string
  readonly objectId: string
  readonly sequence: number
  readonly type: WebhookEventType
  /** When the event happened. */
  readonly at: Millis
  readonly status: DeliveryStatus
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
  /** Failures since it was last started: drives the retry plan. */
  readonly failures: number
  /** Replayed by the user: it waits for no other delivery, and none waits for it. */
  readonly replayed: boolean
  /** The id of the last replay; null before the first. */
  readonly replayId: string | null
  /** Before this instant it is not tried again; null when it is over. */
  readonly nextAt: Millis | null
  /**
   * True if the last attempt was postponed because the receiver rests. The attempt is due as soon as the receiver rests
   * no more.
   */
  readonly wasPostponed: boolean
  /** Time at which the sweeper continues overdue work; null if none is due. */
  readonly dueAt: Millis | null
  readonly version: number
}

/** State of the receiver of a webhook. */
export interface ReceiverState {
  readonly failingSince: Millis | null
  readonly restsUntil: Millis | null
}

/** The answer of the receiver, or why there was none. */
export interface Answer {
  readonly status: number | null
  readonly error: string | null
  readonly response: string
  /** From its `Retry-After`; null without one. */
  readonly retryAfterMs: number | null
}

/** The waits between attempts. After the last of them the delivery fails. */
export const RETRY_PLAN: readonly Millis[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  6 * HOUR,
  24 * HOUR,
]

/** A delivery that is put off begins with this step at most, so that a receiver which comes back has it within ten minutes. */
const LONGEST_POSTPONEMENT = 10 * MINUTE

/** After so many failures later events of the same object no longer wait. */
const HOLDS_UP = 3

/** How long the message through the queue may take before the sweeper steps in. */
export const DELIVERY_GRACE = 15 * SECOND

/** An attempt takes at most 10 s. A process that has not concluded it by then is dead. */
const ATTEMPT_LEASE = 30 * SECOND

/** How long events and deliveries are kept. */
export const DELIVERIES_KEPT = 30 * DAY

/** Attempts kept of one delivery, the newest. */
const ATTEMPTS_KEPT = 20

/** A new delivery, due now. */
export const newDelivery = (event: WebhookEvent, webhookId: string, now: Millis): Delivery => ({
  deliveryId: deliveryIdOf(event, webhookId),
  webhookId,
  userId: event.userId,
  objectId: event.objectId,
  sequence: event.sequence,
  type: event.type,
  at: event.at,
  status: 'PENDING',
  attempts: [],
  failures: 0,
  replayed: false,
  replayId: null,
  nextAt: now,
  wasPostponed: false,
  dueAt: now + DELIVERY_GRACE,
  version: 0,
})

/** True if later events of the same object wait for it. */
export const holdsUp = (delivery: Delivery): boolean =>
  delivery.status === 'PENDING' && !delivery.replayed && delivery.failures <= HOLDS_UP

/**
 * True if the delivery counts for the quota: it is not over, and failed at least once or was requested by its user. A
 * new one does not count: it is tried at once, no quota refuses it, and the count would cost two writes with each.
 */
export const isInFlight = ({ status, attempts, replayed, type }: Delivery): boolean =>
  status === 'PENDING' && (attempts.length > 0 || replayed || type === 'webhook.test')

/** Begins an attempt: no other process tries it meanwhile. */
export const beginAttempt = (delivery: Delivery, now: Millis): Delivery => ({
  ...delivery,
  nextAt: now + ATTEMPT_LEASE,
  dueAt: now + ATTEMPT_LEASE,
})

/** Ends an attempt that began at `begun`: delivered, failed for good, or to be retried. */
export const concludeAttempt = (delivery: Delivery, answer: Answer, begun: Millis, now: Millis): Delivery => {
  const { retryAfterMs, ...answered } = answer
  const attempts = [...delivery.attempts, { at: begun, durationMs: now - begun, ...answered }].slice(-ATTEMPTS_KEPT)
  const tried = { ...delivery, attempts, wasPostponed: false }
  if (isSuccess(answer)) return ended(tried, 'DELIVERED')
  const wait = answer.status === 410 ? undefined : RETRY_PLAN[delivery.failures]
  const failed = { ...tried, failures: delivery.failures + 1 }
  if (wait === undefined) return ended(failed, 'FAILED')
  const nextAt = now + Math.max(wait, Math.min(retryAfterMs ?? 0, DAY))
  return { ...failed, nextAt, dueAt: nextAt + DELIVERY_GRACE }
}

/**
 * Postpones the delivery because its receiver rests, as after a failed attempt; null if it may be tried. The next step
 * of the plan is the first that is at least half as long as the receiver has been failing. Shorter steps would mostly
 * find it resting again. A test and a replay are always tried: their user asked for them.
 */
export const reschedule = (
  delivery: Delivery,
  { restsUntil, failingSince }: ReceiverState,
  now: Millis,
): Delivery | null => {
  if (restsUntil === null || restsUntil <= now || delivery.replayed || delivery.type === 'webhook.test') return null
  const shortest = Math.min(LONGEST_POSTPONEMENT, (now - (failingSince ?? now)) / 2)
  const failures = Math.max(
    delivery.failures,
    RETRY_PLAN.findIndex((step) => step >= shortest),
  )
  const error = `not tried: earlier messages failed, and the receiver is left alone until ${toIso(restsUntil)}`
  const answer = { status: null, error, response: '', retryAfterMs: null }
  return { ...concludeAttempt({ ...delivery, failures }, answer, now, now), wasPostponed: true }
}

/** Gives up a delivery without sending it: its webhook or its event is gone. */
export const abandon = (delivery: Delivery): Delivery => ended(delivery, 'FAILED')

/** Starts the retry plan from the beginning, now, as the replay of that id. */
export const replay = (delivery: Delivery, replayId: string, now: Millis): Delivery => ({
  ...delivery,
  replayId,
  status: 'PENDING',
  failures: 0,
  replayed: true,
  nextAt: now,
  dueAt: now + DELIVERY_GRACE,
})

/** True if the receiver took the event: any 2xx. */
export const isSuccess = ({ status }: Pick<Answer, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300

const ended = (delivery: Delivery, status: DeliveryStatus): Delivery => ({
  ...delivery,
  status,
  nextAt: null,
  dueAt: null,
})
