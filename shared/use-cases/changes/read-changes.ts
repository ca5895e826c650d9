/** Reads the changes of a user from the log, in its order. */

import { type Problem, problem } from '#domain/kernel/problem.ts'
import { CHANGES_KEPT, type ChangeLog } from '#domain/streams/change-log.ts'
import { isComplete, keptChanges, type RecordedChange } from '#domain/streams/recorded-change.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import type { OutboxStore } from '#ports/webhooks/webhook-store.ts'

export interface ReadChangesDeps {
  readonly changes: Pick<ChangeStore, 'after'>
  readonly outbox: Pick<OutboxStore, 'find'>
  readonly clock: Clock
}

/** An event with its place in the log. */
export interface Change {
  readonly position: number
  readonly event: WebhookEvent
}

export interface ChangePage {
  readonly changes: readonly Change[]
  /** Position from which the next page continues. */
  readonly position: number
  readonly hasMore: boolean
}

/**
 * Returns up to `limit` changes after the position, oldest first; null begins with the oldest. `log` was read before.
 * 410 `cursor_expired` if the changes after the position are not known any more.
 */
export const readChanges = async (
  deps: ReadChangesDeps,
  log: ChangeLog,
  after: number | null,
  limit: number,
): Promise<ChangePage | Problem> => {
  const from = after ?? (await beforeOldest(deps, log))
  // Changes that were recorded after the log was read wait: the log limits the end of this page.
  const found = (await deps.changes.after(log.userId, from, limit)).filter(({ position }) => position <= log.position)
  const kept = keptChanges(found, deps.clock())
  if (!isComplete(log, from, kept)) return EXPIRED
  const batches = await deps.outbox.find(kept)
  const events = new Map(batches.map((batch) => [`${batch.objectId} ${batch.version}`, batch.events]))
  const changes = kept
    .flatMap((change) => positioned(change, events.get(`${change.objectId} ${change.version}`) ?? []))
    .filter(({ position }) => position > from)
  const reported = changes.slice(0, limit)
  const end = changes.length > limit ? reported.at(-1)?.position : kept.at(-1)?.position
  const position = end ?? from
  return { changes: reported, position, hasMore: position < log.position }
}

const positioned = ({ position, events: count }: RecordedChange, events: readonly WebhookEvent[]): readonly Change[] =>
  events.map((event, place) => ({ position: position - count + 1 + place, event }))

/** The table drops old entries late, so they are skipped. */
const beforeOldest = async (deps: ReadChangesDeps, log: ChangeLog): Promise<number> => {
  let from = log.begun
  while (from < log.position) {
    const found = await deps.changes.after(log.userId, from, SKIPPED_AT_ONCE)
    const [first] = keptChanges(found, deps.clock())
    if (first !== undefined) return first.position - first.events
    const last = found.at(-1)
    if (last === undefined) break
    from = last.position
  }
  return log.position
}

const SKIPPED_AT_ONCE = 1_000

const EXPIRED = problem(
  410,
  'cursor_expired',
  `What came after this cursor is not kept: changes are kept for ${CHANGES_KEPT / 3_600_000} hours, from the first stream, webhook or call of GET /v1/changes on. Read the lists, then ask without after.`,
)
