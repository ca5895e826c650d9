/** Why a call to an exchange did not succeed, in words. */

import type { HttpAnswer } from './http.ts'

/** What an answer says that is no success; `page` is the title of a page that came in place of words. */
interface ErrorWords {
  readonly words: string
  readonly page: string | null
}

/** `errorIn` reads an answer of this exchange. */
export const troubleOf = <Answered extends { readonly kind: 'answered'; readonly status: number }>(
  result: Answered | { readonly kind: 'too_fast' } | Exclude<HttpAnswer, { kind: 'answered' }>,
  errorIn: (answer: Answered) => ErrorWords,
): string => {
  if (result.kind === 'too_fast') return 'our request rate is used up'
  if (result.kind !== 'answered') return result.reason
  const { words, page } = errorIn(result)
  const said = words || page
  return `status ${result.status}${said === null ? '' : ` (${said})`}`
}
