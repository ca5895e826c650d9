/** Lists of the catalogue: most names in a query, and the spellings of lists (Polymarket reference, section 6.2). */

import { brokenLimit } from '../../http/json-limits.ts'

/**
 * With some fifty names of 66 characters the address is too long, and is refused with a 403 in HTML (live reference,
 * section 7).
 */
export const NAMES_AT_ONCE = 40

/** Returns the condition id of a record, which may be unreadable. */
export const nameOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'conditionId' in record
    ? String(record.conditionId).slice(0, 100)
    : 'unknown'

/** Reads a JSON array, or a text that contains one. */
export const listOf = (list: string | readonly unknown[] | null | undefined): readonly unknown[] => {
  if (typeof list !== 'string') return list ?? []
  try {
    const parsed: unknown = brokenLimit(list) === null ? JSON.parse(list) : []
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
