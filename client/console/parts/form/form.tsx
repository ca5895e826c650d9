/** A form: after it was sent, missing fields and the faults that the service found are shown beside its fields. */

import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Problem } from '../../api/ask.ts'
import { sayProblem } from '../toasts.tsx'
import { sentenceOf } from './sentence-of.ts'

/** Sentences by the path of their field; null if nothing is wrong with it. */
export type Lacks = Readonly<Record<string, string | null>>

interface FormState {
  /** The fault of a field. Asking says that the form shows it there. */
  readonly faultAt: (path: string) => string | null
  /** Faults that no field shows; empty if there are none. */
  readonly rest: () => string
  /** Path of the page about the problem, if there is one. */
  readonly docPath: string | undefined
  /** Returns whether it can be sent: if not, missing fields are shown from now on. */
  readonly begin: () => boolean
  /** The problem of the last send: null if it worked, or is tried again. */
  readonly end: (problem: Problem | null) => void
  /** True while a request is on its way to the service. */
  readonly isBusy: boolean
  readonly setBusy: (isBusy: boolean) => void
}

const Context = createContext<FormState | null>(null)

/** The form around; null outside of any. */
export const useForm = (): FormState | null => useContext(Context)

interface Props {
  readonly class?: string
  /** Missing fields, by their path in the request. */
  readonly lacks?: Lacks
  /** Faults that the service finds in the present values, before the form is sent. */
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
          // Faults before a send come from a read.
          .join(' ') ?? (own === null ? problem.detail : sentenceOf(problem))
      )
    },
    docPath: problem?.docPath,
    begin: () => {
      const can = Object.values(lacks).every((sentence) => sentence === null)
      setTries(can ? 0 : tries + 1)
      return can
    },
    // A form that was left shows its problem where the user is now.
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
        // An old fault of a field does not hold for newly typed text.
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

/** True if a fault belongs to a field: to it, to a part of it, or to the list item that contains it. */
const isAt = (fault: string, field: string): boolean =>
  fault === field || fault.startsWith(`${field}.`) || (/\d$/.test(fault) && field.startsWith(`${fault}.`))
