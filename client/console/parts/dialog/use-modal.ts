/** Opens the `<dialog>` of a component over the page. A link to another page closes it. When it is gone, the focus is where it was. */

import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export const useModal = (close: () => void): RefObject<HTMLDialogElement | null> => {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    addEventListener('hashchange', close)
    return () => {
      removeEventListener('hashchange', close)
      dialog?.close()
    }
  }, [])
  return element
}
