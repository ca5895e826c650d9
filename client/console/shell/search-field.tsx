/** The search that stands on every page: what is typed becomes the search page. Enter and the arrow down lead to its first result. */

import { useRef } from 'preact/hooks'
import { chosen, search } from './route.ts'
import { useShortcut } from './shortcuts.ts'

/** What is looked for. It stands in the address. */
export const searched = (): string => chosen('q')

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
        onInput={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          document.querySelector<HTMLElement>('main .link-row')?.focus()
        }}
      />
      <span class="key">/</span>
    </search>
  )
}
