/** Log messages that tests and docs/operations.md name. */

export const KERNEL_LOG = { rowSkipped: 'account sync: unreadable row skipped' } as const
