/** A question on top of the page. Esc and a click beside it close it. */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface Props {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
  /** Without it there is only something to read. */
  readonly submit?: () => void
}

export const Dialog = ({ title, close, children, submit }: Props) => {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    element.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Esc, which the element knows
    <dialog
      ref={element}
      aria-label={title}
      onClose={close}
      onClick={({ target }) => {
        if (target === element.current) close()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit?.()
        }}
      >
        <h2>{title}</h2>
        {children}
      </form>
    </dialog>
  )
}
