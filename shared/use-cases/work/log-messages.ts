/** Log messages that tests and docs/operations.md name. */

export const WORK_LOG = {
  notSwept: 'overdue work not swept, postponed',
  leftBehind: 'overdue work not taken by its function: not started, throttled or too slow',
  notEnqueued: 'message not enqueued; the sweeper enqueues it later',
  syncRestarted: 'account sync restarted: its polls had ended',
} as const
