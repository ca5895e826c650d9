/**
 * Reads the followed object. Returns null if a later read can succeed, so that a restart of the service does not end `--watch`. The user
 * sees the failure once.
 */

import { type Answer, must, type Session } from '../command.ts'
import { isSilence } from '../refusals/is-silence.ts'

export const askAgain = ({ progress }: Pick<Session, 'progress'>) => {
  let reported = false
  return async <Data>(read: () => Promise<Answer<Data>>): Promise<Data | null> => {
    const answer = await read().catch((error: unknown) => {
      if (isSilence(error)) return null
      throw error
    })
    if (answer !== null && answer.response.status < 500 && answer.response.status !== 429) {
      reported = false
      return must(answer)
    }
    const isTooOften = answer?.response.status === 429
    if (!reported)
      progress(
        isTooOften
          ? 'Too many requests. Asking again until there is an answer, or Ctrl-C.'
          : 'No answer. Asking again until there is one, or Ctrl-C.',
      )
    reported = true
    return null
  }
}
