/** One of many that cannot be read, or hangs together with something that cannot, keeps none of the others from being cancelled. */

import type { Log } from '#ports/kernel/log.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import type { CancelResult } from './cancel-order.ts'

/** What `cancel` answers; `failed`, after an error in the log, where it met a row that cannot be read. `id` names what it cancels. */
export const cancelIfReadable = async (
  log: Log,
  id: string,
  cancel: () => Promise<CancelResult>,
): Promise<CancelResult> => {
  try {
    return await cancel()
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error
    log.error('what was to be cancelled cannot be read and is left out', { id, error: error.message })
    return UNREADABLE
  }
}

const UNREADABLE: CancelResult = { kind: 'failed', reason: 'It cannot be read. The operator of the service is told.' }
