/** The status of an object that webhook subscribers know; null for none yet. */
export interface SubscriberState<Status> {
  readonly knows: Status | null
  /** Figures of a final order that they know, as one text. */
  readonly figures?: string
  /** True if they know that a complex order is incomplete. */
  readonly incomplete?: boolean
}

/** The state of something new; null for a user without webhooks. */
export const subscriberStateOf = (owner: { readonly hasWebhooks: boolean }): SubscriberState<never> | null =>
  owner.hasWebhooks ? { knows: null } : null
