/** The filter of a list by status: one status or several, and `open` for all that are not final. */

import { commaList } from '../../validation/fields/comma-list.ts'
import { enumeration } from '../../validation/fields/enumeration.ts'

export const OPEN = 'open'

/** Status filter of a list in a query. */
export const statusFilter = <const Status extends string>(statuses: readonly Status[]) =>
  commaList(enumeration([...statuses, OPEN]), { max: statuses.length + 1 })

/** The statuses that the words of a filter let pass; undefined if there is no filter. */
export const toStatuses = <Status extends string>(
  words: readonly string[] | undefined,
  statuses: readonly Status[],
  isFinal: (status: Status) => boolean,
): ReadonlySet<Status> | undefined =>
  words && new Set(statuses.filter((status) => words.includes(status) || (words.includes(OPEN) && !isFinal(status))))
