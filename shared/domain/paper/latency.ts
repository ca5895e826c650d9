/** The latency of a paper order: the time between its send and its arrival at the book. */

import { hashOf } from '../kernel/hash.ts'
import type { Millis } from '../kernel/time.ts'

/** Default, in ms. Orders of this service have taken 200 to 600 ms from a region of AWS to an answer. */
export const USUAL_LATENCY: Millis = 400

/** Returns half of `usual` to one and a half, always the same for one identity. */
export const latencyOf = (identity: string, usual: Millis): Millis =>
  Math.round(usual * (0.5 + hashOf(`latency ${identity}`) / 2 ** 32))
