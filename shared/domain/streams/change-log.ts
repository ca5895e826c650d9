/** The log of a user's changes: how far it goes, and until when clients follow it. */

import { DAY, HOUR, type Millis, SECOND } from '../kernel/time.ts'

export interface ChangeLog {
  readonly userId: string
  /**
   * The position of the last change. It grows by one for each event, and by one more whenever recording begins anew.
   */
  readonly position: number
  /** The position at which recording last began: all changes after it are recorded. */
  readonly begun: number
  /** Whether changes are recorded: the objects of the user are marked. */
  readonly recording: boolean
  /** Recording goes on at least until then; null while only webhooks need it. */
  readonly followedUntil: Millis | null
  /** Streams of the user can be open until then; null: none was ever. */
  readonly streamedUntil: Millis | null
  /** What recording missed when it began is to be marked then; null when that is done. */
  readonly markAgainAt: Millis | null
  /** 0 until it is stored for the first time. */
  readonly version: number
}

/** How long changes are kept, and how long recording goes on after the last look or stream. */
export const CHANGES_KEPT = 3 * DAY

/**
 * When recording begins, some requests have read that there is none, and lists may lag. So much later all of that is stored, and lists
 * show it.
 */
export const MARKED_AGAIN_AFTER = 30 * SECOND

/** The time is stored anew when so much of it has passed: a client that polls costs a write each hour. */
const NOTED_EVERY = HOUR

/** The log of a user of whom nothing is recorded yet. */
export const newChangeLog = (userId: string): ChangeLog => ({
  userId,
  position: 0,
  begun: 0,
  recording: false,
  followedUntil: null,
  streamedUntil: null,
  markAgainAt: null,
  version: 0,
})

/** Recording goes on, or begins anew behind a gap; the same object when nothing changes. */
export const record = (log: ChangeLog): ChangeLog => {
  if (log.recording) return log
  const begun = log.version === 0 ? 0 : log.position + 1
  return { ...log, recording: true, position: begun, begun }
}

/** A client follows the changes now; the same object when that is known. */
export const follow = (log: ChangeLog, now: Millis): ChangeLog => {
  const recorded = record(log)
  const isNoted = (log.followedUntil ?? 0) - now >= CHANGES_KEPT - NOTED_EVERY
  return isNoted ? recorded : { ...recorded, followedUntil: now + CHANGES_KEPT }
}

/** Whether a client has followed the changes lately. */
export const isFollowed = ({ followedUntil }: ChangeLog, now: Millis): boolean =>
  followedUntil !== null && followedUntil > now

/** A cursor as clients see it. */
export const cursorOf = (position: number): string => String(position)

/** The position that a cursor stands for; null for what is none. */
export const positionIn = (cursor: string): number | null => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null)
