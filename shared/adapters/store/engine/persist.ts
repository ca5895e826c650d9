/** Repeats a request until it is answered. Callers see no throttles, conflicts or lost connections. */

import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'

/**
 * Repeats `send` after temporary errors. `uncertain` is true if an earlier try may have had an effect. Throws `ServiceUnavailable` if the errors do
 * not end.
 */
export const persist = async <T>(send: (uncertain: boolean) => Promise<T>): Promise<T> => {
  let uncertain = false
  for (let tries = 1; ; tries++) {
    try {
      return await send(uncertain)
    } catch (error) {
      const kind = passing(error)
      if (kind === null) throw error
      if (tries === TRIES) throw new ServiceUnavailable('the table', error)
      uncertain ||= kind === 'uncertain'
      await pause(tries)
    }
  }
}

/** Waits before try `tries` + 1, exponentially and with full jitter, so that colliding requests do not collide again. */
export const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)))

const TRIES = 9
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 800

/** Kind of a temporary error: `refused` by DynamoDB unprocessed, or `uncertain` because the answer was lost. Null for any other error. */
const passing = (error: unknown): 'refused' | 'uncertain' | null => {
  if (!(error instanceof Error)) return null
  if (REFUSED.has(error.name)) return 'refused'
  if (error.name === 'TransactionCanceledException') return collided(error) ? 'refused' : null
  if (LOST.has(error.name) || statusOf(error) >= 500) return 'uncertain'
  return 'code' in error && typeof error.code === 'string' && LOST.has(error.code) ? 'uncertain' : null
}

/** A cancelled transaction without a failed condition met another transaction, or a throttle. */
const collided = (error: Error): boolean => {
  const reasons =
    'CancellationReasons' in error && Array.isArray(error.CancellationReasons) ? error.CancellationReasons : []
  const codes = reasons.map((reason: { readonly Code?: string }) => reason.Code ?? 'None')
  return codes.length > 0 && codes.every((code) => code === 'None' || COLLIDED.has(code))
}

const statusOf = (error: Error): number => {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return 0
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : 0
}

const COLLIDED = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

const REFUSED = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
])

const LOST = new Set([
  'InternalServerError',
  'TimeoutError',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
])
