/** The sentence of a problem: the service's own, and that the outcome is not known if the answer was lost. */

import type { Problem } from '../../api/ask.ts'
import { silentSince } from '../../api/reach.ts'

export const sentenceOf = ({ status, detail }: Problem): string => {
  // The shown data has been read again since.
  if (status === 0 && silentSince.value === null)
    return `${detail.replace('The service does not answer', 'The answer was lost')} Look whether it was done before you repeat it.`
  return status === 0 || status >= 500
    ? `${detail} Whether it was done is not known: look before you repeat it.`
    : detail
}
