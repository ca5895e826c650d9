/** Rows that changed since they were last stored, each once with its latest value. */

import type { EngineChange, EngineRows } from './engine-state.ts'

type Kind = keyof EngineRows

export class ChangedRows {
  readonly #rows = new Map<string, { kind: Kind; key: string; row: EngineRows[Kind] | null }>()

  touch<Changed extends Kind>(kind: Changed, key: string, row: EngineRows[Changed]): void {
    this.#rows.set(`${kind}/${key}`, { kind, key, row })
  }

  /** Marks the row as deleted. */
  forget(kind: Kind, key: string): void {
    this.#rows.set(`${kind}/${key}`, { kind, key, row: null })
  }

  /** Returns copies of the changed rows, with the sequence number that they led to. */
  drain(sequence: number): EngineChange[] {
    if (this.#rows.size === 0) return []
    this.touch('counter', 'sequence', { value: sequence })
    const drained = [...this.#rows.values()].map(
      ({ kind, key, row }) => ({ kind, key, row: copyOf(row) }) as EngineChange,
    )
    this.#rows.clear()
    return drained
  }
}

const copyOf = (row: EngineRows[Kind] | null) =>
  row === null ? null : 'cash' in row ? { ...row, cash: { ...row.cash } } : { ...row }
