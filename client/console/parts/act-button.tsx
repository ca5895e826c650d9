/** A button that does something at the service, once per click: it waits for the answer, and a problem is told. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../api/ask.ts'
import { say, sayProblem } from './toasts.tsx'

interface Props<Data> {
  readonly act: () => Promise<Answer<Data>>
  /** What is said when it worked. */
  readonly done?: string
  readonly then?: (data: Data) => void
  readonly class?: string
  readonly label?: string
  readonly disabled?: boolean
  readonly children: ComponentChildren
}

export const ActButton = <Data,>({ act, done, then, label, disabled = false, children, ...props }: Props<Data>) => {
  const [isBusy, setBusy] = useState(false)
  const click = async () => {
    setBusy(true)
    const answer = await act()
    setBusy(false)
    if (!answer.ok) return sayProblem(answer.problem)
    if (done !== undefined) say(done)
    then?.(answer.data)
  }
  return (
    <button
      type="button"
      class={`button ${props.class ?? ''}`}
      disabled={isBusy || disabled}
      onClick={click}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </button>
  )
}
