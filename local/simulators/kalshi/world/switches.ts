/** What of the exchange's behaviour the control API may switch (docs/simulators.md). */

import * as v from 'valibot'
import { ANSWER_TIMINGS } from '../../engine/answer-timing.ts'
import type { KalshiWorld } from './world.ts'

const Switches = v.strictObject({
  stream_timing: v.optional(v.picklist(ANSWER_TIMINGS)),
  markets_per_subscription: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

/** Words when a switch is unknown or cannot be so. */
export const setSwitches = (world: KalshiWorld, body: unknown): string | null => {
  const parsed = v.safeParse(Switches, body)
  if (!parsed.success) {
    return parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`).join('; ')
  }
  const { stream_timing, markets_per_subscription } = parsed.output
  if (stream_timing !== undefined) world.streams.timing.mode = stream_timing
  if (markets_per_subscription !== undefined) world.streams.mostMarkets = markets_per_subscription
  return null
}
