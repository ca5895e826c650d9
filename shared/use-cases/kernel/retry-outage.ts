/** Repeats an attempt while the table or another part of the service does not answer, for work that must not wait for its next message. */

import { SECOND } from '#domain/kernel/time.ts'
import { type Log, type LogFields, logged } from '#ports/kernel/log.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'

export interface RetryOutageDeps {
  readonly log: Log
  /** Waits for `ms`. */
  readonly pause: (ms: number) => Promise<void>
}

/** Each attempt repeats its requests to the table already. With their pauses, eight attempts last longer than ten seconds. */
const TRIES = 8

const FIRST_PAUSE = SECOND / 2
const LONGEST_PAUSE = 2 * SECOND

/** `isAgain`: an attempt before has failed, and may have taken effect. No attempt begins after `signal` has aborted. */
export const retryOutage = async <Result>(
  { log, pause }: RetryOutageDeps,
  signal: AbortSignal,
  about: LogFields,
  attempt: (isAgain: boolean) => Promise<Result>,
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries > 1)
    } catch (error) {
      if (!(error instanceof ServiceUnavailable) || tries === TRIES || signal.aborted) throw error
      logged(log, 'warn', 'part of the service silent; repeated', about)(error)
      await pause(Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE))
      if (signal.aborted) throw error
    }
  }
}
