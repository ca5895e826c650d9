/** Findings in one answer: its path, headers, words of a refusal, and fields. */

import type { KnownCall, KnownInterface } from '#adapters/exchanges/known-call.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { PlainAnswer } from '../read-exchange.ts'
import { compareAnswer } from './compare-answer.ts'
import { type Finding, findingOf } from './finding.ts'

export const judgeAnswer = (
  exchange: ExchangeName,
  call: KnownCall,
  answer: PlainAnswer,
  known: Pick<KnownInterface, 'headers'>,
): readonly Finding[] => {
  const name = nameOf(call)
  const finding = (kind: Finding['kind'], at: string, decides: boolean, means: string): Finding => ({
    exchange,
    kind,
    calls: [name],
    at,
    decides,
    means,
  })
  const headers = [...answer.headers.keys()].flatMap((header) => {
    if (ENDS.includes(header))
      return [finding('header', header, true, `The exchange says that this call ends: ${answer.headers.get(header)}.`)]
    return known.headers.some((start) => header.startsWith(start))
      ? []
      : [finding('header', header, false, 'It is new and not read. Look into the changelog of the exchange.')]
  })
  if (call.refused !== undefined) return [...headers, ...refusal(call.refused, answer, finding)]
  if (answer.status === 200) {
    const body = jsonIn(answer.text)
    if (body === undefined) return [...headers, finding('unread', name, true, 'The answer is no JSON.')]
    return [...headers, ...compareAnswer(call, body).map((one) => findingOf(exchange, name, one))]
  }
  if (GONE.includes(answer.status) || isRedirect(answer.status)) {
    const location = answer.headers.get('location')
    const where = location === null ? '' : ` It leads to ${location}.`
    return [...headers, finding('path', name, true, `The exchange answers ${answer.status}: the path is gone.${where}`)]
  }
  const words = answer.text.slice(0, MOST_CHARACTERS)
  return [...headers, finding('unread', name, true, `The exchange answers ${answer.status}: ${words}`)]
}

export const nameOf = ({ method, host, path, query = {}, refused }: KnownCall): string => {
  const status = query['status'] ?? (query['closed'] === undefined ? undefined : `closed=${query['closed']}`)
  const words = [status, refused === undefined ? undefined : 'refused'].filter((word) => word !== undefined)
  return `${method} ${host}${path}${words.length === 0 ? '' : ` (${words.join(', ')})`}`
}

const refusal = (
  { status, words }: NonNullable<KnownCall['refused']>,
  answer: PlainAnswer,
  finding: (kind: Finding['kind'], at: string, decides: boolean, means: string) => Finding,
): readonly Finding[] => {
  const said = answer.text.slice(0, MOST_CHARACTERS)
  if (answer.status !== status)
    return [
      finding('error', String(answer.status), true, `A refusal had the status ${status}, and has another now: ${said}`),
    ]
  if (answer.text.toLowerCase().includes(words)) return []
  return [finding('error', words, false, `A refusal said "${words}", and has other words now: ${said}`)]
}

/** A path that is gone, or takes no such call any more. */
const GONE: readonly number[] = [404, 405, 410]
const isRedirect = (status: number): boolean => status >= 300 && status < 400
/** Headers that announce the end of a call (RFC 9745, RFC 8594). */
const ENDS: readonly string[] = ['deprecation', 'sunset']
/** Answers of strangers can be long. */
const MOST_CHARACTERS = 200

/** Undefined for a text that is no JSON. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
