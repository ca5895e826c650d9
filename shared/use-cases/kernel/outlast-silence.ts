/** Tries again while a part of the service is silent, for work that is late or lost where its message comes again minutes later. */

import { SECOND } from '#domain/kernel/time.ts'
import { type Log, type LogFields, logged } from '#ports/kernel/log.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'

export interface OutlastSilenceDeps {
  readonly log: Log
  /** Waits for `ms`. */
  readonly pause: (ms: number) => Promise<void>
}

/** Each of them is several requests to the table already. With the pauses between them they outlast ten seconds. */
const TRIES = 8

const FIRST_PAUSE = SECOND / 2
const LONGEST_PAUSE = 2 * SECOND

/** A try that failed may have taken effect: `isAgain` says that there was one. No other begins once `signal` has aborted. */
export const outlastSilence = async <Result>(
  { log, pause }: OutlastSilenceDeps,
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
