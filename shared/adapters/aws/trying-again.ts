/** A service that is asked again, twice, while it is overloaded, broken or out of reach. For calls that may be carried out twice. */

import { setTimeout as pause } from 'node:timers/promises'
import { AwsRefusal } from './aws-refusal.ts'
import type { JsonService } from './json-service.ts'

export const tryingAgain = ({ call }: JsonService): JsonService => ({
  call: async (...asked) => {
    for (let tries = 1; ; tries++) {
      try {
        return await call(...asked)
      } catch (error) {
        if (tries === TRIES || !mayPass(error)) throw error
        await pause(Math.random() * FIRST_PAUSE_MS * 2 ** tries)
      }
    }
  },
})

/** As many as the SDK's clients make. */
const TRIES = 3
const FIRST_PAUSE_MS = 100

/** What is no refusal is an error of the connection. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof AwsRefusal) || error.status >= 500 || isThrottle(error.name)

/** SQS says `RequestThrottled`, KMS `ThrottlingException`. */
export const isThrottle = (name: string): boolean => /Throttl/.test(name)
