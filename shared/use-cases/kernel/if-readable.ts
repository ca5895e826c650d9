/** One of many that cannot be read keeps none of the others from their turn. */

import type { Log, LogFields } from '#ports/kernel/log.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { KERNEL_LOG } from './log-messages.ts'

export const UNREADABLE = Symbol('unreadable')

/** Returns the answer of `act`; `UNREADABLE`, after an error in the log, if it met an unreadable row. */
export const ifReadable = async <Answer>(
  log: Log,
  about: LogFields,
  act: () => Promise<Answer>,
): Promise<Answer | typeof UNREADABLE> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error
    log.error(KERNEL_LOG.rowSkipped, {
      ...about,
      error: error.message,
    })
    return UNREADABLE
  }
}
