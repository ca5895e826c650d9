/** Who listens to an object, and the status they know of it; null: none yet. */
export interface Audience<Status> {
  readonly knows: Status | null
  /** Of a complex order: whether they know that it was given up. */
  readonly incomplete?: boolean
}

/** For something new. */
export const audienceOf = (owner: { readonly hasWebhooks: boolean }): Audience<never> | null =>
  owner.hasWebhooks ? { knows: null } : null
