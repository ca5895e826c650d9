/** What webhook subscribers know of an object: its status; null: nothing yet. */
export interface SubscriberState<Status> {
  readonly knows: Status | null
  /** Of a final order: the figures they know, as one text. */
  readonly figures?: string
  /** Of a complex order: whether they know that it is incomplete. */
  readonly incomplete?: boolean
}

/** The state of something new; null for a user without webhooks. */
export const subscriberStateOf = (owner: { readonly hasWebhooks: boolean }): SubscriberState<never> | null =>
  owner.hasWebhooks ? { knows: null } : null
