/** A button that does something at the service, once per click: it waits for the answer, and a problem is told. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer, Problem } from '../api/ask.ts'
import { say, sayProblem } from './toasts.tsx'

interface Props<Data> {
  readonly act: () => Promise<Answer<Data>>
  /** What is said when it worked. */
  readonly done?: string
  readonly then?: (data: Data) => void
  /** Where a problem is told; a toast if absent. Null when a new attempt begins. */
  readonly fail?: (problem: Problem | null) => void
  readonly class?: string
  readonly label?: string
  readonly disabled?: boolean
  /** The id of the words that say why it is disabled. */
  readonly why?: string
  readonly children: ComponentChildren
}

export const ActButton = <Data,>({ act, done, then, fail, label, disabled, why, children, ...props }: Props<Data>) => {
  const [isBusy, setBusy] = useState(false)
  const click = async () => {
    setBusy(true)
    fail?.(null)
    const answer = await act()
    setBusy(false)
    if (!answer.ok) return (fail ?? sayProblem)(answer.problem)
    if (done !== undefined) say(done)
    then?.(answer.data)
  }
  return (
    <button
      type="button"
      class={`button ${props.class ?? ''}`}
      disabled={isBusy || disabled === true}
      onClick={click}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(why === undefined ? {} : { 'aria-describedby': why })}
    >
      {children}
    </button>
  )
}
