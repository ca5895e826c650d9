/** Reads some pages of the trades before our time. They contain no trade of our orders. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { PollContext } from '../poll-context.ts'
import { recordExternalFills } from '../trades/record-external-fills.ts'
import { warnUnread } from '../trades/warn-unread.ts'

/** The state with the next page to read, null once all pages are read. The same object if nothing was read. */
export const readHistory = async ({ deps, account, sources, state }: PollContext): Promise<AccountSync> => {
  const { exchange, exchangeAccount, signal } = sources
  let history = state.history
  for (let pages = 0; history !== null && pages < PAGES_AT_ONCE; pages += 1) {
    const { before, cursor } = history
    const page = await exchange.fillsBefore(exchangeAccount, before, cursor, signal)
    await warnUnread(deps, exchange, account, null, page.unread ?? [])
    const left = await recordExternalFills(deps, state, exchange, page.fills, deps.clock(), signal)
    // This page is read again until all of it is stored.
    if (left.size > 0) break
    history = page.cursor === null ? null : { before, cursor: page.cursor }
  }
  return history === state.history ? state : { ...state, history }
}

/** Up to two thousand fills on EXCHANGE_A, two hundred on EXCHANGE_B: a poll stays short. */
const PAGES_AT_ONCE = 2
