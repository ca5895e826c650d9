/** Opens the `<dialog>` of a component over the page. A link to another page closes it. When it is gone, the focus is where it was. */

import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export const useModal = (close: () => void): RefObject<HTMLDialogElement | null> => {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    // Selects the offered value, so that a typed one replaces it.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
    addEventListener('hashchange', close)
    return () => {
      removeEventListener('hashchange', close)
      dialog?.close()
      // A dialog that is off the page already gives nothing back.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return element
}
