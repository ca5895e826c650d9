/** Log messages that tests and docs/operations.md name. */

export const SEARCH_LOG = {
  snapshotMissing: 'market snapshot missing; sync-markets stores the first one',
  snapshotNotLoaded: 'market snapshot not loaded',
} as const
