/** Filters of a list, and whether a row, or a kind of rows in a tally, matches them. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Position } from '#ports/kernel/page.ts'
import { createdSort } from '../engine/keys.ts'
import type { RowFilter } from '../engine/question.ts'
import type { Row } from '../engine/rows.ts'
import type { Kind } from './aggregate-row.ts'
import { END } from './aggregates.ts'
import type { History } from './history.ts'

export interface Requested {
  readonly fields: RowFilter
  /** Accepted values of `ck`. */
  readonly codes?: ReadonlySet<string> | undefined
  /** Created at or after. */
  readonly createdFrom?: Millis | undefined
  /** Created before. */
  readonly createdBefore?: Millis | undefined
  /** Behind this position in the list. */
  readonly after?: Position | undefined
}

/** True if the attribute of a row passes a filter. */
export const isRequestedValue = (requested: RowFilter[string], value: Row[string]): boolean => {
  if (requested === undefined) return true
  return requested instanceof Set ? requested.has(value) : requested === value
}

/** True if a whole row in its current state matches. Its creation time never changes and is not checked. */
export const isRequested = (history: History, row: Row, { fields, codes }: Requested): boolean =>
  history.fields.every((name) => isRequestedValue(fields[name], row[name])) &&
  (codes === undefined || codes.has(String(history.codeOf(row))))

/** True if rows of that kind match. */
export const isRequestedKind = (history: History, kind: Kind, { fields, codes }: Requested): boolean =>
  history.fields.every((name, place) => isRequestedValue(fields[name], kind[place])) &&
  (codes === undefined || codes.has(String(kind[history.fields.indexOf('ck')])))

/** True if everything matches, whatever its creation time. */
export const isAnything = ({ fields, codes }: Requested): boolean =>
  codes === undefined && Object.values(fields).every((value) => value === undefined)

/** Part of the `list` index with objects of the requested creation time: above the first key, up to the second. */
export const boundsOf = ({
  createdFrom,
  createdBefore,
  after,
}: Requested): { readonly above: string; readonly upTo: string } => {
  const end = createdBefore === undefined ? END : createdSort(clamped(createdBefore), '')
  const behind = after === undefined ? END : justBelow(createdSort(clamped(after.at), after.id))
  return {
    above: createdFrom === undefined ? '' : createdSort(clamped(createdFrom), ''),
    upTo: behind < end ? behind : end,
  }
}

/** Sorts just below this key, and above all smaller keys. */
export const justBelow = (sort: string): string =>
  `${sort.slice(0, -1)}${String.fromCharCode(sort.charCodeAt(sort.length - 1) - 1)}~`

/** Sort keys have 13 digits: nothing was created before 1970. */
const clamped = (at: Millis): Millis => Math.min(Math.max(at, 0), 9_999_999_999_999)
