/** Log messages of all functions, from where their parts are built, that tests and docs/operations.md name. */

export const RUNTIME_LOG = {
  rowLeftOut: 'unreadable row left out',
} as const
