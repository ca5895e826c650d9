/** A refusal of the service as a sentence, with its fields in the words that were typed. */

import { PMT } from '../pmt.ts'

/** The option of a field of the API, by the path of the field without places in lists. */
export type TypedAs = Readonly<Record<string, string>>

export interface Refusal {
  readonly status: number
  /** The body of the answer. */
  readonly error: unknown
}

/** The sentence for an answer that the service does not give. */
export const NOT_OURS =
  'This is no answer of the service, but of something in front of it or in its place. Is its address right?'

/** `url`: where the key was sent. */
export const refusalSentence = ({ status, error }: Refusal, typedAs: TypedAs = {}, url = 'The service'): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (status === 401 && code === 'unauthenticated')
    return `401: ${url} does not know this key, or it was revoked. Store another one with ${PMT} login, or set TRADING_KEY.`
  return `${status}: ${sentenceOf(error, code, typedAs)}`
}

const sentenceOf = (error: unknown, code: unknown, typedAs: TypedAs): string => {
  // The text of a body that is no JSON, or is empty.
  if (typeof error === 'string') return NOT_OURS
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? error.detail : error
  if (Array.isArray(detail)) return detail.map((fault) => faultOf(fault, typedAs)).join('; ')
  const words = typeof detail === 'string' ? detail : JSON.stringify(detail ?? 'the answer is not JSON')
  if (code === 'trading_halted') return `${words} On the command line: ${PMT} resume.`
  if (words === 'Subaccount not found') return `${words}. The command subaccounts lists yours; --subaccount takes one.`
  return explained(words, typedAs)
}

interface Fault {
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

/** A sentence about several fields names them itself. */
const faultOf = ({ loc, msg }: Fault, typedAs: TypedAs): string => {
  const [, between] = /^Value error, (.*)$/s.exec(msg) ?? []
  if (between !== undefined) return explained(between, typedAs)
  const path = loc.slice(1).join('.')
  const field = loc.slice(1).filter((part) => typeof part === 'string')
  const noId = msg.startsWith('Input should be a valid UUID') ? NO_ID[field.at(-1) ?? ''] : undefined
  if (noId !== undefined) return noId
  const typed = typedAs[field.join('.')]
  if (typed === undefined) return `${path}: ${msg}`
  return saysItself(typed, path) ? `${typed}: ${msg}` : `${typed} (${path}): ${msg}`
}

/** The sentence for a word that can be no id, by its field. */
const NO_ID: Readonly<Record<string, string>> = {
  order_id: 'This is no id of an order. The command orders shows the ids.',
  subaccount_id: 'This is no id of a subaccount. The command subaccounts lists yours.',
}

/** The sentence, and which options the fields in it are. */
const explained = (sentence: string, typedAs: TypedAs): string => {
  const words = new Set(sentence.match(/\w+/g))
  const options = Object.entries(typedAs).flatMap(([path, typed]) => {
    const field = path.split('.').at(-1) ?? ''
    // Others are words of the language, too.
    return field.includes('_') && words.has(field) && !saysItself(typed, field) ? [`${field} is ${typed}`] : []
  })
  return options.length === 0 ? sentence : `${sentence} (${options.join(', ')})`
}

/** True if the field has the name of the typed option. */
const saysItself = (typed: string, path: string): boolean => typed.replace(/^--/, '').replaceAll('-', '_') === path
