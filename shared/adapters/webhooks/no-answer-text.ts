/** Explains in a sentence why an attempt got no answer, for the user who looks at the delivery. */

import { SECOND } from '#domain/kernel/time.ts'
import { ForbiddenAddress } from './checked-lookup.ts'

/** Progress of the attempt. */
export type Stage = 'resolving' | 'connecting' | 'securing' | 'waiting'

/** `error` is the error of the attempt, `stage` its progress at that time. */
export const noAnswerText = (error: unknown, stage: Stage, patienceMs: number): string => {
  if (!(error instanceof Error)) return short(`the request failed: ${String(error)}`)
  if (error instanceof ForbiddenAddress) return short(error.message)
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return TIMED_OUT[stage](patienceMs / SECOND)
  // An aggregate has one error for each address that was tried: the first one represents all.
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  return failureText({ code: codeOf(error) ?? codeOf(first) ?? '', message: first.message, name: error.name }, stage)
}

const failureText = ({ code, message, name }: Record<'code' | 'message' | 'name', string>, stage: Stage): string => {
  const known = SENTENCES[code]
  if (known !== undefined) return `${known} (${code})`
  if (stage === 'resolving') return `the name could not be resolved (${code || message})`
  if (code.startsWith('HPE_')) return `the answer is not HTTP (${code})`
  if (stage === 'securing') return short(`TLS failed: ${message || code}`)
  return short(`the request failed: ${message || code || name}`)
}

const TIMED_OUT: Readonly<Record<Stage, (seconds: number) => string>> = {
  resolving: (seconds) => `the name was not resolved within ${seconds} s`,
  connecting: (seconds) => `no connection within ${seconds} s`,
  securing: (seconds) => `no TLS connection within ${seconds} s`,
  waiting: (seconds) => `no answer within ${seconds} s`,
}

const NO_NAME = 'the name does not exist or has no address'
const NO_NAME_IN_TIME = 'the name was not resolved in time'
const UNREACHABLE = 'the address cannot be reached'

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: NO_NAME,
  ENODATA: NO_NAME,
  ETIMEOUT: NO_NAME_IN_TIME,
  ECANCELLED: NO_NAME_IN_TIME,
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the receiver closed the connection without an answer',
  EPIPE: 'the receiver closed the connection without an answer',
  ETIMEDOUT: 'no connection in time',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
}

const codeOf = (error: Error): string | null => ('code' in error && typeof error.code === 'string' ? error.code : null)

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
