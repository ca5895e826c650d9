/** Enter in the search field leads to the first result: at once if what is typed has been found, else as soon as it is. */

import { useLayoutEffect } from 'preact/hooks'
import { searched } from './searched.ts'

/** What the results on the page were found for; null while none are there. */
let found: string | null = null
let isAwaited = false

/** The page shows what was found for this text; null if it has not been found yet. */
export const useFound = (text: string | null): void =>
  useLayoutEffect(() => {
    found = text
    lead()
    return () => {
      found = null
    }
  }, [text])

/** Leads to the first result of what stands in the field. */
export const awaitFirst = (): void => {
  isAwaited = true
  lead()
}

/** The user goes on by himself. */
export const awaitNone = (): void => {
  isAwaited = false
}

const lead = (): void => {
  if (!isAwaited || found !== searched().trim()) return
  isAwaited = false
  document.querySelector<HTMLElement>('main .link-row')?.focus()
}
