/** Stores requests that carry an `Idempotency-Key`. */

import type { Millis } from '#domain/kernel/time.ts'

/** A request that carries an `Idempotency-Key`: remembered for 24 h. */
export interface IdempotencyRecord {
  /** Hash over user, method, path and key. */
  readonly id: string
  readonly bodyHash: string
  /** The id the created object gets, also when a crashed request is repeated: so that it is created once. */
  readonly objectId: string
  readonly claimedAt: Millis
  readonly reply: { readonly status: number; readonly body: string } | null
  readonly expiresAt: Millis
}

export interface IdempotencyStore {
  /** Null when no request with that id is remembered. */
  get(id: string): Promise<IdempotencyRecord | null>
  /** Stores the claim if none is there, or if the one there is still `replaces`; false: another request holds it. */
  claim(record: IdempotencyRecord, replaces: IdempotencyRecord | null): Promise<boolean>
  /** Stores the reply, which every repetition gets. */
  complete(record: IdempotencyRecord): Promise<void>
  /** Forgets the claim, so that the request can be repeated. */
  release(record: IdempotencyRecord): Promise<void>
}
