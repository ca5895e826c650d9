/** New identifiers and randomness, as arguments. */

export interface Ids {
  /** A UUID v7: unique, and sortable by the instant it was made. */
  uuid(): string
  /** `bytes` random bytes from a cryptographic source. */
  random(bytes: number): Uint8Array
}
