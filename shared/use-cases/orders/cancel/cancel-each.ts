/** Cancels many things, each for itself, and collects what became of them. */

import { atOnce } from '../../kernel/at-once.ts'
import type { CancelResult } from './cancel-order.ts'

/** Ids of what is cancelled, and why the others are not. */
export interface CancelAllResult {
  readonly cancelled: readonly string[]
  readonly failed: ReadonlyMap<string, string>
}

/** Cancels in flight at once: enough to be quick, too few to crowd the table. */
const CANCELS_AT_ONCE = 20

/** What is not found is left out of the answer. */
export const cancelEach = async (
  ids: readonly string[],
  cancel: (id: string) => Promise<CancelResult>,
): Promise<CancelAllResult> => {
  const cancelled: string[] = []
  const failed = new Map<string, string>()
  await atOnce(CANCELS_AT_ONCE, ids, async (id) => {
    const result = await cancel(id)
    if (result.kind === 'accepted') cancelled.push(id)
    if (result.kind === 'failed') failed.set(id, result.reason)
  })
  return { cancelled: cancelled.sort(), failed }
}
