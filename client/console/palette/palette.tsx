/** The command palette: typed words find pages, commands, positions, orders and markets; the arrows choose, Enter goes there. */

import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks'
import { useModal } from '../parts/dialog/use-modal.ts'
import { Toasts } from '../parts/toasts.tsx'
import { subaccount } from '../session/session.ts'
import { search } from '../shell/navigation/route.ts'
import { close } from '../shell/opened.ts'
import { readWatchlists } from '../watchlists/watchlists.ts'
import type { Entry } from './entry.ts'
import { KeyCaps } from './key-caps.tsx'
import { listEntries } from './list-entries.ts'
import { matches } from './matches.ts'
import { ownEntries } from './own-entries.ts'
import { readHoldings } from './read-holdings.ts'
import { useFoundMarkets } from './use-found-markets.ts'

export const Palette = () => {
  const dialog = useModal(close)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState('')
  const [isAwaited, setAwaited] = useState(false)
  const holdings = useHoldings()
  const found = useFoundMarkets(typed.trim())
  const entries = [
    ...matches([...ownEntries(), ...listEntries(), ...holdings], typed),
    ...marketsFor(typed, found.entries),
  ]
  const chosen = entries.find((entry) => entry.id === chosenId) ?? entries[0]
  useLayoutEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.id])

  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    close()
    entry.act()
  }
  // Enter before the markets for this text were there: nothing was chosen by the arrows, so the first one is meant.
  const isEarly = chosenId === '' && !found.isNow && typed.trim() !== '' && chosen?.group === 'Markets'
  useEffect(() => {
    if (isAwaited && !isEarly) run(chosen)
  })
  const step = (by: number): void => {
    const at = chosen === undefined ? 0 : entries.indexOf(chosen)
    setChosenId(entries.at((at + by) % entries.length)?.id ?? '')
  }
  const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Esc, which the element knows
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find anything"
      onClose={() => {
        if (dialog.current !== null) close()
      }}
      onClick={({ target }) => {
        if (target === dialog.current) close()
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Find a page, a market, an order or a command"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={`${id}list`}
        {...(chosen === undefined ? {} : { 'aria-activedescendant': id + chosen.id })}
        placeholder="Find a page, a market, an order or a command"
        maxLength={200}
        autoComplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setChosenId('')
          setAwaited(false)
        }}
        onKeyDown={(event) => {
          const by = STEPS[event.key]
          if (event.isComposing || (by === undefined && event.key !== 'Enter')) return
          event.preventDefault()
          if (by !== undefined) step(by)
          else if (isEarly) setAwaited(true)
          else run(chosen)
        }}
      />
      <div class="found" id={`${id}list`} role="listbox" aria-label="Found">
        {grouped(entries).map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
          <div key={group} role="group" aria-label={group}>
            <div class="group" aria-hidden="true">
              {group}
            </div>
            {members.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field names the chosen one
              <div
                key={entry.id}
                id={id + entry.id}
                role="option"
                aria-selected={entry === chosen}
                onPointerMove={() => setChosenId(entry.id)}
                onClick={() => run(entry)}
              >
                <span>{entry.text}</span>
                {entry.aside === undefined ? null : <span class="muted small">{entry.aside}</span>}
                {entry.keys === undefined ? null : <KeyCaps of={entry.keys} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      <footer>
        <span role="status">{typed.trim() === '' ? '' : found.isNow ? found.says : 'Searching markets…'}</span>
        <span aria-hidden="true">↑ ↓ choose · Enter opens · Esc closes</span>
      </footer>
      <Toasts />
    </dialog>
  )
}

const useHoldings = (): readonly Entry[] => {
  const [holdings, setHoldings] = useState<readonly Entry[]>([])
  const subaccountId = subaccount.value?.subaccount_id ?? ''
  useEffect(() => {
    void readHoldings(subaccountId).then(setHoldings)
    void readWatchlists()
  }, [subaccountId])
  return holdings
}

/** The markets that the service found for the text, and the way to all others. */
const marketsFor = (typed: string, found: readonly Entry[]): readonly Entry[] => {
  const text = typed.trim()
  if (text === '') return []
  const all: Entry = { id: 'search', group: 'Markets', text: `Search markets for “${text}”`, act: () => search(text) }
  return [...found, all]
}

const grouped = (entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] =>
  Object.entries(Object.groupBy(entries, ({ group }) => group)).map(([group, members = []]) => [group, members])
