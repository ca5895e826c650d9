/** What of the exchange's behaviour the control API may switch (docs/simulators.md). */

import * as v from 'valibot'
import { ANSWER_TIMINGS } from '../../engine/http/answer-timing.ts'
import type { PolymarketWorld } from './world.ts'

const Switches = v.strictObject({
  stream_timing: v.optional(v.picklist(ANSWER_TIMINGS)),
  user_timestamps: v.optional(v.picklist(['s', 'ms'])),
})

/** Words when a switch is unknown or cannot be so. */
export const setSwitches = (world: PolymarketWorld, body: unknown): string | null => {
  const parsed = v.safeParse(Switches, body)
  if (!parsed.success) {
    return parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`).join('; ')
  }
  const { stream_timing, user_timestamps } = parsed.output
  if (stream_timing !== undefined) world.streams.timing.mode = stream_timing
  if (user_timestamps !== undefined) world.streams.userTimestamps = user_timestamps
  return null
}
