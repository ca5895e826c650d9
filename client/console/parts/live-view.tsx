/** Shows live data, or why there is none. Data that could not be read again stays, and says how old it is. */

import type { ComponentChildren } from 'preact'
import { time } from '../format/time.ts'
import type { Live } from '../live/use-live.ts'
import { hasNoSubaccount } from '../session/session.ts'
import { NoSubaccount } from './no-subaccount.tsx'
import { Note } from './note.tsx'

interface Props<Data> {
  readonly of: Live<Data>
  /** Shown if the service says that there is no such object; its own sentence if absent. */
  readonly missing?: ComponentChildren
  readonly children: (data: Data) => ComponentChildren
}

export const LiveView = <Data,>({ of: { data, problem, at, isAsked }, missing, children }: Props<Data>) => {
  if (data === null) {
    // Data of a subaccount is not requested without one.
    if (!isAsked && hasNoSubaccount.value) return <NoSubaccount />
    if (problem === null) return <p class="empty">Loading…</p>
    return missing !== undefined && MISSING.includes(problem.status) ? missing : <Failed detail={problem.detail} />
  }
  return (
    <>
      {problem === null ? null : (
        <Note kind="warn">
          Stale: as of {time(at)}. {problem.detail}
        </Note>
      )}
      {children(data)}
    </>
  )
}

/** There is none with this id, and an id of this form names none. */
const MISSING: readonly number[] = [404, 422]

const Failed = ({ detail }: { readonly detail: string }) => (
  <div class="inside">
    <Note kind="bad">{detail}</Note>
  </div>
)
