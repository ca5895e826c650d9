/** An action of the relayer for a wallet (live reference, section 4.2). */

import type { RelayEnd } from '../../engine/control/server.ts'

export type WalletKind = 'SAFE' | 'PROXY' | 'WALLET'

export type RelayState =
  | 'STATE_NEW'
  | 'STATE_EXECUTED'
  | 'STATE_MINED'
  | 'STATE_CONFIRMED'
  | 'STATE_FAILED'
  | 'STATE_INVALID'

export interface WalletCall {
  readonly to: string
  readonly data: string
}

export interface RelayedAction {
  readonly id: string
  readonly type: WalletKind
  /** The EOA that signed, lower case. */
  readonly owner: string
  /** The account of the wallet. */
  readonly account: string
  readonly nonce: string
  readonly to: string
  readonly data: string
  readonly calls: readonly WalletCall[]
  readonly signature: string
  readonly metadata: string
  /** Unix seconds after which it may not run; null: any time. */
  readonly deadline: number | null
  /** Decision of the control API about it. */
  readonly doom: RelayEnd | null
  readonly submittedAt: number
  state: RelayState
  hash: string | null
  error: string | null
  updatedAt: number
}

export const isOver = ({ state }: Pick<RelayedAction, 'state'>): boolean =>
  state === 'STATE_CONFIRMED' || state === 'STATE_FAILED' || state === 'STATE_INVALID'
