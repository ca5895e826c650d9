/** What the exchange tells an account holder once: an order was cancelled (1) or filled (2), a market was resolved (4). */

export interface Notification {
  readonly id: number
  readonly account: string
  readonly type: 1 | 2 | 4
  readonly payload: Readonly<Record<string, unknown>>
  readonly at: number
}
