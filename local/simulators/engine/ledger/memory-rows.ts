/** Keeps rows for the life of the process only, where nothing asks for a file. */

import type { RowStore, StoredRow } from './row-store.ts'

export const memoryRows = (): RowStore => {
  const kept = new Map<string, StoredRow>()
  return {
    write: (rows) => {
      for (const one of rows) {
        const place = `${one.kind} ${one.key}`
        if (one.row === null) kept.delete(place)
        else kept.set(place, one)
      }
    },
    // A copy, as a file gives one.
    rows: () => structuredClone([...kept.values()]),
    close: () => kept.clear(),
  }
}
