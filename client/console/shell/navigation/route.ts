/** The present page of the console, as the part of the address after `#/`: `markets/7`, or with its choices, `markets?q=senate`. */

import { computed, signal } from '@preact/signals'

/** The list of markets was the first page once: an address with its search still leads there. */
const leadOn = (): string => {
  const { hash } = location
  if (!/^#\/?\?(.*&)?q=/.test(hash)) return hash
  history.replaceState(null, '', hash.replace(/^#\/?/, '#/markets'))
  return location.hash
}

const hash = signal(leadOn())

const parts = computed(() => hash.value.replace(/^#\/?/, '').split('?'))

/** The parts of the place: `['markets', '7']`. The first page is `['']`. */
export const route = computed<readonly string[]>(() =>
  (parts.value[0] ?? '').split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  }),
)

const choices = computed(() => new URLSearchParams(parts.value[1] ?? ''))

let page = route.peek().join('/')

addEventListener('hashchange', () => {
  hash.value = leadOn()
  if (page !== route.value.join('/')) scrollTo(0, 0)
  page = route.value.join('/')
})

/** The choice of this name on the present page; empty if there is none. A reload and the button Back keep it. */
export const chosen = (name: string): string => choices.value.get(name) ?? ''

/** Chooses something on the page of now. The place in the history stays. */
export const choose = (name: string, value: string): void => {
  const next = new URLSearchParams(choices.peek())
  if (value === '') next.delete(name)
  else next.set(name, value)
  const query = next.toString()
  history.replaceState(null, '', `#/${parts.peek()[0] ?? ''}${query === '' ? '' : `?${query}`}`)
  hash.value = location.hash
}

/** The address of a place, for links. */
export const to = (...parts: readonly (string | number)[]): string => `#/${parts.map(encodeURIComponent).join('/')}`

/** Goes there. */
export const go = (...parts: readonly (string | number)[]): void => goTo(to(...parts))

/** Goes to the list of markets with this search. While a text is typed, Back leads to where the user was before it. */
export const search = (text: string): void => {
  const isTyping = route.peek().join('/') === 'markets' && choices.peek().get('q') !== null
  if (isTyping) choose('q', text)
  else goTo(text === '' ? to('markets') : `${to('markets')}?${new URLSearchParams({ q: text })}`)
}

/** Goes to an address of the console, or to another page of the service. */
export const goTo = (address: string): void => {
  location.assign(address)
  // The event comes later than the next key.
  hash.value = location.hash
}
