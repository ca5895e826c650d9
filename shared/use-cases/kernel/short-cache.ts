/** Answers kept for a moment: many who ask for the same at once, or right after each other, cost one call. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { Clock } from '#ports/kernel/clock.ts'

export interface ShortCache<Value> {
  /** The answer under this key if it is young enough or on its way, else what `load` brings. A failure is not kept. */
  get(key: string, load: () => Promise<Value>): Promise<Value>
}

export interface ShortCacheOptions {
  readonly clock: Clock
  /** How long an answer is good for, from when it was asked for. */
  readonly liveForMs: number
  /** Answers kept at most; the oldest goes first. */
  readonly most: number
}

/** The answers live in this process. A call that is still on its way counts as young, however long it takes. */
export const shortCache = <Value>({ clock, liveForMs, most }: ShortCacheOptions): ShortCache<Value> => {
  const kept = new Map<string, Entry<Value>>()

  const start = (key: string, load: () => Promise<Value>): Promise<Value> => {
    const entry: Entry<Value> = { value: load(), requestedAt: clock(), pending: true }
    keepNewest(kept, key, entry, most)
    entry.value.then(
      () => {
        entry.pending = false
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key)
      },
    )
    return entry.value
  }

  return {
    get: (key, load) => {
      const entry = kept.get(key)
      const isGood = entry !== undefined && (entry.pending || clock() - entry.requestedAt < liveForMs)
      return isGood ? entry.value : start(key, load)
    },
  }
}

interface Entry<Value> {
  readonly value: Promise<Value>
  readonly requestedAt: number
  pending: boolean
}
