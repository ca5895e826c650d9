/** How an account wants its free cash spread over the shards of its exchange. */

export interface CashTarget {
  readonly shard: number
  /** Share of the free cash, in whole percent. The shares of an account add up to 100. */
  readonly percent: number
}
