/** Scales the plays that a property requests by the `numRuns` of the run, which is 100 by default. */

import { readConfigureGlobal } from 'fast-check'

export const rounds = (plays: number): number => Math.ceil((plays * (readConfigureGlobal().numRuns ?? 100)) / 100)
