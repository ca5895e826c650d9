/**
 * An exchange that refuses every call of one kind, for a reason outside the calls: a blocked region, or an answer of
 * its front door.
 */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { HOUR, MINUTE, type Millis, SECOND } from '../kernel/time.ts'

/** Orders and cancels are refused apart from each other: a blocked region may still cancel. */
export const REFUSED_CALLS = ['orders', 'cancels'] as const
export type RefusedCalls = (typeof REFUSED_CALLS)[number]

/** The refusal, stored once for all accounts and functions. It is removed when the exchange accepts a call again. */
export interface ExchangeRefusal {
  readonly exchange: ExchangeName
  readonly calls: RefusedCalls
  readonly since: Millis
  /** When a call was refused last. */
  readonly refusedAt: Millis
  /** The exchange's reason, as a sentence. */
  readonly reason: string
  /** How many calls were refused since, each as a probe for all others. */
  readonly probes: number
  /** From when on one call may try again. All others wait. */
  readonly probeAt: Millis
  /** 0 for one that is not stored yet. */
  readonly version: number
}

/** A refusal that was not confirmed for so long is over; a later one is new. */
const FORGOTTEN_AFTER = HOUR

/** How long the call that probes may take. Until then no other one tries. */
const PROBE_LASTS = 10 * SECOND

/** Often enough that an exit is not late for long, and one call for the whole exchange. */
const EACH = 15 * SECOND
/** After so long it is tried less often. */
const LASTING = 10 * MINUTE

/** A call was refused now. `known`: the refusal as it is stored, null for none. `retryAfterMs`: as far as the exchange says. */
export const refusedNow = (
  known: ExchangeRefusal | null,
  call: Pick<ExchangeRefusal, 'exchange' | 'calls' | 'reason'>,
  retryAfterMs: number | null,
  now: Millis,
): ExchangeRefusal => {
  const isSame = known !== null && now - known.refusedAt < FORGOTTEN_AFTER
  const since = isSame ? known.since : now
  const probes = isSame ? known.probes + 1 : 1
  const longest = now - since < LASTING ? EACH : MINUTE
  const backOff = Math.min(longest, 2 * SECOND * 2 ** Math.min(probes - 1, 6))
  const reported = Math.min(retryAfterMs ?? 0, 5 * MINUTE)
  const { exchange, calls, reason } = call
  const probeAt = now + Math.max(backOff, reported)
  return { exchange, calls, reason, since, refusedAt: now, probes, probeAt, version: known?.version ?? 0 }
}

/** One call is about to try, for all others. */
export const probing = (refusal: ExchangeRefusal, now: Millis): ExchangeRefusal => ({
  ...refusal,
  probeAt: now + PROBE_LASTS,
})

/** How long calls still wait before one of them may try; 0 when one may. */
export const waitBeforeProbe = ({ probeAt }: ExchangeRefusal, now: Millis): number => Math.max(0, probeAt - now)
