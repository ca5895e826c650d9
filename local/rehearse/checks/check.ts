/** One assumption of this service about an exchange, and whether it holds there. */

export interface Check {
  /** In snake_case. */
  readonly check: string
  /** Assumptions of this service. */
  readonly assumption: string
  /** Null where it could not be found out, or was not tried. */
  readonly ok: boolean | null
  /** What was seen. */
  readonly detail: string
}

/** Result of a check: words for "it holds", or a verdict with words. */
export type Found = string | Pick<Check, 'ok' | 'detail'>

/** Notes one check; what it throws is a "no". True if the assumption holds. */
export type Report = (check: string, assumption: string, look: () => Promise<Found>) => Promise<boolean>

/** A verdict that the assumption does not hold. */
export const broken = (detail: string): Found => ({ ok: false, detail })

/** The assumption was not tried, and why. */
export const untried = (detail: string): Found => ({ ok: null, detail })

export const NEEDS_KEY = 'It needs a valid key.'
