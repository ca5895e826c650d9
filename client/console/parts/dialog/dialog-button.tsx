/** A button that opens a dialog. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface Props {
  readonly text: string
  readonly class?: string
  /** Accessible name of the button, if its text alone is not enough. */
  readonly label?: string
  readonly dialog: (close: () => void) => ComponentChildren
}

export const DialogButton = ({ text, label, dialog, ...props }: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        class={`button ${props.class ?? ''}`}
        onClick={() => setOpen(true)}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {text}
      </button>
      {isOpen ? dialog(() => setOpen(false)) : null}
    </>
  )
}
