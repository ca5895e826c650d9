/** Rules of refusals that all exchanges share. */

import type { Answered, CallResult } from './json-call.ts'

/** Words of an answer that is no success. */
export interface ErrorWords {
  /** All words of the answer in their own spelling, for logs and sentences; empty for a page. */
  readonly words: string
  /** Title of a page of the front door; null if none came. */
  readonly page: string | null
}

/** Shortest pause after a rate limit answer: the smallest bucket refills in about a second. */
export const RATE_LIMIT_PAUSE_MS = 1_000

/** Returns true for a redirect, which is not followed: the exchange is not at this address, and has done nothing. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400

/**
 * Returns true if the front door answered in place of the exchange, with a page or without words (hazard 44). Such an
 * answer says nothing about the call. A call that timed out may have passed the door. A call that came too early or too
 * often may pass it later.
 */
export const isFrontDoor = (status: number, { words }: ErrorWords): boolean =>
  status >= 400 && status < 500 && ![408, 425, 429].includes(status) && words === ''

export const refusalOfAll = (calls: string, status: number, { words, page }: ErrorWords): string =>
  `The exchange refuses all ${calls} from here (${[`status ${status}`, words || page].filter(Boolean).join(', ')}).`

/** Returns why a call did not succeed, in words. `errorIn` reads an answer of this exchange. */
export const troubleOf = (result: CallResult, errorIn: (answer: Answered) => ErrorWords): string => {
  if (result.kind === 'too_fast') return 'our request rate is used up'
  if (result.kind !== 'answered') return result.reason
  const { words, page } = errorIn(result)
  const said = words || page
  return `status ${result.status}${said === null ? '' : ` (${said})`}`
}

/** Returns the fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
