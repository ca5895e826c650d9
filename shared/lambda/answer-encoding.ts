/** How an answer is compressed for a client: by what its `Accept-Encoding` says. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [toGzip, toBrotli] = [promisify(gzip), promisify(brotliCompress)]

/** Of two that a client takes equally well it gets the first. The levels are the lowest, because each request has its answer compressed anew. */
const ENCODERS = {
  br: (text: string): Promise<Buffer> => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string): Promise<Buffer> => toGzip(text, { level: 1 }),
} as const

type AnswerEncoding = keyof typeof ENCODERS

const ENCODINGS: readonly AnswerEncoding[] = ['br', 'gzip']

export const encoded = (text: string, encoding: AnswerEncoding): Promise<Buffer> => ENCODERS[encoding](text)

/** The encoding with the highest weight; null for the text as it is. One of weight 0 is not taken, and `*` stands for all others. */
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
