/** A question on top of the page. Esc, a click beside it and a link to another page close it. */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Form, type Lacks } from '../form/form.tsx'

interface Props {
  readonly title: string
  readonly close: () => void
  /** What it lacks, by the path of its field. */
  readonly lacks?: Lacks
  readonly children: ComponentChildren
}

export const Dialog = ({ title, close, lacks = {}, children }: Props) => {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    element.current?.showModal()
    addEventListener('hashchange', close)
    return () => removeEventListener('hashchange', close)
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
      <Form lacks={lacks}>
        <h2>{title}</h2>
        {children}
      </Form>
    </dialog>
  )
}
