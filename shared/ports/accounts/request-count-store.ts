/** Counts the requests of a user in a minute, as the sum over all containers. */

import type { Millis } from '#domain/kernel/time.ts'

export interface RequestCountStore {
  /** Stores the count of a container in the minute of `at` so far. It replaces the earlier count of that container and minute. */
  report(userId: string, at: Millis, container: string, requests: number): Promise<void>
  /** Returns the sum of all containers in the minute of `at`, without the container `except`. */
  count(userId: string, at: Millis, except?: string): Promise<number>
}
