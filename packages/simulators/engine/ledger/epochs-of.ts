/** When a simulated exchange offered new markets, of all its runs: each is kept as a row named by its instant. */

import type { StoredRow } from './row-store.ts'

/** In milliseconds, oldest first. */
export const epochsOf = (stored: readonly StoredRow[]): number[] =>
  stored
    .filter(({ kind }) => kind === 'epoch')
    .map(({ key }) => Number(key))
    .sort((one, other) => one - other)
