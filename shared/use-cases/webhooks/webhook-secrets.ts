/** Opens the secrets that a webhook signs with now. */

import { MINUTE } from '#domain/kernel/time.ts'
import { signingSecrets, type Webhook } from '#domain/webhooks/webhook.ts'
import type { Vault } from '#ports/accounts/vault.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import { forgetfulMap } from '../kernel/forgetful-map.ts'

export type OpenWebhookSecrets = (webhook: Webhook) => Promise<readonly string[]>

/** Time for which opened secrets stay in this process. The webhook decides each time which of them are valid. */
const KEEP_FOR = 5 * MINUTE

/** An `OpenWebhookSecrets` with a cache of its own. */
export const webhookSecretOpener = (deps: {
  readonly vault: Pick<Vault, 'open'>
  readonly clock: Clock
  readonly after: After
}): OpenWebhookSecrets => {
  // Opened secrets by their sealed form. A replaced secret is not used any more, and is dropped by its timer.
  const opened = forgetfulMap<string>(KEEP_FOR, deps.after)
  return async (webhook) => {
    const context = { user: webhook.userId, webhook: webhook.webhookId }
    return Promise.all(
      signingSecrets(webhook, deps.clock()).map(async ({ sealed }) => {
        const kept = opened.get(sealed)
        if (kept !== undefined) return kept
        const secret = await deps.vault.open(sealed, context)
        opened.set(sealed, secret)
        return secret
      }),
    )
  }
}
