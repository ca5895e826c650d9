/** A page of a list. */

export interface Page {
  /** 1..1000 */
  readonly limit: number
  readonly offset: number
}
