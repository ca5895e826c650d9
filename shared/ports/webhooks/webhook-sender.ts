/** How a message reaches a webhook. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Answer } from '#domain/webhooks/delivery.ts'

export interface WebhookMessage {
  readonly url: string
  /** The event's id: the same in every repetition. */
  readonly id: string
  readonly at: Millis
  /** JSON, as it is signed. */
  readonly body: string
  /** In the clear. Signed with each of them. */
  readonly secrets: readonly string[]
}

export interface WebhookSender {
  /** Sends the message once. Never throws: a failure is an answer too. */
  send(message: WebhookMessage): Promise<Answer>
}
