/** Calls the service and answers with data or with a sentence. Never throws: a lost answer is a problem as well. */

import { faultInWords, fieldIn, ownWords } from '../format/own-words.ts'
import { apiKey, signOut } from '../session/api-key.ts'
import { reached, unreachable } from './reach.ts'

export interface Fault {
  /** The place of the field in the request, such as `trigger_order.price`; empty if it is about the whole. */
  readonly path: string
  readonly sentence: string
}

export interface Problem {
  /** 0 if no answer came: then whether the request was carried out is not known. */
  readonly status: number
  readonly code: string
  readonly detail: string
  /** Faults by field, if the service cannot read the request. */
  readonly faults?: readonly Fault[]
  /** When to ask again, in seconds, if the service said so. */
  readonly retryAfterS: number | null
  /** Path of the page about the code; absent or empty if a fault is at a field, or the service named none. */
  readonly docPath?: string
}

export type Answer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly problem: Problem }

type Reply<Data> =
  | { readonly data: Data; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: object; readonly response: Response }

/** A call of the typed client. */
export type Call<Data> = Promise<Reply<Data>>

export const ask = async <Data>(call: Call<Data>): Promise<Answer<Data>> => {
  const keyOfCall = apiKey.peek()
  try {
    const reply = await call
    reached()
    // An answer without a body has undefined data.
    if (reply.error === undefined) return { ok: true, data: reply.data }
    const { error, response } = reply
    const after = Number(response.headers.get('retry-after') ?? Number.NaN)
    const problem = { ...wordsOf(error, response.status), retryAfterS: Number.isFinite(after) ? after : null }
    // An answer to an earlier key says nothing of this one.
    if (response.status === 401 && keyOfCall !== '' && keyOfCall === apiKey.peek())
      signOut('This key does not work any more. Sign in with another one.')
    return { ok: false, problem }
  } catch {
    unreachable()
    return { ok: false, problem: NO_ANSWER }
  }
}

const NO_ANSWER: Problem = {
  status: 0,
  code: 'no_answer',
  detail: 'The service does not answer.',
  retryAfterS: null,
}

type Words = Omit<Problem, 'retryAfterS'>

const wordsOf = (error: unknown, status: number): Words => {
  const { detail, code, doc_url } = isObject(error) ? error : {}
  if (Array.isArray(detail)) {
    const faults = detail.map(faultIn)
    return { status, code: 'invalid', detail: faults.map(({ sentence }) => sentence).join(' '), faults }
  }
  return {
    status,
    code: typeof code === 'string' ? code : 'failed',
    detail: typeof detail === 'string' ? ownWords(detail, String(code)) : `The service answered with status ${status}.`,
    // A proxy may have given the service another name than the browser knows.
    // A proxy may have given the service another name than the browser knows.
    docPath: doc_url ? `/v1/docs?page=errors#${code}` : '',
  }
}

/** One fault of a 422. */
const faultIn = (fault: unknown): Fault => {
  const { loc, msg } = isObject(fault) ? fault : {}
  const place: readonly unknown[] = Array.isArray(loc) ? loc.slice(1) : []
  return { path: place.join('.') || fieldIn(String(msg)), sentence: faultInWords(place, String(msg)) }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
