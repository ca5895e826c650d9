/** Sends a creating request so that it acts once, and says where it is not known whether it did. */

import { setTimeout as wait } from 'node:timers/promises'
import { mayBeDone, sendUnderOneKey } from '../send-under-one-key.ts'
import { type Answer, CommandFailed, must, type Session } from './command.ts'
import { PMT } from './pmt.ts'
import { refusalSentence } from './refusals/refusal-sentence.ts'

/** `post` sends with that Idempotency-Key. */
export const sendOnce = async <Data>(
  { signal, progress }: Session,
  post: (key: string) => Promise<Answer<Data>>,
): Promise<Data> => {
  let hasArrived = false
  const { answer, error } = await sendUnderOneKey((key) => post(key).then(came, lost), {
    key: crypto.randomUUID(),
    tries: TRIES,
    isOpen: (outcome) => {
      const isOpen = outcome.answer === null || leavesOpen(outcome.answer)
      hasArrived ||= isOpen && (outcome.answer !== null || hasLeft(outcome.error))
      return isOpen
    },
    pause: async (tries) => {
      if (signal.aborted) return false
      progress('no answer yet; trying again')
      return pause(tries, signal)
    },
  })
  if (answer === null) throw hasArrived ? new CommandFailed(`No answer came. ${NOT_KNOWN}`) : error
  if (!leavesOpen(answer)) return must(answer)
  const { status } = answer.response
  throw new CommandFailed(`${refusalSentence({ status, error: answer.error })} ${NOT_KNOWN}`)
}

const came = <Data>(answer: Answer<Data>) => ({ answer, error: null })
const lost = (error: unknown) => {
  // Thrown before anything was sent.
  if (error instanceof CommandFailed) throw error
  return { answer: null, error }
}

const TRIES = 3

/** Said where the same command once more could do the same twice. */
const NOT_KNOWN = `Whether it was done is not known. Look before you repeat it: ${PMT} orders, and ${PMT} stops.`

const leavesOpen = ({ response, error }: Answer<unknown>): boolean =>
  mayBeDone(response.status, typeof error === 'object' && error !== null && 'code' in error ? error.code : null)

/** True if a failed request may have reached the service: there was a connection. */
const hasLeft = (error: unknown): boolean => {
  const cause = error instanceof TypeError ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return !NO_CONNECTION.includes(String(code))
}

const NO_CONNECTION = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** False if it was aborted. */
export const pause = (seconds: number, signal: AbortSignal): Promise<boolean> =>
  wait(seconds * 1_000, true, { signal }).catch(() => false)
