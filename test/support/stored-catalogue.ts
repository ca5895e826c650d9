/**
 * Data that a world stores before a story begins: the listings of the simulated exchanges and the search snapshot. Both are the same for
 * every world of a kind: the first one in a process makes them for all.
 */

import type { Item } from '#local-dynamodb/item-size.ts'
import type { SnapshotShelf } from './snapshot-shelf.ts'

export interface StoredCatalogue {
  readonly items: readonly Item[]
  readonly snapshot: ReturnType<SnapshotShelf['stored']>
}

const catalogues = new Map<string, StoredCatalogue>()

/** `kind` names all that decides what the exchanges list. Undefined before the first world of that kind. */
export const storedCatalogue = (kind: string): StoredCatalogue | undefined => catalogues.get(kind)

export const keepCatalogue = (kind: string, catalogue: StoredCatalogue): void => {
  catalogues.set(kind, catalogue)
}
