/** Outcomes of writes that got no answer. */

import type { CancelOutcome, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import { RATE_LIMIT_PAUSE_MS } from './error-words.ts'
import type { Answered, CallResult } from './json-call.ts'

type WithoutAnswer = Exclude<CallResult, Answered>

export const notSubmitted = (result: WithoutAnswer): Extract<SubmitOutcome, { kind: 'later' | 'unknown' }> => {
  switch (result.kind) {
    case 'too_fast': {
      const reason = 'Our share of the exchange’s request rate is used up; the order waits.'
      return { kind: 'later', reason, retryAfterMs: Math.max(result.waitMs, RATE_LIMIT_PAUSE_MS) }
    }
    case 'not_sent': {
      const reason = `The exchange cannot be reached: ${result.reason}`
      return { kind: 'later', reason, retryAfterMs: null, refusing: 'exchange_unavailable' }
    }
    case 'no_answer':
      return { kind: 'unknown', error: result.reason }
  }
}

export const notCancelled = (result: WithoutAnswer): CancelOutcome => {
  if (result.kind === 'no_answer') return { kind: 'unknown', error: result.reason }
  return { kind: 'later', reason: result.kind === 'too_fast' ? 'our request rate is used up' : result.reason }
}
