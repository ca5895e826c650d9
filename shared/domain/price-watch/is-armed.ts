/** Distinguishes markets with armed stops from markets that only client streams follow. */

import type { Millis } from '../kernel/time.ts'

/** The `armedAt` of a market that only streams follow: before every time. */
export const NEVER_ARMED = -1

/** Returns whether stops may be armed in the market. */
export const isArmed = ({ armedAt }: { readonly armedAt: Millis }): boolean => armedAt !== NEVER_ARMED
