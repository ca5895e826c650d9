/** Repeats a search that found nothing: without punctuation, then with each corrected spelling. */

import { withoutSigns } from './fts-query.ts'
import type { Spelling } from './spelling.ts'

/** First result that is not empty, with the corrected text that found it, or null. */
export const searchAgain = <Found extends { readonly total: number }>(
  text: string,
  first: Found,
  spelling: Spelling,
  search: (text: string) => Found,
): Found & { readonly correctedText: string | null } => {
  if (first.total > 0 || text === '') return { ...first, correctedText: null }
  const plain = withoutSigns(text)
  const again = plain === null ? first : search(plain)
  if (again.total > 0) return { ...again, correctedText: null }
  for (const corrected of spelling.corrections(plain ?? text)) {
    const better = search(corrected)
    if (better.total > 0) return { ...better, correctedText: corrected }
  }
  return { ...first, correctedText: null }
}
