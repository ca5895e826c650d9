/**
 * Holds back calls to an exchange that refuses all of them, and lets one at a time try again. What is refused is stored, so that all
 * functions wait together. While nothing is refused, nothing is read.
 */

import {
  type ExchangeRefusal,
  probing,
  type RefusedCalls,
  refusedNow,
  waitBeforeProbe,
} from '#domain/exchanges/exchange-refusal.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { AmendOutcome, CancelOutcome, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import type { ExchangeRefusalStore } from '#ports/exchanges/exchange-refusal-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'

/** How long a call has to wait, and why. */
export interface HeldUp {
  readonly waitMs: number
  readonly reason: string
}

export interface SendGate {
  /**
   * That all calls of that kind are refused, with a wait of 0 when one may try; null while they are taken. `suspects`: the call was
   * put off before, so it is worth a read although this process knows of no refusal.
   */
  heldUp(exchange: ExchangeName, calls: RefusedCalls, suspects: boolean): Promise<HeldUp | null>
  /** The same right before a call is sent. While calls are refused, null makes this call the probe: all others wait for it. */
  enter(exchange: ExchangeName, calls: RefusedCalls): Promise<HeldUp | null>
  /**
   * Does what is left to do after `enter` and before the call. Where that fails or answers null, the call is not sent: if it was to be the
   * probe, another one may be it at once.
   */
  ready<Ready>(exchange: ExchangeName, calls: RefusedCalls, prepare: () => Promise<Ready | null>): Promise<Ready | null>
  /**
   * What became of a call that was sent. An exchange that has dealt with it takes calls of that kind. Answers how long such calls wait
   * now, where it was refused as one of all calls; null otherwise, and where that cannot be stored, which is no reason to forget what
   * became of the call.
   */
  sent(exchange: ExchangeName, calls: RefusedCalls, outcome: Outcome): Promise<number | null>
}

type Outcome = SubmitOutcome | AmendOutcome | CancelOutcome
type Later = Extract<Outcome, { kind: 'later' }>

export interface SendGateDeps {
  readonly refusals: ExchangeRefusalStore
  readonly clock: Clock
  readonly log: Log
}

