/** An API key: who calls, and how much they may do. Only the hash of its secret is ever stored. */

import type { Millis } from '../kernel/time.ts'

export const SCOPES = ['read', 'trade'] as const
/** `trade` includes `read`. */
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
}

/** Whether a key of scope `held` may do what needs `needed`. */
export const allows = (held: Scope, needed: Scope): boolean => held === 'trade' || held === needed
