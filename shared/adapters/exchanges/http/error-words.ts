/** What refusals of every exchange have in common. */

/** What an answer says that is no success. */
export interface ErrorWords {
  /** Everything it says, in its own spelling, for logs and sentences; empty for a page. */
  readonly words: string
  /** The title of a page of the front door; null where none came. */
  readonly page: string | null
}

/** How long a rate limit answer keeps us away at least: the smallest bucket refills in about a second. */
export const RATE_LIMIT_PAUSE_MS = 1_000

export const refusalOfAll = (calls: string, status: number, { words, page }: ErrorWords): string =>
  `The exchange refuses all ${calls} from here (${[`status ${status}`, words || page].filter(Boolean).join(', ')}).`

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
