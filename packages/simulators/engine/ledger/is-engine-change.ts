/** Distinguishes stored rows of the engine from rows of the exchange. */

import type { EngineChange } from './engine-state.ts'
import type { StoredRow } from './row-store.ts'

export const isEngineChange = (row: StoredRow): row is StoredRow & EngineChange => ENGINE_KINDS.includes(row.kind)

const ENGINE_KINDS: readonly string[] = [
  'account',
  'market',
  'order',
  'fill',
  'trade',
  'position',
  'settlement',
  'submit',
  'identity',
  'counter',
] satisfies EngineChange['kind'][]
