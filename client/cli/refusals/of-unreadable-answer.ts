/** Explains the error of a command that was given an answer of another shape. Other errors stay as they are. */

import { CommandFailed } from '../command.ts'
import { otherVersion } from '../service/other-version.ts'
import { isSilence } from './is-silence.ts'
import { NOT_OURS } from './refusal-sentence.ts'

export const ofUnreadableAnswer = async (
  error: unknown,
  send: (request: Request) => Promise<Response>,
  baseUrl: string,
): Promise<unknown> => {
  if (!(error instanceof TypeError) || isSilence(error)) return error
  const other = await otherVersion(send, baseUrl)
  return new CommandFailed(
    other === null ? `${NOT_OURS} (${error.message})` : `The answer cannot be read: ${other.sentence}`,
  )
}
