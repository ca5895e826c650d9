/** Keys that do something wherever the focus is, except in a field. */

import { useEffect } from 'preact/hooks'

const handlers = new Map<string, () => void>()

/** The key does this while the component is shown. */
export const useShortcut = (key: string, act: () => void): void => {
  useEffect(() => {
    handlers.set(key, act)
    return () => {
      if (handlers.get(key) === act) handlers.delete(key)
    }
  })
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const { target } = event
  const isField = target instanceof HTMLElement && target.matches('input, select, textarea')
  // A dialog that is open has the keys; it closes itself by Esc.
  if (document.querySelector('dialog[open]') !== null) return
  if (event.key === 'Escape' && isField) target.blur()
  if (isField && event.key !== 'Escape') return
  const act = handlers.get(event.key)
  if (act === undefined) return
  event.preventDefault()
  act()
})
