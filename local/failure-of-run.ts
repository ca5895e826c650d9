/** Why the service ended while it ran, in words that say what a person can do about it; the error itself where nobody knows. */

import { failureOfDisk } from './failure-of-disk.ts'

export const failureOfRun = (error: unknown, dir: string): unknown =>
  failureOfDisk(
    error,
    dir,
    'The service has stopped. Make room there, and start it again: all that it has answered is stored, and orders go on where they are.',
  ) ?? error
