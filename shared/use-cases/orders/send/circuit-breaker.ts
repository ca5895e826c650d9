/**
 * Holds back calls to an exchange that refuses all of them, and lets one call at a time try again. Refusals are stored, so that all
 * functions wait together. While the exchange takes calls, nothing is read.
 */

import {
  type ExchangeRefusal,
  probing,
  type RefusedCalls,
  refusedNow,
  waitBeforeProbe,
} from '#domain/exchanges/exchange-refusal.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { CircuitOpen } from '#domain/orders/send/facts.ts'
import type { AmendOutcome, CancelOutcome, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import type { ExchangeRefusalStore } from '#ports/exchanges/exchange-refusal-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'

type Outcome = SubmitOutcome | AmendOutcome | CancelOutcome
type Later = Extract<Outcome, { kind: 'later' }>

export interface CircuitBreakerDeps {
  readonly refusals: ExchangeRefusalStore
  readonly clock: Clock
  readonly log: Log
}

/** Shortest wait in ms: a call that was not the probe is not tried at once. */
const SHORTEST_WAIT = SECOND

/** The circuit breaker of one process. Remembers refusals until the exchange takes calls again. */
export class CircuitBreaker {
  readonly #refusals: ExchangeRefusalStore
  readonly #clock: Clock
  readonly #log: Log
  readonly #seen = new Map<string, ExchangeRefusal>()
  /** Calls that this process probes now. */
  readonly #probed = new Set<string>()
  /** Probe claims of this process that may be stored although the table did not confirm it. No call was made under them. */
  readonly #unused = new Map<string, ExchangeRefusal>()

  constructor({ refusals, clock, log }: CircuitBreakerDeps) {
    this.#refusals = refusals
    this.#clock = clock
    this.#log = log
  }

  /**
   * Returns the refusal of all calls of that kind, with a wait of 0 if one may try now. Returns null while the exchange takes calls.
   * `suspects`: The call was postponed before, so a read is worth its cost although this process knows of no refusal.
   */
  async check(exchange: ExchangeName, calls: RefusedCalls, suspects: boolean): Promise<CircuitOpen | null> {
    if (!suspects && !this.#seen.has(keyOf(exchange, calls))) return null
    const stored = await this.#read(exchange, calls)
    return stored === null ? null : { waitMs: waitBeforeProbe(stored, this.#clock()), reason: stored.reason }
  }

  /** Checks right before a call is sent. While calls are refused, null makes this call the probe, and all others wait for it. */
  async enter(exchange: ExchangeName, calls: RefusedCalls): Promise<CircuitOpen | null> {
    const known = this.#seen.get(keyOf(exchange, calls))
    if (known === undefined) return null
    if (waitBeforeProbe(known, this.#clock()) > 0) return opened(known, this.#clock())
    if (await this.#claimProbe(known)) return null
    const stored = await this.#read(exchange, calls)
    return stored === null ? null : opened(stored, this.#clock())
  }

  /**
   * Runs the work between `enter` and the call. If it fails or returns null, the call is not sent: another call may be the probe at once.
   */
  async ready<Ready>(
    exchange: ExchangeName,
    calls: RefusedCalls,
    prepare: () => Promise<Ready | null>,
  ): Promise<Ready | null> {
    let isReady = false
    try {
      const ready = await prepare()
      isReady = ready !== null
      return ready
    } finally {
      if (!isReady) await this.#orNull(exchange, calls, this.#giveUp(exchange, calls))
    }
  }

  /**
   * Records the outcome of a call. An exchange that has dealt with the call takes calls of that kind. Returns how long such calls wait now
   * if this one was refused like all others, else null. Returns null if that cannot be stored: the outcome of the call matters more.
   */
  async sent(exchange: ExchangeName, calls: RefusedCalls, outcome: Outcome): Promise<number | null> {
    if (outcome.kind === 'later' && outcome.refusing === 'exchange_refuses')
      return (await this.#orNull(exchange, calls, this.#refused(exchange, calls, outcome)))?.waitMs ?? null
    if (isAnswered(outcome)) await this.#orNull(exchange, calls, this.#answered(exchange, calls))
    return null
  }

  async #read(exchange: ExchangeName, calls: RefusedCalls): Promise<ExchangeRefusal | null> {
    const key = keyOf(exchange, calls)
    const stored = await this.#refusals.get(exchange, calls)
    if (stored === null) this.#seen.delete(key)
    else this.#seen.set(key, this.#isUnused(stored) ? { ...stored, probeAt: this.#clock() } : stored)
    return this.#seen.get(key) ?? null
  }

  #isUnused(stored: ExchangeRefusal): boolean {
    const claim = this.#unused.get(keyOf(stored.exchange, stored.calls))
    return claim?.version === stored.version && claim.probeAt === stored.probeAt
  }

  /** Makes this process the one that probes. Returns false if another process does. */
  async #claimProbe(known: ExchangeRefusal): Promise<boolean> {
    const key = keyOf(known.exchange, known.calls)
    const claim = probing(known, this.#clock())
    this.#unused.set(key, { ...claim, version: claim.version + 1 })
    const stored = await this.#refusals.save(claim)
    this.#unused.delete(key)
    if (stored === null) return false
    this.#seen.set(key, stored)
    this.#probed.add(key)
    return true
  }

  /** Ends a probe that was not sent, so that others need not wait for it. */
  async #giveUp(exchange: ExchangeName, calls: RefusedCalls): Promise<void> {
    const key = keyOf(exchange, calls)
    const probe = this.#seen.get(key)
    if (!this.#probed.delete(key) || probe === undefined) return
    this.#unused.set(key, probe)
    const freed = await this.#refusals.save({ ...probe, probeAt: this.#clock() })
    this.#unused.delete(key)
    if (freed !== null) this.#seen.set(key, freed)
  }

  async #refused(exchange: ExchangeName, calls: RefusedCalls, { reason, retryAfterMs = null }: Later) {
    const known = await this.#read(exchange, calls)
    // Another process knows already, and probes. Only the call that was the probe moves the next one.
    const wasProbe = this.#probed.delete(keyOf(exchange, calls))
    this.#log.metric('ExchangeRefuses', 1)
    if (known !== null && !wasProbe && waitBeforeProbe(known, this.#clock()) > 0) return opened(known, this.#clock())
    const next = refusedNow(known, { exchange, calls, reason }, retryAfterMs, this.#clock())
    const fields = { exchange, calls, reason, since: next.since, probes: next.probes }
    this.#log.warn('exchange refuses all calls of this kind', fields)
    const stored = (await this.#refusals.save(next)) ?? (await this.#read(exchange, calls)) ?? next
    this.#seen.set(keyOf(exchange, calls), stored)
    return opened(stored, this.#clock())
  }

  async #answered(exchange: ExchangeName, calls: RefusedCalls): Promise<void> {
    const known = this.#seen.get(keyOf(exchange, calls))
    if (known === undefined) return
    this.#seen.delete(keyOf(exchange, calls))
    this.#probed.delete(keyOf(exchange, calls))
    await this.#refusals.remove(known)
    this.#log.info('exchange takes calls again', { exchange, calls, since: known.since })
  }

  /** Returns null if it fails: the order of the call matters more. */
  #orNull<Value>(exchange: ExchangeName, calls: RefusedCalls, stored: Promise<Value>): Promise<Value | null> {
    return stored.catch((error: unknown) => {
      this.#log.warn('state of the circuit breaker not stored', { exchange, calls, error: String(error) })
      return null
    })
  }
}

/** Returns whether the exchange itself has dealt with the call, if only to report a pause. */
const isAnswered = (outcome: Outcome): boolean =>
  outcome.kind === 'later' ? outcome.refusing === 'exchange_paused' : outcome.kind !== 'unknown'

const keyOf = (exchange: ExchangeName, calls: RefusedCalls): string => `${exchange}#${calls}`

const opened = (refusal: ExchangeRefusal, now: number): CircuitOpen => ({
  waitMs: Math.max(SHORTEST_WAIT, waitBeforeProbe(refusal, now)),
  reason: refusal.reason,
})
