/** The key of this tab. The key is stored only while the tab is open. */

import { signal } from '@preact/signals'

const PLACE = 'api-key'

/** Empty while no user is signed in. */
export const apiKey = signal(sessionStorage.getItem(PLACE) ?? '')

/** Keeps the key for this tab. */
export const keepKey = (key: string): void => {
  sessionStorage.setItem(PLACE, key)
  apiKey.value = key
}

/** Why the last session ended, for the page to sign in; empty if the user ended it. */
export const endedBecause = signal('')

/** Forgets the key. */
export const signOut = (because = ''): void => {
  sessionStorage.clear()
  endedBecause.value = because
  apiKey.value = ''
}
