/** Compresses an answer as the `Accept-Encoding` of its client allows. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [toGzip, toBrotli] = [promisify(gzip), promisify(brotliCompress)]

/** Encoders in order of preference. The levels are the lowest, because every answer is compressed anew. */
const ENCODERS = {
  br: (text: string): Promise<Buffer> => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string): Promise<Buffer> => toGzip(text, { level: 1 }),
} as const

type AnswerEncoding = keyof typeof ENCODERS

const ENCODINGS: readonly AnswerEncoding[] = ['br', 'gzip']

export const encoded = (text: string, encoding: AnswerEncoding): Promise<Buffer> => ENCODERS[encoding](text)

/** Encoding with the highest weight, or null to leave the text as it is. Weight 0 excludes an encoding, and `*` covers all others. */
export const answerEncoding = (accepts = ''): AnswerEncoding | null => {
  const weights = new Map(accepts.split(',').map(weightOf))
  const plain = weights.get('identity') ?? 0
  let best: AnswerEncoding | null = null
  let most = 0
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0
    if (weight <= most || weight < plain) continue
    best = encoding
    most = weight
  }
  return best
}

/** `gzip;q=0.5` weighs 0.5. A weight that cannot be read counts as 0. */
const weightOf = (item: string): readonly [string, number] => {
  const [name = '', ...parameters] = item
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
