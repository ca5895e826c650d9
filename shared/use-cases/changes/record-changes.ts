/**
 * Records changes in the log of their user: each event gets its position. A process writes the changes of one user in
 * one transaction after the other. Changes that come meanwhile are written together, so that they do not delay one
 * another.
 */

import { chunked } from '#domain/kernel/chunked.ts'
import { type ChangeLog, newChangeLog, record } from '#domain/streams/change-log.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type ChangeStore, MOST_APPENDED } from '#ports/streams/change-store.ts'
import type { EventBatch } from '#ports/webhooks/webhook-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

export interface RecordChangesDeps {
  readonly changes: Pick<ChangeStore, 'log' | 'append'>
  readonly clock: Clock
}

/**
 * Records the batches, those of one object in order. Recorded ones stay unchanged. Returns the log afterwards. Throws
 * if the log stays contended.
 */
export type RecordChanges = (userId: string, batches: readonly EventBatch[]) => Promise<ChangeLog>

/** A log that many processes write is tried more often than other things. */
const TRIES = 60

interface Turn {
  waiting: EventBatch[]
  /** Ends when all that was waiting when it began is recorded. */
  next: Promise<ChangeLog>
}

/** One for each process. */
export const changeRecorder = (deps: RecordChangesDeps): RecordChanges => {
  const turns = new Map<string, Turn>()
  return (userId, batches) => {
    const turn = turns.get(userId)
    if (turn !== undefined && turn.waiting.length > 0) {
      turn.waiting.push(...batches)
      return turn.next
    }
    const waiting = [...batches]
    const before: Promise<unknown> = turn?.next ?? Promise.resolve()
    const next = before
      .catch(() => undefined)
      .then(() => recordAll(deps, userId, waiting.splice(0)))
      .finally(() => {
        if (turns.get(userId)?.waiting === waiting) turns.delete(userId)
      })
    const begun: Turn = { waiting, next }
    turns.set(userId, begun)
    return begun.next
  }
}

const recordAll = async (
  deps: RecordChangesDeps,
  userId: string,
  batches: readonly EventBatch[],
): Promise<ChangeLog> => {
  // Two messages about one object bring the same batches.
  const each = [...new Map(batches.map((batch) => [`${batch.objectId} ${batch.version}`, batch])).values()]
  const [first, ...others] = chunked(each, MOST_APPENDED)
  let log = await recordSome(deps, userId, first ?? [])
  for (const chunk of others) log = await recordSome(deps, userId, chunk)
  return log
}

const recordSome = (deps: RecordChangesDeps, userId: string, batches: readonly EventBatch[]): Promise<ChangeLog> => {
  let left = batches
  return retryOnConflict(
    `the changes of ${userId}`,
    async () => {
      // After the end of recording a late change is recorded too, and begins no recording: no object of the user is
      // marked any more.
      const log = (await deps.changes.log(userId)) ?? record(newChangeLog(userId))
      if (left.length === 0) return log
      const done = await deps.changes.append(log, left, deps.clock())
      if (done.appended) return done.log
      left = left.filter((batch) => !done.already.includes(batch))
      return AGAIN
    },
    TRIES,
  )
}
