/** Lists of the catalogue: how many names a query takes, and how lists are written (Polymarket reference, section 6.2). */

import { brokenLimit } from '../../http/json-limits.ts'

/** With some fifty names of 66 characters the address is refused as too long, with a 403 in HTML (live reference, section 7). */
export const NAMES_AT_ONCE = 40

/** The condition id of a record that may make no sense. */
export const nameOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'conditionId' in record
    ? String(record.conditionId).slice(0, 100)
    : 'unknown'

/** A JSON array, or text that holds one. */
export const listOf = (list: string | readonly unknown[] | null | undefined): readonly unknown[] => {
  if (typeof list !== 'string') return list ?? []
  try {
    const parsed: unknown = brokenLimit(list) === null ? JSON.parse(list) : []
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
