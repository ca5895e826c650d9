/** Shows live data, or why there is none. Data that could not be read again stays, and says how old it is. */

import type { ComponentChildren } from 'preact'
import { time } from '../format/time.ts'
import type { Live } from '../live/use-live.ts'
import { Note } from './note.tsx'

interface Props<Data> {
  readonly of: Live<Data>
  readonly children: (data: Data) => ComponentChildren
}

export const LiveView = <Data,>({ of: { data, problem, at }, children }: Props<Data>) => {
  if (data === null) return problem === null ? <p class="empty">Loading…</p> : <Failed detail={problem.detail} />
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

const Failed = ({ detail }: { readonly detail: string }) => (
  <div class="inside">
    <Note kind="bad">{detail}</Note>
  </div>
)
