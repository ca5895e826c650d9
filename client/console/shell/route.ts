/** Where in the console the user is, as the part of the address after `#/`. */

import { signal } from '@preact/signals'

const here = (): readonly string[] =>
  location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })

/** Its parts: `['markets', '7']`. The first page is `['']`. */
export const route = signal(here())

addEventListener('hashchange', () => {
  route.value = here()
  scrollTo(0, 0)
})

/** The address of a place, for links. */
export const to = (...parts: readonly (string | number)[]): string => `#/${parts.map(encodeURIComponent).join('/')}`

/** Goes there. */
export const go = (...parts: readonly (string | number)[]): void => {
  location.hash = to(...parts)
}
