/** Delayed reads of an account holder: a copy of stored rows that is late by up to a set delay. */

import type { StoredRow } from '../../engine/ledger/row-store.ts'

export interface DelayedRows {
  /** Takes rows of an earlier run, seen at once. */
  readonly load: (rows: readonly StoredRow[]) => void
  readonly add: (rows: readonly StoredRow[]) => void
  /** Lets a fresh random part of the delay pass. */
  readonly catchUp: () => void
  readonly row: (kind: string, key: string) => unknown
  /** In the order in which they were first seen. */
  readonly rows: (kind: string) => unknown[]
}

export const createDelayedRows = (options: {
  readonly clock: () => number
  readonly maxDelay: number
  readonly random: () => number
  readonly kinds: readonly string[]
}): DelayedRows => {
  const seen = new Map(options.kinds.map((kind) => [kind, new Map<string, unknown>()]))
  const waiting: { readonly at: number; readonly rows: readonly StoredRow[] }[] = []
  let asOf = 0

  const apply = ({ kind, key, row }: StoredRow): void => {
    if (row === null) seen.get(kind)?.delete(key)
    else seen.get(kind)?.set(key, row)
  }

  return {
    load: (rows) => rows.forEach(apply),
    add: (rows) => {
      const copied = rows.filter(({ kind }) => seen.has(kind))
      if (copied.length === 0) return
      if (options.maxDelay === 0) copied.forEach(apply)
      else waiting.push({ at: options.clock(), rows: copied })
    },
    catchUp: () => {
      asOf = Math.max(asOf, options.clock() - Math.floor(options.random() * options.maxDelay))
      let due = 0
      for (const { at, rows } of waiting) {
        if (at > asOf) break
        rows.forEach(apply)
        due += 1
      }
      waiting.splice(0, due)
    },
    row: (kind, key) => seen.get(kind)?.get(key),
    rows: (kind) => [...(seen.get(kind)?.values() ?? [])],
  }
}
