/** Why a call to an exchange did not succeed, in words. */

import type { ErrorWords } from './error-words.ts'
import type { Answered, CallResult } from './json-call.ts'

/** `errorIn` reads an answer of this exchange. */
export const troubleOf = (result: CallResult, errorIn: (answer: Answered) => ErrorWords): string => {
  if (result.kind === 'too_fast') return 'our request rate is used up'
  if (result.kind !== 'answered') return result.reason
  const { words, page } = errorIn(result)
  const said = words || page
  return `status ${result.status}${said === null ? '' : ` (${said})`}`
}
