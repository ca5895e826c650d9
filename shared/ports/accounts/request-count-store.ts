/** How many requests a user makes in a minute, put together from what each container has counted. */

import type { Millis } from '#domain/kernel/time.ts'

export interface RequestCountStore {
  /** What that container has counted in the minute of `at` so far: replaces what it told of it before. */
  report(userId: string, at: Millis, container: string, requests: number): Promise<void>
  /** What all containers have told of the minute of `at`, those left out that `except` names. */
  count(userId: string, at: Millis, except?: string): Promise<number>
}
