/** Last step of every answer: adds a tag if the endpoint has tags, and compresses the answer for a client that accepts it. */

import { createHash } from 'node:crypto'
import type { HttpAnswer } from './answer.ts'
import { answerEncoding, encoded } from './answer-encoding.ts'

/** Shortest answer to compress, in bytes. A shorter one fits into one packet anyway. */
const LEAST = 1_024

/** `headers` are the headers of the request, in lower case. */
export const packedAnswer = async (
  answer: HttpAnswer,
  headers: Readonly<Record<string, string | undefined>>,
  isTagged: boolean,
): Promise<HttpAnswer> => {
  const tagged = isTagged && answer.statusCode === 200 ? withTag(answer, headers['if-none-match']) : answer
  return compressed(tagged, headers['accept-encoding'])
}

/** Adds the tag of the text. It is weak, because it does not depend on the compression. A cache may keep the answer, and revalidates it each time. */
const withTag = (answer: HttpAnswer, held = ''): HttpAnswer => {
  const etag = `W/"${createHash('sha256')
    .update(answer.body ?? '')
    .digest('base64url')
    .slice(0, 22)}"`
  const headers = { ...answer.headers, etag, 'cache-control': 'private, no-cache' }
  return isHeld(etag, held) ? { statusCode: 304, headers: { ...headers, ...varied(answer) } } : { ...answer, headers }
}

const isHeld = (etag: string, held: string): boolean =>
  held.split(',').some((one) => ['*', opaque(etag)].includes(opaque(one.trim())))

/** Compares weak and strong tags alike. */
const opaque = (etag: string): string => etag.replace(/^W\//, '')

/** Compresses the text of an answer. Bytes, and answers that an endpoint has compressed, stay as they are. */
const compressed = async (answer: HttpAnswer, accepts: string | undefined): Promise<HttpAnswer> => {
  const { body = '', isBase64Encoded = false } = answer
  const length = Buffer.byteLength(body)
  if (isBase64Encoded || length < LEAST) return answer
  const plain = { ...answer, headers: { ...answer.headers, ...varied(answer) } }
  const encoding = answerEncoding(accepts)
  if (encoding === null) return plain
  const packed = (await encoded(body, encoding)).toString('base64')
  // A compressed answer never takes more of Lambda's size limit than the text.
  if (packed.length >= length) return plain
  return { ...plain, headers: { ...plain.headers, 'content-encoding': encoding }, body: packed, isBase64Encoded: true }
}

const varied = ({ headers = {} }: HttpAnswer) => ({
  vary: headers['vary'] === undefined ? 'accept-encoding' : `${headers['vary']}, accept-encoding`,
})
