/** Short messages about what the user just did. */

import { signal } from '@preact/signals'
import type { Problem } from '../api/ask.ts'
import { sentenceOf } from './form/sentence-of.ts'
import { Told } from './told.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
  readonly docPath?: string | undefined
}

const toasts = signal<readonly Toast[]>([])
let lastId = 0

const LASTS_MS = 6_000

const show = (text: string, isBad: boolean, docPath?: string): void => {
  const id = ++lastId
  toasts.value = [...toasts.value.slice(-3), { id, text, isBad, docPath }]
  setTimeout(() => drop(id), isBad ? LASTS_MS * 3 : LASTS_MS)
}

const drop = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** It worked. A failure stays until it was read: it may be about another page. */
export const say = (text: string): void => show(text, false)

/** The request was not carried out. */
export const sayBad = (text: string): void => show(text, true)

/** It did not. */
export const sayProblem = (problem: Problem): void => show(sentenceOf(problem), true, problem.docPath)

export const Toasts = () => (
  <div class="toasts" aria-live="polite">
    {toasts.value.map(({ id, text, isBad, docPath }) => (
      <div key={id} class={`toast ${isBad ? 'bad' : ''}`}>
        <span>
          <Told about={docPath}>{text}</Told>
        </span>
        <button type="button" class="plain muted" aria-label="Dismiss" onClick={() => drop(id)}>
          ✕
        </button>
      </div>
    ))}
  </div>
)
