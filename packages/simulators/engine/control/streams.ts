/** The part of the control API that disturbs an exchange's streams. */

import * as v from 'valibot'
import { STREAM_FAULT_KINDS, type StreamFault } from './stream-faults.ts'

/** Functions of the streams of an exchange for the control API. */
export interface StreamTarget {
  /** Cuts the connections: with a close frame if a code is given. `type`: only connections of one channel. */
  readonly drop: (type: string | null, code: number | null) => void
  /** Answers words when the exchange knows no such fault. */
  readonly add: (fault: StreamFault) => string | null
  readonly clear: () => void
}

/** The body of `POST /control/streams`. */
export const streamBody = v.object({
  kind: v.picklist([...STREAM_FAULT_KINDS, 'drop']),
  type: v.nullish(v.string()),
  market: v.nullish(v.string()),
  status: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
  code: v.nullish(v.pipe(v.number(), v.integer())),
  delay_ms: v.nullish(v.pipe(v.number(), v.minValue(0))),
  times: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

/** Words when it cannot be done. */
export const disturb = (target: StreamTarget, body: v.InferOutput<typeof streamBody>): string | null => {
  const { kind, type = null, market = null, status = null, code = null, times = null, delay_ms } = body
  if (kind !== 'drop') return target.add({ kind, type, market, status, code, times, delayMs: delay_ms ?? 0 })
  target.drop(type, code)
  return null
}
