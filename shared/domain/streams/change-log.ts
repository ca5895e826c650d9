/** The log of a user's changes: how far it goes, and until when clients follow it. */

import { DAY, HOUR, type Millis, SECOND } from '../kernel/time.ts'

export interface ChangeLog {
  readonly userId: string
  /** Position of the last change. Each event adds one, and each new beginning of recording adds one more. */
  readonly position: number
  /** The position at which recording last began: all changes after it are recorded. */
  readonly begun: number
  /** True if changes are recorded: the objects of the user are marked. */
  readonly recording: boolean
  /** Recording continues at least until then; null while only webhooks need it. */
  readonly followedUntil: Millis | null
  /** Streams of the user can be open until then; null: none was ever. */
  readonly streamedUntil: Millis | null
  /** Time at which changes that the beginning of recording missed are to be marked; null when that is done. */
  readonly markAgainAt: Millis | null
  /** 0 until it is stored for the first time. */
  readonly version: number
}

/** Time for which changes are kept, and for which recording continues after the last read or stream. */
export const CHANGES_KEPT = 3 * DAY

/**
 * When recording begins, some requests have read that there is none, and lists may lag. So much later all of that is stored, and lists
 * show it.
 */
export const MARKED_AGAIN_AFTER = 30 * SECOND

/** The time is stored anew when so much of it has passed: a client that polls costs a write each hour. */
const RECORDED_EVERY = HOUR

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

/** Continues recording, or begins it again behind a gap. Returns the same object if nothing changes. */
export const record = (log: ChangeLog): ChangeLog => {
  if (log.recording) return log
  const begun = log.version === 0 ? 0 : log.position + 1
  return { ...log, recording: true, position: begun, begun }
}

/** A client follows the changes now; the same object when that is known. */
export const follow = (log: ChangeLog, now: Millis): ChangeLog => {
  const recorded = record(log)
  const isRecorded = (log.followedUntil ?? 0) - now >= CHANGES_KEPT - RECORDED_EVERY
  return isRecorded ? recorded : { ...recorded, followedUntil: now + CHANGES_KEPT }
}

/** True if a client has followed the changes lately. */
export const isFollowed = ({ followedUntil }: ChangeLog, now: Millis): boolean =>
  followedUntil !== null && followedUntil > now

/** A cursor as clients see it. */
export const cursorOf = (position: number): string => String(position)

/** Returns the position of a cursor; null for an invalid cursor. */
export const positionIn = (cursor: string): number | null => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null)
