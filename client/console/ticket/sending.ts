/**
 * Requests that this tab has sent from its tickets, by their content. The list outlives the page: a request does not become new because the
 * user visited another page.
 */

import { signal } from '@preact/signals'
import type { Drafted } from './draft/draft.ts'

export interface Made {
  readonly kind: 'order' | 'complex'
  readonly id: string
}

interface Sending {
  readonly isBusy: boolean
  readonly made: Made | null
  /** A second click does not send it again: that takes a change of the ticket, or the user's confirmation. */
  readonly isSpent: boolean
}

const NONE: Sending = { isBusy: false, made: null, isSpent: false }

const all = signal<Readonly<Record<string, Sending>>>({})

/** The state or result of a request. */
export const sendingOf = (asked: string): Sending => all.value[asked] ?? NONE

/** Changes its state; null forgets it. */
export const setSending = (asked: string, next: Partial<Sending> | null): void => {
  const { [asked]: before, ...others } = all.peek()
  all.value = next === null ? others : { ...others, [asked]: { ...NONE, ...before, ...next } }
}

/** A request of which it is not known whether it was carried out. Repeated as it was, under its key, it acts once. */
interface Attempt {
  readonly key: string
  readonly drafted: Drafted
  readonly at: number
}

/** The service knows a key for 24 hours. */
const KNOWN_MS = 23 * 3_600_000

/** The attempt at this request without an answer; null if there is none. A reload keeps it. */
export const openAttempt = (asked: string): Attempt | null => {
  const attempt: Attempt | null = JSON.parse(sessionStorage.getItem(PLACE + asked) ?? 'null')
  return attempt === null || Date.now() - attempt.at > KNOWN_MS ? null : attempt
}

/** Keeps the attempt until something is heard of it: null. */
export const keepAttempt = (asked: string, attempt: Attempt | null): void =>
  attempt === null
    ? sessionStorage.removeItem(PLACE + asked)
    : sessionStorage.setItem(PLACE + asked, JSON.stringify(attempt))

const PLACE = 'attempt '
