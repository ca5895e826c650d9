/** Changes the stored recording of a user's changes. */

import type { ChangeLog } from '#domain/streams/change-log.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import { changeStored } from '../kernel/retry-on-conflict.ts'

/**
 * The log as it is then; null if none has ever been begun. `change` answers the same object when nothing is to be
 * stored.
 */
export const changeRecording = (
  { changes }: { readonly changes: Pick<ChangeStore, 'log' | 'save'> },
  userId: string,
  change: (log: ChangeLog) => ChangeLog,
): Promise<ChangeLog | null> =>
  changeStored(
    `the changes of ${userId}`,
    { read: () => changes.log(userId), save: (next) => changes.save(next) },
    change,
  )
