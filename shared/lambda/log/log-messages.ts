/** Log messages of all functions that tests, the dashboard, the doctor and docs/operations.md name. */

export const FUNCTION_LOG = {
  requestFailed: 'request failed',
  scheduleDone: 'schedule done',
  scheduleFailed: 'schedule failed',
  alarmFailed: 'alarm action failed',
  costsStopped: 'costs stopped',
  messageFailed: 'message failed',
  messageRepeated: 'message delivered again: an earlier run did not end it',
} as const
