/** The last step of every answer: it gets a tag where its endpoint has them, and goes out compressed to a client that takes it so. */

import { createHash } from 'node:crypto'
import type { HttpAnswer } from './answer.ts'
import { answerEncoding, encoded } from './answer-encoding.ts'

/** In bytes. A shorter answer fits into one packet anyway. */
const LEAST = 1_024

/** `headers` are those of the request, in lower case. */
export const packedAnswer = async (
  answer: HttpAnswer,
  headers: Readonly<Record<string, string | undefined>>,
  isTagged: boolean,
): Promise<HttpAnswer> => {
  const tagged = isTagged && answer.statusCode === 200 ? withTag(answer, headers['if-none-match']) : answer
  return compressed(tagged, headers['accept-encoding'])
}

/** The tag is weak: it is that of the text, however it is compressed. A cache may keep the answer, and asks each time whether it is still true. */
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

/** Weak and strong tags are compared alike. */
const opaque = (etag: string): string => etag.replace(/^W\//, '')

/** Bytes, and what an endpoint has compressed itself, stay as they are. */
const compressed = async (answer: HttpAnswer, accepts: string | undefined): Promise<HttpAnswer> => {
  const { body = '', isBase64Encoded = false } = answer
  const length = Buffer.byteLength(body)
  if (isBase64Encoded || length < LEAST) return answer
  const plain = { ...answer, headers: { ...answer.headers, ...varied(answer) } }
  const encoding = answerEncoding(accepts)
  if (encoding === null) return plain
  const packed = (await encoded(body, encoding)).toString('base64')
  // So it never takes more of what a function may hand over than the text does.
  if (packed.length >= length) return plain
  return { ...plain, headers: { ...plain.headers, 'content-encoding': encoding }, body: packed, isBase64Encoded: true }
}

const varied = ({ headers = {} }: HttpAnswer) => ({
  vary: headers['vary'] === undefined ? 'accept-encoding' : `${headers['vary']}, accept-encoding`,
})
