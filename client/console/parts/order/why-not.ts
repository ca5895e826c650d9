/** Why the button of a change does nothing yet, in words; null if it does. */

import type { Read } from '../../format/read-number.ts'

export const whyNot = (qty: Read, price: Read, isSame: boolean): string | null => {
  if (qty.fault !== null || price.fault !== null) return 'Correct what is marked.'
  if (qty.value === null) return 'Enter how many contracts.'
  if (price.value === null) return 'Enter a price.'
  return isSame ? 'Nothing is changed yet.' : null
}
