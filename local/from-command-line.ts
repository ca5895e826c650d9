/** Reads the options of a command. */

import { CannotStart } from './cannot-start.ts'

/** Returns the result of `read`; if it throws `CannotStart`, ends the process with its words. */
export const fromCommandLine = <Options>(read: () => Options): Options => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
