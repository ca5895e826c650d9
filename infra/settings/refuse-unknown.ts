/** Refuses misspelt settings, which would silently change nothing. */

import { distance } from 'fastest-levenshtein'
import { SettingRefused } from './setting-refused.ts'

/** Settings of earlier versions, with the sentence that refuses each. */
const REMOVED: Readonly<Record<string, string>> = {
  exchanges:
    'it was replaced by accounts. For "demo" write accounts "demo", for "production" write accounts "production". The default is now "paper": real markets, play money.',
  restWhenIdle: 'it was removed: all queues are always read. Remove it.',
  workSpread:
    'it was removed: due work always has 16 partitions. If it was 4 or 16, follow "Updating" in docs/deploy.md. Then remove it.',
}

/** Throws for the first unknown name, with the name that was probably meant. The CDK's own names contain a colon. */
export const refuseUnknown = (given: readonly string[], known: ReadonlySet<string>): void => {
  const unknown = given.find((name) => !known.has(name) && !name.includes(':') && !name.startsWith('@'))
  if (unknown === undefined) return
  const removed = REMOVED[unknown]
  if (removed !== undefined) throw new SettingRefused(`setting ${unknown}: ${removed}`)
  const [closest = ''] = [...known].toSorted((a, b) => distance(unknown, a) - distance(unknown, b))
  const isNear = distance(unknown.toLowerCase(), closest.toLowerCase()) <= closest.length / 3
  const meant = isNear ? ` Did you mean ${closest}?` : ''
  throw new SettingRefused(`setting ${unknown}: there is none of this name.${meant} docs/deploy.md lists all.`)
}
