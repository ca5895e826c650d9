/** Reads the options of a command. */

import { CannotStart } from './cannot-start.ts'

/** What `read` answers; ends the process in its words where it throws `CannotStart`. */
export const fromCommandLine = <Options>(read: () => Options): Options => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
