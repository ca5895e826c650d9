/** Values that the tab keeps over a reload. They belong to the key that kept them: another key never reads them. */

import { apiKey } from './api-key.ts'

/** Keeps a text; null forgets it. */
export const keepForKey = (place: string, value: string | null): void => {
  if (value === null || keyId() === '') sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, `${keyId()} ${value}`)
}

/** Returns null if the key of now has kept nothing. */
export const keptForKey = (place: string): string | null => {
  const kept = sessionStorage.getItem(place)
  const isOwn = keyId() !== '' && kept?.startsWith(`${keyId()} `) === true
  return isOwn ? kept.slice(keyId().length + 1) : null
}

/** The public part of the key. Empty without a key. */
const keyId = (): string => /^pmt_([0-9a-f-]{36})_/.exec(apiKey.peek())?.[1] ?? ''
