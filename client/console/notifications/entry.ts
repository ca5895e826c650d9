/** One line of the notifications: an event of the account in words, or several fills of one order together. */

export interface Entry {
  /** Id of its first event. */
  readonly key: string
  /** Ids of its events, newest last. */
  readonly ids: readonly string[]
  /** Time of its newest event. */
  readonly at: string
  readonly kind: 'good' | 'bad' | 'plain'
  /** Name of the market or of the subaccount. */
  readonly title: string
  readonly text: string
  readonly href: string
  /** Id of the order, the complex order, the position or the subaccount. */
  readonly about: string
  readonly subaccountId: string
  /** Sum of the fills. Null for any other event. */
  readonly fills: Fills | null
}

export interface Fills {
  readonly qty: number
  readonly cost: number
  readonly buys: boolean
  /** The order after the newest of them; null for a trade made elsewhere. */
  readonly order: { readonly qty: number; readonly traded_qty: number } | null
}
