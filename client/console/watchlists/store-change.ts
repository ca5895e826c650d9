/** Stores a change of the watchlists. If another tab or program has changed them, the change is applied to the lists as they are now. */

import type { Answer } from '../api/ask.ts'
import { applyChange, type Change, type Watchlists } from './apply-change.ts'

interface Stored {
  readonly get: () => Promise<Answer<Watchlists>>
  readonly put: (next: Pick<Watchlists, 'version' | 'watchlists'>) => Promise<Answer<Watchlists>>
}

const TRIES = 4

/** `known` are the lists as they were read last; null if they were not. */
export const storeChange = async (
  { get, put }: Stored,
  known: Watchlists | null,
  change: Change,
): Promise<Answer<Watchlists>> => {
  let base = known
  for (let tries = 1; ; tries += 1) {
    if (base === null) {
      const read = await get()
      if (!read.ok) return read
      base = read.data
    }
    const watchlists = applyChange(base.watchlists, change)
    if (typeof watchlists === 'string') return refused(watchlists)
    const answer = await put({ version: base.version, watchlists })
    if (answer.ok || tries === TRIES) return answer
    if (answer.problem.code === 'watchlists_changed') base = null
    // After a lost answer the same lists are sent again: lists that are stored already are no conflict.
    else if (answer.problem.status !== 0) return answer
  }
}

const refused = (detail: string): Answer<Watchlists> => ({
  ok: false,
  problem: { status: 400, code: 'not_possible', detail, retryAfterS: null },
})
