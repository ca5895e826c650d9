/** Opens the secrets that a webhook signs with now. */

import { MINUTE } from '#domain/kernel/time.ts'
import { signingSecrets, type Webhook } from '#domain/webhooks/webhook.ts'
import type { Vault } from '#ports/accounts/vault.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import { forgetfulMap } from '../kernel/forgetful-map.ts'

export type OpenWebhookSecrets = (webhook: Webhook) => Promise<readonly string[]>

/** How long opened secrets stay in this process. Which of them are valid is read from the webhook each time. */
const KEEP_FOR = 5 * MINUTE

/** An `OpenWebhookSecrets` with a cache of its own. */
export const webhookSecretOpener = (deps: {
  readonly vault: Pick<Vault, 'open'>
  readonly clock: Clock
  readonly after: After
}): OpenWebhookSecrets => {
  // By their sealed form: a secret that was replaced is asked for no more, and goes by its timer.
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
