/** What a list asks for, and whether a row, or a kind of rows in a tally, is it. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Position } from '#ports/kernel/page.ts'
import { createdSort } from '../engine/keys.ts'
import type { RowFilter } from '../engine/question.ts'
import type { Row } from '../engine/rows.ts'
import type { History } from './history.ts'
import { END } from './tallies.ts'
import type { Kind } from './tally-row.ts'

export interface Wanted {
  readonly fields: RowFilter
  /** One of these in `ck`. */
  readonly codes?: ReadonlySet<string> | undefined
  /** Created at or after. */
  readonly createdFrom?: Millis | undefined
  /** Created before. */
  readonly createdBefore?: Millis | undefined
  /** Behind that place in the list. */
  readonly after?: Position | undefined
}

/** Whether an attribute of a row is what a filter asks for. */
export const isWantedValue = (wanted: RowFilter[string], value: Row[string]): boolean => {
  if (wanted === undefined) return true
  return wanted instanceof Set ? wanted.has(value) : wanted === value
}

/** Whether a whole row is wanted, as it is now; its creation time, which never changes, is not looked at. */
export const isWanted = (history: History, row: Row, { fields, codes }: Wanted): boolean =>
  history.fields.every((name) => isWantedValue(fields[name], row[name])) &&
  (codes === undefined || codes.has(String(history.codeOf(row))))

/** Whether the rows of that kind are. */
export const isWantedKind = (history: History, kind: Kind, { fields, codes }: Wanted): boolean =>
  history.fields.every((name, place) => isWantedValue(fields[name], kind[place])) &&
  (codes === undefined || codes.has(String(kind[history.fields.indexOf('ck')])))

/** Whether everything is, but for when it was created. */
export const isAnything = ({ fields, codes }: Wanted): boolean =>
  codes === undefined && Object.values(fields).every((value) => value === undefined)

/** The part of the `list` index that holds what was created then: above the one, up to the other. */
export const boundsOf = ({
  createdFrom,
  createdBefore,
  after,
}: Wanted): { readonly above: string; readonly upTo: string } => {
  const end = createdBefore === undefined ? END : createdSort(clamped(createdBefore), '')
  const behind = after === undefined ? END : justBelow(createdSort(clamped(after.at), after.id))
  return {
    above: createdFrom === undefined ? '' : createdSort(clamped(createdFrom), ''),
    upTo: behind < end ? behind : end,
  }
}

/** Above all sort keys below this one. */
export const justBelow = (sort: string): string =>
  `${sort.slice(0, -1)}${String.fromCharCode(sort.charCodeAt(sort.length - 1) - 1)}~`

/** Sort keys are 13 digits: nothing was created before 1970. */
const clamped = (at: Millis): Millis => Math.min(Math.max(at, 0), 9_999_999_999_999)
