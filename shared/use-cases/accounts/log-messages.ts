/** Log messages that tests and docs/operations.md name. */

export const ACCOUNTS_LOG = { pollNotRequested: 'poll not requested; the sweeper requests it later' } as const
