/** Reads that are asked for twice within a moment: once because the user is about to open a page, and once by the page. */

import type { Answer } from './ask.ts'

const KEPT_MS = 3_000

/** The same read, but an answer of the last three seconds to the same question is given again, also while it is still on its way. */
export const keepBriefly = <Question extends readonly (string | number)[], Data>(
  read: (...question: Question) => Promise<Answer<Data>>,
): ((...question: Question) => Promise<Answer<Data>>) => {
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<Answer<Data>> }>()
  return (...question) => {
    const key = question.join()
    const known = kept.get(key)
    if (known !== undefined && Date.now() - known.at < KEPT_MS) return known.answer
    const answer = read(...question)
    kept.clear()
    kept.set(key, { at: Date.now(), answer })
    // A failed read is repeated.
    void answer.then(({ ok }) => {
      if (!ok) kept.delete(key)
    })
    return answer
  }
}
