/** A form: what it lacks stands beside its fields once it was sent, and so does what the service finds wrong with them. */

import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Problem } from '../../api/ask.ts'
import { sayProblem } from '../toasts.tsx'
import { sentenceOf } from './sentence-of.ts'

/** Sentences by the path of their field; null if nothing is wrong with it. */
export type Lacks = Readonly<Record<string, string | null>>

interface FormState {
  /** What is wrong with a field. Asking says that the form shows it there. */
  readonly faultAt: (path: string) => string | null
  /** What no field shows; empty if there is nothing. */
  readonly rest: () => string
  /** Whether it can be sent: if not, what it lacks is shown from now on. */
  readonly begin: () => boolean
  /** What came of it: null if it worked, or is tried again. */
  readonly end: (problem: Problem | null) => void
  /** Whether something of it is on its way to the service. */
  readonly isBusy: boolean
  readonly setBusy: (isBusy: boolean) => void
}

const Context = createContext<FormState | null>(null)

/** The form around; null outside of any. */
export const useForm = (): FormState | null => useContext(Context)

interface Props {
  readonly class?: string
  /** What is still missing, by the path of its field in the request. */
  readonly lacks?: Lacks
  /** What the service says of what stands in it now, before it is sent. */
  readonly told?: Problem | null
  readonly children: ComponentChildren
}

export const Form = ({ lacks = {}, told = null, children, ...props }: Props) => {
  const element = useRef<HTMLFormElement>(null)
  const shown = useRef(new Set<string>())
  const [own, setOwn] = useState<Problem | null>(null)
  // How often it could not be sent.
  const [tries, setTries] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isGone = useRef(false)
  useEffect(
    () => () => {
      isGone.current = true
    },
    [],
  )
  const problem = own ?? told
  useLayoutEffect(() => {
    // As soon as the fields show it, and before the user types in another one.
    if (own !== null || tries > 0)
      queueMicrotask(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }, [own, tries])
  const state: FormState = {
    faultAt: (path) => {
      shown.current.add(path)
      return (tries > 0 && lacks[path]) || (problem?.faults?.find((fault) => isAt(fault.path, path))?.sentence ?? null)
    },
    rest: () => {
      if (problem === null) return ''
      const paths = [...shown.current]
      return (
        problem.faults
          ?.filter((fault) => !paths.some((path) => isAt(fault.path, path)))
          .map(({ sentence }) => sentence)
          // What it is told before it is sent comes of a read.
          .join(' ') ?? (own === null ? problem.detail : sentenceOf(problem))
      )
    },
    begin: () => {
      const can = Object.values(lacks).every((sentence) => sentence === null)
      setTries(can ? 0 : tries + 1)
      return can
    },
    // A form that was left tells it where the user is now.
    end: (next) => (next !== null && isGone.current ? sayProblem(next) : setOwn(next)),
    isBusy,
    setBusy,
  }
  return (
    <Context.Provider value={state}>
      <form
        {...props}
        ref={element}
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => event.preventDefault()}
        // What was wrong with a field says nothing of what is typed there now.
        onInput={({ target }) => {
          if (own?.faults !== undefined && target instanceof Element)
            setOwn({ ...own, faults: own.faults.filter(({ path }) => !isAt(path, target.getAttribute('name') ?? '')) })
        }}
      >
        {children}
      </form>
    </Context.Provider>
  )
}

/** Whether a fault is that of a field: of it, of a part of it, or of the one of a list that it belongs to. */
const isAt = (fault: string, field: string): boolean =>
  fault === field || fault.startsWith(`${field}.`) || (/\d$/.test(fault) && field.startsWith(`${fault}.`))
