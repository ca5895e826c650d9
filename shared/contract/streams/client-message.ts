/** Messages that a client sends over a stream. */

import * as v from 'valibot'

const id = v.exactOptional(v.pipe(v.string(), v.maxLength(64)))
const channels = v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.minLength(1), v.maxLength(100))

/** By the name each has among the schemas of the OpenAPI document. */
export const clientMessageRecords = {
  StreamAuth: v.strictObject({ op: v.literal('auth'), key: v.pipe(v.string(), v.maxLength(200)), id }),
  StreamSubscribe: v.strictObject({
    op: v.literal('subscribe'),
    channels,
    after: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
    id,
  }),
  StreamUnsubscribe: v.strictObject({ op: v.literal('unsubscribe'), channels, id }),
  StreamPing: v.strictObject({ op: v.literal('ping'), id }),
}

const { StreamAuth, StreamSubscribe, StreamUnsubscribe, StreamPing } = clientMessageRecords
export const clientMessage = v.variant('op', [StreamAuth, StreamSubscribe, StreamUnsubscribe, StreamPing])
export type ClientMessage = v.InferOutput<typeof clientMessage>

export interface BadMessage {
  readonly fault: string
  /** True if the message was to bring the key. */
  readonly isAuth?: true
  /** Id of the message, so that its sender knows which one was wrong. */
  readonly id?: string
}

/** The message, or its fault in words. No sent value is repeated but the id: it may be a key. */
export const readClientMessage = (text: string): ClientMessage | BadMessage => {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return { fault: 'The message is no JSON.' }
  }
  const read = v.safeParse(clientMessage, sent)
  if (read.success) return read.output
  const named = v.safeParse(v.object({ id: v.pipe(v.string(), v.maxLength(64)) }), sent)
  const isAuth = v.is(v.object({ op: v.literal('auth') }), sent)
  return {
    fault: faultOf(read.issues[0]),
    ...(isAuth ? { isAuth } : {}),
    ...(named.success ? { id: named.output.id } : {}),
  }
}

const faultOf = ({ path, expected }: v.BaseIssue<unknown>): string => {
  const field = String(path?.[0]?.key ?? '')
  if (expected === 'never') return `There is no field ${field.slice(0, 64)}.`
  return REQUESTED[field] ?? 'The message is no JSON object.'
}

/** The required type of each field. */
const REQUESTED: Readonly<Record<string, string>> = {
  op: 'op must be auth, subscribe, unsubscribe or ping.',
  key: 'key must be an API key.',
  channels: 'channels must be a list of 1 to 100 channels, such as ["orders"].',
  after: 'after must be a cursor, as a text of digits.',
  id: 'id must be a text of up to 64 characters.',
}
