/** Stores requests that carry an `Idempotency-Key`. */

import type { Millis } from '#domain/kernel/time.ts'

/** A request with an `Idempotency-Key`, stored for 24 h. */
export interface IdempotencyRecord {
  /** Hash over user, method, path and key. */
  readonly id: string
  /** Hash of the body: another body under the same key is refused. */
  readonly bodyHash: string
  /** Id of the created object. The repeat of a request that died uses it too, so the object is created once. */
  readonly objectId: string
  /** When the request claimed the key. A claim without a reply is taken over after 60 s. */
  readonly claimedAt: Millis
  /** The first answer; null while the request is in progress, or if it died. */
  readonly reply: { readonly status: number; readonly body: string } | null
  /** When the record is forgotten. */
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
