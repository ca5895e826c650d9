/** Halts the part of the service that the setting `costStop` names, if requests are far above normal or the month exceeds its budget. */

import { COST_STOPS } from '#domain/accounts/cost-stop.ts'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { onAlarm } from '#lambda/on-alarm.ts'
import { clock, costStops, log } from '../runtime.ts'

export const handler = onAlarm(
  {
    name: 'stop-costs',
    startedBy: 'alarm',
    uses: { table: 'none', costStop: 'write' },
    memoryMb: 256,
    ifBroken:
      'The part of the service that costStop names is not halted although an alarm on requests or costs fired. Look at the log of stop-costs.',
  },
  () => ({ costStops: costStops(), action: process.env['COST_STOP'], clock, log }),
  async ({ costStops, action, clock, log }, reason) => {
    const chosen = COST_STOPS.find((one) => one === action)
    if (chosen === undefined || chosen === 'nothing') return
    await costStops.begin({ action: chosen, since: clock(), reason })
    log.warn(FUNCTION_LOG.costsStopped, { action: chosen, reason })
  },
)
