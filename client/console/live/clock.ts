/** The time, second by second, for ages that grow while they are shown. */

import { signal } from '@preact/signals'

export const now = signal(Date.now())

setInterval(() => {
  if (!document.hidden) now.value = Date.now()
}, 1_000)
