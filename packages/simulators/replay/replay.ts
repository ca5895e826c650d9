/** One exchange of a recording, to be played into a simulated exchange. */

import type { OpenedRecording, RecordedExchange, RecordedPart } from './open-recording.ts'
import { type ReplayTime, replayTime } from './replay-time.ts'

export interface Replay extends RecordedPart {
  readonly time: ReplayTime
  /** End of the recording. */
  readonly to: number
  /** Receives what a person should know: gaps, and the end. */
  readonly report: (words: string) => void
}

export interface ReplayOptions {
  readonly exchange: RecordedExchange
  /** Real time at which the replay begins. */
  readonly beganAt: number
  /** How many times as fast as it was recorded. */
  readonly speed: number
  readonly report: (words: string) => void
}

export const replayOf = (
  { parts, from, to }: OpenedRecording,
  { exchange, beganAt, speed, report }: ReplayOptions,
): Replay => ({ ...parts[exchange], time: replayTime(from, beganAt, speed), to, report })
