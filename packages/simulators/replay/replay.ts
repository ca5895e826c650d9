/** One exchange of a recording, to be played into a simulated exchange. */

import type { OpenedRecording, RecordedPart } from './open-recording.ts'
import type { ReplayTime } from './replay-time.ts'

export interface Replay extends RecordedPart {
  readonly time: ReplayTime
  /** End of the recording. */
  readonly to: number
  /** Receives what a person should know: gaps, and the end. */
  readonly report: (words: string) => void
}

export interface ReplayOptions {
  /** Name of the exchange. An exchange without a recording has no markets. */
  readonly exchange: string
  /** Shared by all exchanges of the recording. */
  readonly time: ReplayTime
  readonly report: (words: string) => void
}

export const replayOf = ({ parts, to }: OpenedRecording, { exchange, time, report }: ReplayOptions): Replay => ({
  ...(new Map<string, RecordedPart>(Object.entries(parts)).get(exchange) ?? NOTHING_RECORDED),
  time,
  to,
  report,
})

const NOTHING_RECORDED: RecordedPart = {
  markets: [],
  lines: async function* () {},
}
