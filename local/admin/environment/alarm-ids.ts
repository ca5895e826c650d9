/** Names of all alarms of a deployment, without their prefix. The stacks name them so: a test compares. */

import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'

export const alarmIds = (): readonly string[] => [
  ...SERVICE_ALARMS,
  ...SCHEDULES.map(({ handler }) => `${handler.spec.name}-not-done`),
  ...CONSUMERS.filter(({ handler }) => handler.spec.alarmAfterS !== undefined).map(
    ({ handler }) => `${handler.spec.queue}-waiting`,
  ),
]

const SERVICE_ALARMS = [
  'failures',
  'order-fate-unknown',
  'exit-overdue',
  'exit-incomplete',
  'exchange-refuses',
  'positions-differ',
  'requests',
  'traffic',
  'invocations',
]
