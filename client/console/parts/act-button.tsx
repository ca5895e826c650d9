/**
 * A button that does something at the service, once per click: it waits for the answer, and shows a problem in the form around, or in a
 * toast.
 */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../api/ask.ts'
import { useForm } from './form/form.tsx'
import { say, sayProblem } from './toasts.tsx'

interface Props<Data> {
  readonly act: () => Promise<Answer<Data>>
  /** The sentence after success. */
  readonly done?: string
  readonly then?: (data: Data) => void
  /** True if it sends the form around, which must then be complete. */
  readonly sends?: boolean
  readonly class?: string
  readonly label?: string
  readonly disabled?: boolean
  /** The id of the words that say why it is disabled. */
  readonly why?: string
  readonly children: ComponentChildren
}

export const ActButton = <Data,>({
  act,
  done,
  then,
  sends = false,
  label,
  disabled,
  why,
  children,
  ...props
}: Props<Data>) => {
  const [isBusy, setBusy] = useState(false)
  const form = useForm()
  const click = async () => {
    if (isBusy) return
    if (sends && form?.begin() === false) return
    setBusy(true)
    form?.setBusy(true)
    form?.end(null)
    const answer = await act()
    setBusy(false)
    form?.setBusy(false)
    if (!answer.ok) return (form?.end ?? sayProblem)(answer.problem)
    if (done !== undefined) say(done)
    then?.(answer.data)
  }
  return (
    <button
      type={sends ? 'submit' : 'button'}
      class={`button ${props.class ?? ''}`}
      disabled={disabled}
      // The button keeps the focus while it waits.
      aria-disabled={isBusy}
      onClick={click}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(why === undefined ? {} : { 'aria-describedby': why })}
    >
      {children}
    </button>
  )
}
