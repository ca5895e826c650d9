/** Who listens to an object, and the status they know of it; null: none yet. */
export interface SubscriberState<Status> {
  readonly knows: Status | null
  /** Of a complex order: whether they know that it was given up. */
  readonly incomplete?: boolean
}

/** For something new. */
export const subscriberStateOf = (owner: { readonly hasWebhooks: boolean }): SubscriberState<never> | null =>
  owner.hasWebhooks ? { knows: null } : null
