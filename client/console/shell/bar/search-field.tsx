/** The search field of every page: typed text becomes the search page. Enter and the arrow down lead to its first result. */

import { useRef } from 'preact/hooks'
import { search } from '../navigation/route.ts'
import { searched } from '../navigation/searched.ts'
import { useShortcut } from '../shortcuts.ts'
import { awaitFirst, awaitNone } from './first-result.ts'

export const SearchField = () => {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => {
    input.current?.focus()
    input.current?.select()
  })
  return (
    <search class="find">
      <input
        ref={input}
        type="search"
        aria-label="Search markets and events"
        placeholder="Search markets and events"
        maxLength={200}
        value={searched()}
        onInput={({ currentTarget }) => {
          awaitNone()
          search(currentTarget.value)
        }}
        onBlur={awaitNone}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          awaitFirst()
        }}
      />
      <span class="key">/</span>
    </search>
  )
}
