/** Short messages about what the user just did, and about what happened elsewhere. */

import { effect, signal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { Problem } from '../api/ask.ts'
import { apiKey } from '../session/api-key.ts'
import { sentenceOf } from './form/sentence-of.ts'
import { Told } from './told.tsx'

interface Toast {
  /** A later toast of the same key takes the place of this one. */
  readonly key: string
  readonly kind: 'good' | 'bad' | 'plain'
  /** Name of the market or the subaccount. */
  readonly title?: string
  readonly text: string
  /** Page with more about it. */
  readonly href?: string
  readonly docPath?: string | undefined
}

const toasts = signal<readonly Toast[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()
let lastKey = 0

const MOST = 4
const LASTS_MS = 6_000

/** Shows it at the end of the others, for some seconds. A failure stays longer: it may be about another page. */
export const show = (toast: Toast): void => {
  toasts.value = [...toasts.value.filter(({ key }) => key !== toast.key), toast].slice(-MOST)
  dropLater(toast)
}

const dropLater = (toast: Toast): void => {
  const { key } = toast
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => (isRead() ? dropLater(toast) : drop(key)), toast.kind === 'bad' ? LASTS_MS * 3 : LASTS_MS),
  )
}

/** The pointer or the focus is on a toast. */
const isRead = (): boolean => document.querySelector('.toast:is(:hover, :focus-within)') !== null

const drop = (gone: string): void => {
  clearTimeout(timers.get(gone))
  timers.delete(gone)
  toasts.value = toasts.value.filter(({ key }) => key !== gone)
}

const nextKey = (): string => `said ${++lastKey}`

/** It worked. */
export const say = (text: string): void => show({ key: nextKey(), kind: 'good', text })

/** The request was not carried out. */
export const sayBad = (text: string): void => show({ key: nextKey(), kind: 'bad', text })

/** It did not. */
export const sayProblem = (problem: Problem): void =>
  show({ key: nextKey(), kind: 'bad', text: sentenceOf(problem), docPath: problem.docPath })

// The next key to sign in never sees them.
effect(() => {
  if (apiKey.value === '') toasts.value = []
})

/** Places for the toasts, the topmost last. A modal dialog has its own, because nothing under it can be reached. */
const places = signal<readonly object[]>([])

export const Toasts = () => {
  const [place] = useState({})
  useLayoutEffect(() => {
    places.value = [...places.peek(), place]
    return () => {
      places.value = places.peek().filter((other) => other !== place)
    }
  }, [])
  const shown = places.value.at(-1) === place ? toasts.value : []
  return (
    <div class="toasts" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.key} class={`toast ${toast.kind}`}>
          <span class="stack-tight">
            {toast.href === undefined ? null : (
              <a class="strong" href={toast.href}>
                {toast.title}
              </a>
            )}
            <span>
              <Told about={toast.docPath}>{toast.text}</Told>
            </span>
          </span>
          <button type="button" class="plain muted" aria-label="Dismiss" onClick={() => drop(toast.key)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  )
}
