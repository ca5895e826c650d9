/**
 * What this tab has sent from its tickets, by what was asked for. It outlives the page: nothing becomes new because the user looked elsewhere
 * meanwhile.
 */

import { signal } from '@preact/signals'
import type { Drafted } from './draft.ts'

export interface Made {
  readonly kind: 'order' | 'complex'
  readonly id: string
}

interface Sending {
  readonly isBusy: boolean
  readonly made: Made | null
  /** It is not sent a second time by a second click: that takes a change of the ticket, or the user's word. */
  readonly isSpent: boolean
}

const NONE: Sending = { isBusy: false, made: null, isSpent: false }

const all = signal<Readonly<Record<string, Sending>>>({})

/** What is under way, or came, of what was asked for. */
export const sendingOf = (asked: string): Sending => all.value[asked] ?? NONE

/** Changes what is said of it; null forgets it. */
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

/** The attempt at what is asked for that nothing has been heard of; null if there is none. A reload keeps it. */
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
