/** An API key: who calls, and how much they may do. Only the hash of its secret is ever stored. */

import type { Millis } from '../kernel/time.ts'

/** From the narrowest to the widest: each includes the ones before it. */
export const SCOPES = ['read', 'trade', 'admin'] as const
/** `read` looks, `trade` also trades and halts, `admin` also keeps keys, credentials, webhooks and limits. */
export type Scope = (typeof SCOPES)[number]

export interface ApiKey {
  readonly keyId: string
  readonly userId: string
  readonly name: string
  readonly scope: Scope
  /** Hex SHA-256 of the 256-bit secret. */
  readonly secretHash: string
  readonly insertedAt: Millis
  readonly revokedAt: Millis | null
  /** The key whose request created this one; null when the operator did, and for keys older than this field. */
  readonly madeBy: string | null
}

/** True if a key of scope `held` may do what needs `needed`. */
export const allows = (held: Scope, needed: Scope): boolean => SCOPES.indexOf(held) >= SCOPES.indexOf(needed)
