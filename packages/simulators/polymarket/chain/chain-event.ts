/** An action of a wallet with outcome tokens on chain. */

/** Amounts are millionths; of tokens by outcome, what left the wallet (of a split: came, below 0). */
export interface ChainEvent {
  readonly kind: 'REDEEM' | 'MERGE' | 'SPLIT'
  readonly account: string
  readonly conditionId: string
  readonly tokens: readonly [number, number]
  /** Dollars that came for the tokens of each outcome; below 0 they left. */
  readonly worth: readonly [number, number]
  readonly at: number
  readonly sequence: number
  readonly transactionHash: string
}
