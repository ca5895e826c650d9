/** One of many that cannot be read, or hangs together with something that cannot, keeps none of the others from being cancelled. */

import type { Log } from '#ports/kernel/log.ts'
import { ifReadable, UNREADABLE } from '../../reconcile/if-readable.ts'
import type { CancelResult } from './cancel-order.ts'

/** What `cancel` answers; `failed`, after an error in the log, where it met a row that cannot be read. `id` names what it cancels. */
export const cancelIfReadable = async (
  log: Log,
  id: string,
  cancel: () => Promise<CancelResult>,
): Promise<CancelResult> => {
  const result = await ifReadable(log, { id }, cancel, 'what was to be cancelled cannot be read and is left out')
  return result === UNREADABLE ? LEFT_OUT : result
}

const LEFT_OUT: CancelResult = { kind: 'failed', reason: 'It cannot be read. The operator of the service is told.' }