/** A gate for one process. It remembers what it has seen refused until the exchange takes calls again. */
export const sendGate = ({ refusals, clock, log }: SendGateDeps): SendGate => {
  const seen = new Map<string, ExchangeRefusal>()
  /** What this process probes now. */
  const probed = new Set<string>()
  /** Claims of this process under which nothing was sent, and that may be stored: the table has not said. */
  const unused = new Map<string, ExchangeRefusal>()

  const read = async (exchange: ExchangeName, calls: RefusedCalls): Promise<ExchangeRefusal | null> => {
    const stored = await refusals.get(exchange, calls)
    if (stored === null) seen.delete(keyOf(exchange, calls))
    else seen.set(keyOf(exchange, calls), isUnused(stored) ? { ...stored, probeAt: clock() } : stored)
    return seen.get(keyOf(exchange, calls)) ?? null
  }

  const isUnused = (stored: ExchangeRefusal): boolean => {
    const claim = unused.get(keyOf(stored.exchange, stored.calls))
    return claim?.version === stored.version && claim.probeAt === stored.probeAt
  }

  /** Makes this process the one that probes; false where another one does. */
  const claimProbe = async (known: ExchangeRefusal): Promise<boolean> => {
    const key = keyOf(known.exchange, known.calls)
    const claim = probing(known, clock())
    unused.set(key, { ...claim, version: claim.version + 1 })
    const stored = await refusals.save(claim)
    unused.delete(key)
    if (stored === null) return false
    seen.set(key, stored)
    probed.add(key)
    return true
  }

  /** A probe that was not sent: others need not wait for it. */
  const giveUp = async (exchange: ExchangeName, calls: RefusedCalls): Promise<void> => {
    const probe = seen.get(keyOf(exchange, calls))
    if (!probed.delete(keyOf(exchange, calls)) || probe === undefined) return
    unused.set(keyOf(exchange, calls), probe)
    const freed = await refusals.save({ ...probe, probeAt: clock() })
    unused.delete(keyOf(exchange, calls))
    if (freed !== null) seen.set(keyOf(exchange, calls), freed)
  }

  const refused = async (exchange: ExchangeName, calls: RefusedCalls, { reason, retryAfterMs = null }: Later) => {
    const known = await read(exchange, calls)
    // Another process knows already, and probes. Only the call that was the probe moves the next one.
    const wasProbe = probed.delete(keyOf(exchange, calls))
    log.metric('ExchangeRefuses', 1)
    if (known !== null && !wasProbe && waitBeforeProbe(known, clock()) > 0) return held(known, clock())
    const next = refusedNow(known, { exchange, calls, reason }, retryAfterMs, clock())
    const fields = { exchange, calls, reason, since: next.since, probes: next.probes }
    log.warn('the exchange refuses all calls of this kind', fields)
    const stored = (await refusals.save(next)) ?? (await read(exchange, calls)) ?? next
    seen.set(keyOf(exchange, calls), stored)
    return held(stored, clock())
  }

  const answered = async (exchange: ExchangeName, calls: RefusedCalls): Promise<void> => {
    const known = seen.get(keyOf(exchange, calls))
    if (known === undefined) return
    seen.delete(keyOf(exchange, calls))
    probed.delete(keyOf(exchange, calls))
    await refusals.remove(known)
    log.info('the exchange takes calls again', { exchange, calls, since: known.since })
  }

  /** Null where it fails: the order of the call matters more. */
  const orNull = <Value>(exchange: ExchangeName, calls: RefusedCalls, stored: Promise<Value>): Promise<Value | null> =>
    stored.catch((error: unknown) => {
      log.warn('could not store whether the exchange takes calls', { exchange, calls, error: String(error) })
      return null
    })

  return {
    heldUp: async (exchange, calls, suspects) => {
      if (!suspects && !seen.has(keyOf(exchange, calls))) return null
      const stored = await read(exchange, calls)
      return stored === null ? null : { waitMs: waitBeforeProbe(stored, clock()), reason: stored.reason }
    },

    enter: async (exchange, calls) => {
      const known = seen.get(keyOf(exchange, calls))
      if (known === undefined) return null
      if (waitBeforeProbe(known, clock()) > 0) return held(known, clock())
      if (await claimProbe(known)) return null
      const stored = await read(exchange, calls)
      return stored === null ? null : held(stored, clock())
    },

    ready: async (exchange, calls, prepare) => {
      let isReady = false
      try {
        const ready = await prepare()
        isReady = ready !== null
        return ready
      } finally {
        if (!isReady) await orNull(exchange, calls, giveUp(exchange, calls))
      }
    },

    sent: async (exchange, calls, outcome) => {
      if (outcome.kind === 'later' && outcome.refusing === 'exchange_refuses')
        return (await orNull(exchange, calls, refused(exchange, calls, outcome)))?.waitMs ?? null
      if (isAnswered(outcome)) await orNull(exchange, calls, answered(exchange, calls))
      return null
    },
  }
}

/** Whether the exchange itself has dealt with the call, if only to say that it pauses. */
const isAnswered = (outcome: Outcome): boolean =>
  outcome.kind === 'later' ? outcome.refusing === 'exchange_paused' : outcome.kind !== 'unknown'

const keyOf = (exchange: ExchangeName, calls: RefusedCalls): string => `${exchange}#${calls}`

/** At least a moment, so that a call that was not the probe is not tried at once. */
const held = (refusal: ExchangeRefusal, now: number): HeldUp => ({
  waitMs: Math.max(1_000, waitBeforeProbe(refusal, now)),
  reason: refusal.reason,
})
