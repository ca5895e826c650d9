/** Keeps in the memory what accounts and streams of clients are open. */

import { STREAMED_FOR } from '#domain/accounts/account-sync.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { STREAM_LASTS } from '#domain/streams/stream.ts'
import type { WatchStore } from '#ports/price-watch/watch-store.ts'
import type { QuoteMemory } from './watch-state.ts'

type Watched = Awaited<ReturnType<WatchStore['watched']>>

/** What is over by its age goes: nothing says so where the end of a stream was not noticed, and the table drops its row days later. */
export const keepOpen = (
  memory: QuoteMemory,
  { accounts, listeners }: Pick<Watched, 'accounts' | 'listeners'>,
  now: Millis,
): void => {
  memory.accounts = accounts.filter(({ at }) => now - at < STREAMED_FOR)
  memory.listeners = listeners.filter(({ openedAt }) => now - openedAt < STREAM_LASTS)
}
