/** Messages that the service sends over a stream. */

import type { InferInput } from 'valibot'
import type { Problem } from '#domain/kernel/problem.ts'
import { cursorOf } from '#domain/streams/change-log.ts'
import type { EndReason } from '#domain/streams/stream.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { toChangeRecord } from './change-record.ts'
import type { serverMessageRecords } from './server-message-records.ts'

type Records = typeof serverMessageRecords

/** Answers to a message of a client. */
export type StreamAnswer = InferInput<
  Records['StreamReady' | 'StreamSubscribed' | 'StreamUnsubscribed' | 'StreamPong' | 'StreamError']
>

/** An event of an account channel: the fields of a change, and the channel it belongs to. */
export const toEventText = (
  change: { readonly position: number; readonly event: WebhookEvent },
  channel: string,
): string => JSON.stringify({ op: 'event', channel, ...toChangeRecord(change) })

/** In place of a change that no message can hold: where to read it. */
export const toOversizeText = ({ position }: { readonly position: number }): string => {
  const before = cursorOf(position - 1)
  const detail = `The change with cursor ${cursorOf(position)} is larger than 128 KB. Read it by GET /v1/changes?after=${before}&limit=1.`
  return JSON.stringify(toErrorMessage({ code: 'change_too_large', detail }))
}

/** Why the stream ends. */
export const toFarewell = (reason: EndReason): string => {
  const farewell: InferInput<Records['StreamClosed']> = { op: 'closed', reason, detail: DETAILS[reason] }
  return JSON.stringify(farewell)
}

/** The fault of a message. */
export const toErrorMessage = ({
  code,
  detail,
}: Pick<Problem, 'code' | 'detail'>): InferInput<Records['StreamError']> => ({
  op: 'error',
  code,
  detail,
})

const DETAILS: Readonly<Record<EndReason, string>> = {
  auth_timeout: 'No valid key came within 5 s.',
  unauthenticated: 'Send {"op": "auth", "key": …} with a valid API key before anything else.',
  key_revoked: 'The key of this stream was revoked.',
  too_many_streams: 'This key has 20 open streams. Close one first.',
  too_many_requests: 'Too many connections and wrong keys came from this address. Connect again in some seconds.',
  slow_reader: 'Events come faster than they are read. Connect again, and subscribe with after.',
}
