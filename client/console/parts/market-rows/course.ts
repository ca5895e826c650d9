/** The price of a market over the last week, hour by hour, oldest first. */

export interface Point {
  /** Start of the hour, in Unix seconds. */
  readonly timestamp: number
  /** The last YES price of the hour, in dollars. */
  readonly price: number
}

export type Course = readonly Point[]
