/** Cancels many things, each for itself: trouble with one keeps none of the others from being cancelled. */

import type { Log } from '#ports/kernel/log.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { CancelResult } from './cancel-order.ts'

/** Ids of the cancelled orders, and the reasons for the others. */
export interface CancelAllResult {
  readonly cancelled: readonly string[]
  readonly failed: ReadonlyMap<string, string>
  /** Failed ids that another try may cancel. */
  readonly troubled: readonly string[]
}

/** Cancels in flight at once: enough to be quick, too few to crowd the table. */
const CANCELS_AT_ONCE = 20

/** With more trouble than that it is not a matter of one of them. */
const MOST_TROUBLE = 20

/** Cancels all of `ids`. Ids that are not found are left out of the answer. Throws if too many fail. */
export const cancelEach = async (
  log: Log,
  ids: readonly string[],
  cancel: (id: string) => Promise<CancelResult>,
): Promise<CancelAllResult> => {
  const cancelled: string[] = []
  const failed = new Map<string, string>()
  const troubled: string[] = []
  const onError = (id: string, error: unknown): void => {
    log.error('cancel failed; the other cancels continue', { id, error: String(error) })
    const isUnreadable = error instanceof UnreadableRow
    failed.set(id, isUnreadable ? CANNOT_BE_READ : TROUBLE)
    if (isUnreadable) return
    troubled.push(id)
    if (troubled.length > MOST_TROUBLE) throw error
  }
  await mapConcurrent(CANCELS_AT_ONCE, ids, async (id) => {
    const result = await cancel(id).catch((error: unknown) => onError(id, error))
    if (result?.kind === 'accepted') cancelled.push(id)
    if (result?.kind === 'failed') failed.set(id, result.reason)
  })
  return { cancelled: cancelled.sort(), failed, troubled }
}

const CANNOT_BE_READ = 'It cannot be read. The operator of the service is told.'
const TROUBLE = 'It could not be cancelled at this moment. Try again.'
