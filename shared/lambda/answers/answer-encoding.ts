/** Compresses an answer as the `Accept-Encoding` of its client allows. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { headerWeights } from './header-weights.ts'

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
  const weights = headerWeights(accepts)
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
