/** The search that stands on every page: what is typed becomes the search page. */

import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { go, route } from './route.ts'
import { useShortcut } from './shortcuts.ts'

/** What is looked for. */
export const searched = signal('')

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
        value={searched.value}
        onInput={({ currentTarget }) => {
          searched.value = currentTarget.value
          if (route.value[0] !== '') go('')
        }}
      />
      <span class="key">/</span>
    </search>
  )
}
