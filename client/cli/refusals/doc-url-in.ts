/** Page of the service about the code of a refusal. */

import type { Refusal } from './refusal-sentence.ts'

/** Returns the address of the page; null if there is none. Faults of a request need no page: the sentence names each. `url`: address of the service. */
export const docUrlIn = (refusal: Refusal | null, url: string | undefined): string | null => {
  const error = refusal?.error
  if (refusal?.status === 422 || typeof error !== 'object' || error === null || !('doc_url' in error)) return null
  const page = String(error.doc_url)
  return URL.canParse(page, url) ? new URL(page, url).href : null
}
