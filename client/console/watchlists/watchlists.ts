/** The watchlists of the user, as all parts of the page show them. */

import { effect, signal } from '@preact/signals'
import { type Answer, ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { apiKey } from '../session/api-key.ts'
import { applyChange, type Change, type Watchlists } from './apply-change.ts'
import { storeChange } from './store-change.ts'

/** Null until they were read. */
export const watchlists = signal<Watchlists | null>(null)

const get = (): Promise<Answer<Watchlists>> => ask(api.GET('/v1/watchlists'))

const put = (body: Pick<Watchlists, 'version' | 'watchlists'>): Promise<Answer<Watchlists>> =>
  ask(api.PUT('/v1/watchlists', { body }))

/** The lists as the service has stored them, as far as is known here. */
let base: Watchlists | null = null

/** Changes are stored one after the other. */
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Reads them again, unless a change is on its way. */
export const readWatchlists = async (): Promise<Answer<Watchlists>> => {
  const answer = await get()
  if (answer.ok && waiting === 0) {
    base = answer.data
    watchlists.value = answer.data
  }
  return answer
}

/** Stores a change. A star is shown at once, and taken back if it could not be stored. */
export const changeWatchlists = (change: Change): Promise<Answer<Watchlists>> => {
  const before = watchlists.value
  if (before !== null && 'svcIds' in change) {
    const shown = applyChange(before.watchlists, change)
    if (typeof shown !== 'string') watchlists.value = { ...before, watchlists: shown }
  }
  waiting += 1
  const stored = last.then(async () => {
    const answer = await storeChange({ get, put }, base, change)
    waiting -= 1
    if (answer.ok) base = answer.data
    else {
      const read = await get()
      base = read.ok ? read.data : null
    }
    if (waiting === 0 && base !== null) watchlists.value = base
    return answer
  })
  last = stored
  return stored
}

effect(() => {
  // Another user has other lists.
  if (apiKey.value === '') {
    watchlists.value = null
    base = null
  }
})
