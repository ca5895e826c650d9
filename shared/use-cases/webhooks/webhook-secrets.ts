/** Opens the secrets that a webhook signs with now. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { signingSecrets, type Webhook } from '#domain/webhooks/webhook.ts'
import type { Clock } from '#ports/clock.ts'
import type { Vault } from '#ports/vault.ts'

export type OpenWebhookSecrets = (webhook: Webhook) => Promise<readonly string[]>

/** How long opened secrets stay in this process. Which of them are valid is read from the webhook each time. */
const KEEP_FOR = 5 * MINUTE

/** An `OpenWebhookSecrets` with a cache of its own. */
export const webhookSecretOpener = (deps: {
  readonly vault: Pick<Vault, 'open'>
  readonly clock: Clock
}): OpenWebhookSecrets => {
  const opened = new Map<string, { readonly secret: string; readonly at: Millis }>()
  return async (webhook) => {
    const now = deps.clock()
    for (const [sealed, { at }] of opened) if (now - at >= KEEP_FOR) opened.delete(sealed)
    const context = { user: webhook.userId, webhook: webhook.webhookId }
    return Promise.all(
      signingSecrets(webhook, now).map(async ({ sealed }) => {
        const secret = opened.get(sealed)?.secret ?? (await deps.vault.open(sealed, context))
        opened.set(sealed, { secret, at: opened.get(sealed)?.at ?? now })
        return secret
      }),
    )
  }
}
