/** How long a call to AWS may take. Left alone, the SDK waits for a lost connection until Lambda ends the function. */

import { SECOND } from '#domain/kernel/time.ts'

/**
 * For a client's `requestHandler`. With the SDK's three tries a call still fails well within the 15 seconds of the shortest function.
 * Without `throwOnRequestTimeout` the SDK logs a warning, and waits on.
 */
export const requestLimits = (requestTimeout = 3 * SECOND) => ({
  connectionTimeout: SECOND,
  requestTimeout,
  throwOnRequestTimeout: true,
})
