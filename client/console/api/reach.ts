/** Stores whether the service has answered lately. */

import { signal } from '@preact/signals'

/** When it stopped answering, in Unix milliseconds; null while it answers. */
export const silentSince = signal<number | null>(null)

let lastAnswerAt = Date.now()

/** An answer came, whatever it says. */
export const reached = (): void => {
  lastAnswerAt = Date.now()
  silentSince.value = null
}

/** A call got no answer. */
export const unreachable = (): void => {
  silentSince.value ??= lastAnswerAt
}
