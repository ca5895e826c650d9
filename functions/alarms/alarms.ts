/** Table of contents: every Lambda that an alarm starts. */

import type { OnAlarm } from '#lambda/on-alarm.ts'
import { handler as stopCosts } from './stop-costs.ts'

/** `file` is the module whose export `handler` is the Lambda. */
export const ON_ALARM: ReadonlyArray<{ readonly file: string; readonly handler: Pick<OnAlarm, 'spec'> }> = [
  { file: 'functions/alarms/stop-costs.ts', handler: stopCosts },
]
