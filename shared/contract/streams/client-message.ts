/** What a client sends over a stream. */

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

/** The message, or in words what is wrong with it. Nothing of what was sent is repeated: it may be a key. */
export const readClientMessage = (text: string): ClientMessage | { readonly fault: string } => {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return { fault: 'The message is no JSON.' }
  }
  const read = v.safeParse(clientMessage, sent)
  if (read.success) return read.output
  const [{ path }] = read.issues
  const field = path?.map(({ key }) => String(key)).join('.')
  return { fault: field === undefined ? 'The message is no JSON object with an op.' : `${field} is missing or wrong.` }
}
