/** Enter in the search field leads to the first result: at once if the results are there, else as soon as they are. */

import { useLayoutEffect } from 'preact/hooks'
import { searched } from '../navigation/searched.ts'

/** The text of the results on the page; null while there are none. */
let found: string | null = null
let isAwaited = false

/** The page shows the results for this text; null if they are not there yet. */
export const useFound = (text: string | null): void =>
  useLayoutEffect(() => {
    found = text
    lead()
    return () => {
      found = null
    }
  }, [text])

/** Leads to the first result for the text in the field. */
export const awaitFirst = (): void => {
  isAwaited = true
  lead()
}

/** The user continues without help. */
export const awaitNone = (): void => {
  isAwaited = false
}

const lead = (): void => {
  if (!isAwaited || found !== searched().trim()) return
  isAwaited = false
  document.querySelector<HTMLElement>('main .result')?.focus()
}
