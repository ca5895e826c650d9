/** Log messages of `runtime.ts` that tests and docs/operations.md name. */

export const RUNTIME_LOG = {
  rowLeftOut: 'unreadable row left out',
} as const
