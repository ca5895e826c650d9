/**
 * All keys of the console. A handler can only be registered for a key of this table, and the list of keys is made from it. Single keys act
 * wherever the focus is, except in a field and behind a dialog; the user can turn them off.
 */

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { PAGES } from './navigation/pages.ts'

const ANYWHERE = [
  { keys: 'mod k', does: 'Find anything' },
  { keys: '/', does: 'Search markets' },
  { keys: '?', does: 'Show all keys' },
] as const

const TICKET = [
  { keys: 'b', does: 'Buy' },
  { keys: 's', does: 'Sell' },
  { keys: 'y', does: 'Yes' },
  { keys: 'n', does: 'No' },
] as const

/** Fields of a ticket have these themselves. */
const FIELD = [
  { keys: '↑ ↓', does: 'One step up or down' },
  { keys: 'Enter', does: 'Go to the button' },
  { keys: 'Shift Enter', does: 'Send' },
] as const

type Page = (typeof PAGES)[number]
type PageKeys = `g ${Page['key']}`

/** A key, several in a row such as `g o`, or one with Ctrl (on a Mac: ⌘) such as `mod k`. */
export type Keys = (typeof ANYWHERE)[number]['keys'] | (typeof TICKET)[number]['keys'] | PageKeys

export interface Shortcut {
  readonly keys: Keys | (typeof FIELD)[number]['keys']
  readonly does: string
}

export const pageKeys = ({ key }: Page): PageKeys => `g ${key}`

export const SHORTCUTS: readonly (readonly [group: string, readonly Shortcut[]])[] = [
  ['Anywhere', ANYWHERE],
  ['Go to', PAGES.map((page) => ({ keys: pageKeys(page), does: page.title }))],
  ['To a ticket', TICKET],
  ['In a field of a ticket', FIELD],
]

const PLACE = 'single keys'
/** False if the user has turned single keys off: programs that type by voice would press them. */
export const hasSingleKeys = signal(localStorage.getItem(PLACE) !== 'off')

export const turnSingleKeys = (isOn: boolean): void => {
  localStorage.setItem(PLACE, isOn ? 'on' : 'off')
  hasSingleKeys.value = isOn
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** True if Ctrl is pressed, or ⌘ on a Mac, and no other such key. */
const isCommand = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !altKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)

/** The last one of a key acts: a ticket that is open, and not the bar that opens it. */
const handlers: { readonly keys: string; readonly act: () => void }[] = []

/** The keys do this while the component is shown. */
export const useShortcut = (keys: Keys, act: () => void): void => {
  useEffect(() => register(keys, act))
}

/** Answers what ends it. */
export const register = (keys: Keys, act: () => void): (() => void) => {
  const handler = { keys, act }
  handlers.push(handler)
  return () => {
    handlers.splice(handlers.indexOf(handler), 1)
  }
}

/** How long the second key of two may take. */
const SECOND_MS = 1_500
let first = { key: '', at: 0 }

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.repeat) return
  // A dialog that is open has the keys; it closes itself by Esc.
  if (document.querySelector('dialog[open]') !== null) return
  if (isCommand(event)) return run(event, `mod ${event.key.toLowerCase()}`)
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { target } = event
  // A dialog that has just closed keeps the focus until the browser draws the page again.
  const isField =
    target instanceof HTMLElement && target.matches(':is(input, select, textarea):not(dialog:not([open]) *)')
  if (event.key === 'Escape' && isField) target.blur()
  if (isField || !hasSingleKeys.value) return
  const { key, at } = first
  first = { key: event.key, at: event.timeStamp }
  if (key !== '' && event.timeStamp - at < SECOND_MS && actOf(`${key} ${event.key}`) !== undefined) {
    first = { key: '', at: 0 }
    return run(event, `${key} ${event.key}`)
  }
  run(event, event.key)
})

const actOf = (keys: string): (() => void) | undefined => handlers.findLast((handler) => handler.keys === keys)?.act

const run = (event: KeyboardEvent, keys: string): void => {
  const act = actOf(keys)
  if (act === undefined) return
  event.preventDefault()
  act()
}
