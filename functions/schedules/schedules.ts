/** Table of contents: every schedule and the Lambda it starts. */

import type { Schedule } from '#lambda/schedule.ts'
import { handler as sweepWork } from './sweep-work.ts'
import { handler as syncMarkets } from './sync-markets.ts'
import { handler as watchPrices } from './watch-prices.ts'

/** `file` is the module whose export `handler` is the Lambda. */
export const SCHEDULES: ReadonlyArray<{ readonly file: string; readonly handler: Pick<Schedule, 'spec'> }> = [
  { file: 'functions/schedules/sweep-work.ts', handler: sweepWork },
  { file: 'functions/schedules/sync-markets.ts', handler: syncMarkets },
  { file: 'functions/schedules/watch-prices.ts', handler: watchPrices },
]
