/** True on a screen as narrow as a telephone's: the pages are at the bottom then, and the ticket is a sheet. The style sheets use the same width. */

import { signal } from '@preact/signals'

const narrow = matchMedia('(width <= 767px)')

export const isPhone = signal(narrow.matches)

narrow.addEventListener('change', () => {
  isPhone.value = narrow.matches
})
