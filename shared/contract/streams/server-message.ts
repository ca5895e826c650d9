/** What the service sends over a stream. */

import type { Problem } from '#domain/kernel/problem.ts'
import type { EndReason } from '#domain/streams/stream.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { toChangeRecord } from './change-record.ts'

/** An event of an account channel: the fields of a change, and the channel it belongs to. */
export const toEventText = (
  change: { readonly position: number; readonly event: WebhookEvent },
  channel: string,
): string => JSON.stringify({ op: 'event', channel, ...toChangeRecord(change) })

/** Why the stream ends. */
export const toFarewell = (reason: EndReason): string =>
  JSON.stringify({ op: 'closed', reason, detail: DETAILS[reason] })

/** What is wrong with a message. */
export const toErrorMessage = ({ code, detail }: Pick<Problem, 'code' | 'detail'>) => ({ op: 'error', code, detail })

const DETAILS: Readonly<Record<EndReason, string>> = {
  auth_timeout: 'No valid key came within 5 s.',
  unauthenticated: 'The first message must be {"op": "auth", "key": …} with a valid API key, and there is one of it.',
  key_revoked: 'The key of this stream was revoked.',
  too_many_streams: 'This key has 20 open streams. Close one first.',
  slow_reader: 'Events come faster than they are read. Connect again, and subscribe with after.',
}
