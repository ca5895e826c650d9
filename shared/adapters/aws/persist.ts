/** Sends a request to AWS until it is answered: throttles, conflicts and lost connections are ours to bear, not the caller's. */

import { array, nullish, object, safeParse, string } from 'valibot'
import { AwsRefusal, AwsUnreachable } from './aws-errors.ts'

/**
 * Repeats `send` while its error is a passing one; `uncertain` tells whether an earlier try may have taken effect. Throws the error
 * that does not pass, or that of the last of `most` tries.
 */
export const persist = async <T>(send: (uncertain: boolean) => Promise<T>, most = TRIES): Promise<T> => {
  let uncertain = false
  for (let tries = 1; ; tries++) {
    try {
      return await send(uncertain)
    } catch (error) {
      const kind = passing(error)
      if (kind === null || tries === most) throw error
      uncertain ||= kind === 'uncertain'
      await pause(tries)
    }
  }
}

/** Waits before try `tries` + 1: exponential with full jitter, so that those who collided do not collide again. */
export const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)))

const TRIES = 9
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 800

/** Whether the error passes: `refused` unprocessed, or `uncertain` because the answer got lost. Null: it does not. */
const passing = (error: unknown): 'refused' | 'uncertain' | null => {
  if (error instanceof AwsUnreachable) return error.isUnsent ? 'refused' : 'uncertain'
  if (!(error instanceof AwsRefusal)) return null
  if (REFUSED.has(error.name)) return 'refused'
  if (error.name === 'TransactionCanceledException') return collided(error) ? 'refused' : null
  return error.status >= 500 ? 'uncertain' : null
}

/** A cancelled transaction none of whose conditions failed met another one, or a throttle. */
const collided = ({ reply }: AwsRefusal): boolean => {
  const parsed = safeParse(cancelled, reply)
  const codes = parsed.success ? parsed.output.CancellationReasons.map(({ Code }) => Code ?? 'None') : []
  return codes.length > 0 && codes.every((code) => code === 'None' || COLLIDED.has(code))
}

const cancelled = object({ CancellationReasons: array(object({ Code: nullish(string()) })) })

const COLLIDED = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

const REFUSED = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'RequestThrottled',
])
