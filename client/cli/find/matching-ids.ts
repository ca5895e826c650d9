/** Ids that an abbreviation may mean. */

import { ID_END } from '../draw/table.ts'

/** Returns the ids that begin or end with the typed part, or whose part in tables begins with it. Each once. */
export const matchingIds = (ids: readonly string[], typed: string): readonly string[] => {
  const part = typed.toLowerCase()
  return [...new Set(ids)].filter(
    (id) => id.startsWith(part) || id.endsWith(part) || id.slice(-ID_END).startsWith(part),
  )
}
