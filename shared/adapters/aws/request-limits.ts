/** Time limits of a call to AWS. By default the SDK waits for a lost connection until Lambda ends the function. */

import { SECOND } from '#domain/kernel/time.ts'

/**
 * Options of a client's `requestHandler`. With the SDK's three tries a call fails well within the 15 seconds of the shortest function. Without
 * `throwOnRequestTimeout` the SDK only logs a warning and continues to wait.
 */
export const requestLimits = (requestTimeout = 3 * SECOND) => ({
  connectionTimeout: SECOND,
  requestTimeout,
  throwOnRequestTimeout: true,
})
