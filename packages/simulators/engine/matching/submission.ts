/** Requests to the engine, and its answers. */

import type { EngineFill, EngineOrder, Lifetime, SelfTrade } from '../ledger/engine-state.ts'

export interface Submission {
  readonly account: string
  readonly market: string
  readonly identity: string | null
  readonly buyFlag: boolean
  readonly price: number
  readonly qty: number
  readonly lifetime: Lifetime
  readonly selfTrade: SelfTrade
  readonly postOnly?: boolean
  /** A post-only order that would trade is created and ended in the same moment; absent: refused. */
  readonly endsCrossing?: boolean
  readonly reduceOnly?: boolean
  readonly cancelOnPause?: boolean
  readonly expiresAt?: number | null
  /** The exchange's own identifier of the order; absent: the engine gives one. */
  readonly id?: string
  /** Money to spend at most: the order counts dollars, `qty` is not looked at. It never rests. */
  readonly spend?: number
  /** The exchange has checked that the account can pay; the engine does not look. */
  readonly covered?: boolean
}

export type Refusal =
  | 'identity_used'
  | 'market_unknown'
  | 'market_not_active'
  | 'off_grid'
  | 'bad_size'
  | 'already_expired'
  | 'insufficient_cash'
  | 'post_only_cross'
  | 'too_little_volume'
  | 'order_unknown'
  | 'below_filled'

export type Outcome =
  | { readonly ok: true; readonly order: EngineOrder; readonly fills: readonly EngineFill[] }
  | { readonly ok: false; readonly reason: Refusal }

export interface Amendment {
  readonly price: number
  /** Filled so far plus what shall remain. */
  readonly qty: number
  readonly identity?: string
  /** Absent keeps it, null takes it away. */
  readonly expiresAt?: number | null
}
