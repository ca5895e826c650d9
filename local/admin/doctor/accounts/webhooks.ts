/** Checks whether the receivers of webhooks take what they are sent. */

import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import { MINUTE, type Millis, toIso } from '#domain/kernel/time.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { duration } from '../duration.ts'
import { type Examination, ill, note, type Observation, well } from '../finding.ts'
import { followedAccounts } from './followed-accounts.ts'

/** A receiver that is being deployed fails for minutes. */
const FAILING_TOO_LONG = 15 * MINUTE

export const webhooks: Examination = {
  what: 'webhooks',
  ifBlind: 'Check that the table can be read.',
  look: async ({ table, now }) => {
    const users = new Set((await followedAccounts(table, now)).map(({ userId }) => userId))
    const store = webhookStore(table)
    const all = (await Promise.all([...users].map((userId) => store.list(userId)))).flat()
    const found = all.flatMap((webhook) => trouble(webhook, now))
    return found.length > 0 ? found : [well(`${all.length} webhooks, none of them fails`)]
  },
}

const trouble = ({ webhookId, userId, url, isActive, failingSince, disabledReason }: Webhook, now: Millis) => {
  const name = `Webhook ${webhookId} of user ${userId} (${hostOf(url)})`
  if (!isActive) return disabledReason === null ? [] : [turnedOff(name, disabledReason)]
  if (failingSince === null) return []
  const words = `${name} has failed for ${duration(now - failingSince)}, since ${toIso(failingSince)}.`
  return [
    now - failingSince < FAILING_TOO_LONG
      ? note(`${words} attempt-delivery tries again.`)
      : ill(
          words,
          'Its receiver is down or refuses: GET …/webhooks/{webhook_id}/deliveries shows its answers. attempt-delivery tries each event for a day; replay those that end FAILED.',
        ),
  ]
}

/** The path and the query of an address may hold a secret of its owner. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'no address')

/** Its owner was notified of each failure for days, and may not want it any more. */
const turnedOff = (name: string, reason: string): Observation =>
  note(`${name} was turned off (${reason}) and gets no events. Its owner turns it on (PATCH, is_active) or deletes it.`)
