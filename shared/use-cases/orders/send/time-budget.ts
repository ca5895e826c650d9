/** The time that a run has left for its calls, and the turns of the messages beside it. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { AmendOutcome, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import { UnusedClaims } from './unused-claims.ts'

/** The turns of the messages of one account in one run. */
export interface Turns {
  /** Resolves when every earlier message has passed. Returns when requeued messages come again, or null if none was requeued. */
  mine(): Promise<Millis | null>
  /**
   * Lets the next message have its turn. `againAt`: this message and all behind it are requeued until then. Counts once. A message that
   * has passed and takes long leaves the queue before it is done.
   */
  pass(againAt: Millis | null): void
  /** Returns whether the message can be requeued: it has not left the queue, and has not come too often. */
  canBeGivenBack(): boolean
  /** Keeps messages of the account from all other runs for so long, however long this run takes. */
  keepGroup(ms: number): void
}

/** Longest time in ms for one call to an exchange. */
const CALL_TIMEOUT = 8 * SECOND

/** Time in ms by which a lease outlives the function, so that two runs never send at once. */
const LEASE_MARGIN = 15 * SECOND

/** Time in ms kept for storing outcomes at the end of a run. */
const KEPT_FOR_STORING = 2 * SECOND

/**
 * The time budget of one run. The time-out of the platform is `functionTimeoutMs`; `remainingMs` of it are left. Without other messages
 * of the same account, `turns` is null.
 */
export class TimeBudget {
  /** Aborts when the time of the run is nearly over. */
  readonly signal: AbortSignal
  /** Aborts when no time is left for one more call. */
  readonly lastCall: AbortSignal
  readonly turns: Turns | null
  readonly claims = new UnusedClaims()
  readonly #functionTimeoutMs: number
  readonly #end: number
  #isRateLimited = false
  #hasTurn = false
  #againAt: Millis | null = null

  constructor(functionTimeoutMs: number, remainingMs: number, turns: Turns | null = null) {
    this.turns = turns
    this.#functionTimeoutMs = functionTimeoutMs
    const usable = remainingMs - KEPT_FOR_STORING
    this.#end = performance.now() + usable
    this.signal = AbortSignal.timeout(Math.max(0, usable))
    this.lastCall = AbortSignal.timeout(Math.max(0, usable - CALL_TIMEOUT))
  }

  /** Returns when a lease of this run ends: later than the function can live. */
  leaseUntil(now: Millis): Millis {
    return now + this.#functionTimeoutMs + LEASE_MARGIN
  }

  /** Returns whether there is time to wait so long and then make one more call. */
  allows(waitMs: number): boolean {
    return performance.now() + waitMs + CALL_TIMEOUT < this.#end
  }

  /** Aborts one call that takes too long. The outcome of an aborted send is `unknown`. */
  sendSignal(): AbortSignal {
    return AbortSignal.any([this.signal, AbortSignal.timeout(CALL_TIMEOUT)])
  }

  /** Records whether the account's rate limit postponed a send: the other orders of the account would have to wait as well. */
  recordOutcome(outcome: SubmitOutcome | AmendOutcome): void {
    this.#isRateLimited ||= outcome.kind === 'later' && outcome.retryAfterMs !== null && outcome.refusing === undefined
  }

  isRateLimited(): boolean {
    return this.#isRateLimited
  }

  /** Records that the order has had its turn in this run. */
  recordTurn(): void {
    this.#hasTurn = true
  }

  hasTurn(): boolean {
    return this.#hasTurn
  }

  /** Requeues the message of this run until then, and all messages behind it. */
  requeue(at: Millis): void {
    this.turns?.pass(at)
    this.#againAt = at
  }

  /** Returns when the message is to come again, or null if it is done. */
  comesAgain(): Millis | null {
    return this.#againAt
  }
}
