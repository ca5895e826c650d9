/** The dialog that belongs to no page and is open now; null if none is. Opening another one closes it. */

import { signal } from '@preact/signals'

export const opened = signal<'palette' | 'keys' | 'cancel' | 'halt' | 'more' | null>(null)

export const close = (): void => {
  opened.value = null
}
