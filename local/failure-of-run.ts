/** Explains why the service ended while it ran, with a remedy; the error itself if the cause is unknown. */

import { failureOfDisk } from './failure-of-disk.ts'

export const failureOfRun = (error: unknown, dir: string): unknown =>
  failureOfDisk(
    error,
    dir,
    'The service has stopped. Make room there, and start it again: all that it has answered is stored, and orders go on where they are.',
  ) ?? error
