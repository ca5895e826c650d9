/** A question on top of the page. Esc, a click beside it and a link to another page close it; the first two not while it is being sent. */

import type { ComponentChildren } from 'preact'
import { Form, type Lacks } from '../form/form.tsx'
import { Toasts } from '../toasts.tsx'
import { useModal } from './use-modal.ts'

interface Props {
  readonly title: string
  readonly close: () => void
  /** Missing fields, by path. */
  readonly lacks?: Lacks
  readonly children: ComponentChildren
}

export const Dialog = ({ title, close, lacks = {}, children }: Props) => {
  const element = useModal(close)
  const isBusy = (): boolean => element.current?.querySelector('form')?.ariaBusy === 'true'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Esc, which the element knows
    <dialog
      ref={element}
      aria-label={title}
      onCancel={(event) => {
        if (isBusy()) event.preventDefault()
      }}
      onClose={() => {
        // The event comes late if the page has closed it.
        if (element.current === null) return
        // A second Esc closes it whatever is said to the first.
        if (isBusy()) element.current.showModal()
        else close()
      }}
      onClick={({ target }) => {
        if (target === element.current && !isBusy()) close()
      }}
    >
      <Form lacks={lacks}>
        <h2>{title}</h2>
        {children}
      </Form>
      <Toasts />
    </dialog>
  )
}
