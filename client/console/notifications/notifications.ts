/** The last hundred notifications of the signed-in key, and what makes them known: a toast, the title, the browser, a sound. */

import { effect, signal } from '@preact/signals'
import type { Change } from '../api/types.ts'
import { count } from '../format/words.ts'
import { hearChanges } from '../live/stream.ts'
import { pageTitle } from '../parts/page-title.ts'
import { show } from '../parts/toasts.tsx'
import { apiKey } from '../session/api-key.ts'
import { keepForKey, keptForKey } from '../session/kept-for-key.ts'
import { alertAbout } from './alerts.ts'
import type { Entry } from './entry.ts'
import { entryOf } from './entry-of.ts'
import { isSaidHere, onceKnown } from './said-here.ts'
import { withEntry } from './with-entry.ts'

interface State {
  readonly entries: readonly Entry[]
  /** The user has not seen so many of them. */
  readonly unseen: number
}

const NONE: State = { entries: [], unseen: 0 }
const PLACE = 'notifications'

export const notifications = signal(NONE)

/** The user has seen the list. */
export const seeAll = (): void => keep({ ...notifications.peek(), unseen: 0 })

export const clearAll = (): void => keep(NONE)

const keep = (next: State): void => {
  notifications.value = next
  keepForKey(PLACE, JSON.stringify(next))
}

/** Missed changes since the page was last connected. */
let missed = 0

const take = (change: Change, isMissed: boolean): void => {
  if (!isMissed) missed = 0
  const found = entryOf(change)
  const { entries, unseen } = notifications.peek()
  const next = found === null ? entries : withEntry(entries, found)
  const [newest] = next
  if (next === entries || newest === undefined) return
  const isSeen = !document.hidden && document.hasFocus()
  const isSaid = isSeen && isSaidHere(newest.about)
  const isNew = next.length > entries.length || newest.ids.length === 1
  keep({ entries: next, unseen: isSaid ? unseen : isNew ? unseen + 1 : Math.max(unseen, 1) })
  if (isSaid) return
  if (isMissed) showMissed(isNew)
  else {
    show(newest)
    alertAbout(newest, isSeen)
  }
}

/** One toast for all of them. The list has each. */
const showMissed = (isNew: boolean): void => {
  missed += isNew ? 1 : 0
  const text = `${count(missed, 'thing')} happened while this page was not connected. The bell lists them.`
  show({ key: PLACE, kind: 'plain', text })
}

hearChanges((change, isMissed) => onceKnown(() => take(change, isMissed)))

effect(() => {
  // Another key never sees the list.
  notifications.value = apiKey.value === '' ? NONE : JSON.parse(keptForKey(PLACE) ?? JSON.stringify(NONE))
  missed = 0
})

effect(() => {
  const { unseen } = notifications.value
  const title = pageTitle.value === '' ? 'Trading console' : `${pageTitle.value} · Trading console`
  document.title = unseen === 0 ? title : `(${unseen}) ${title}`
})
