/** Holds the values of a ticket. A reload and a look at another page keep it, for as long as the tab is open, until it is sent. */

import { useState } from 'preact/hooks'
import type { Draft } from './draft.ts'

interface KeptDraft {
  readonly draft: Draft
  readonly change: (next: (before: Draft) => Draft) => void
  /** Sent values are not offered again. */
  readonly forget: () => void
}

/** `place` names the ticket: its subaccount and what it trades. `first` is the first content. */
export const useDraft = (place: string, first: Draft): KeptDraft => {
  const key = `ticket ${place}`
  const [state, setState] = useState({ key, draft: read(key, first) })
  const draftAt = (now: typeof state): Draft => (now.key === key ? now.draft : read(key, first))
  return {
    draft: draftAt(state),
    change: (next) =>
      setState((before) => {
        const draft = next(draftAt(before))
        sessionStorage.setItem(key, JSON.stringify(draft))
        return { key, draft }
      }),
    forget: () => sessionStorage.removeItem(key),
  }
}

/** Values stored by an older version may lack a field: its prices were all typed. */
const read = (key: string, first: Draft): Draft => {
  const stored: Partial<Draft> = JSON.parse(sessionStorage.getItem(key) ?? '{}')
  return { ...first, isPriceOwn: (stored.price ?? '') !== '', ...stored }
}
