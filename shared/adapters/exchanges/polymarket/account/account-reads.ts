/** Reads of an account: its orders, its fills, and the time up to which they are complete. */

import { MINUTE } from '#domain/kernel/time.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { orSkip } from '../../or-skip.ts'
import { sessionOf } from '../http/session.ts'
import type { TradingClient } from '../http/trading-client.ts'
import { lookUpParts } from '../orders/look-up-parts.ts'
import { type PartChildObservations, partChildObservations } from '../orders/part-observations.ts'
import { type PartState, partIds, readParts, totalOf } from '../orders/read-parts.ts'
import { openOrderRows, tradePage, tradeRows } from './account-pages.ts'
import { type OwnFillsDeps, ownFills } from './own-fills.ts'
import { portfolioReads } from './portfolio-reads.ts'
import { toOrderReport } from './to-order-report.ts'

export interface AccountReadsDeps extends OwnFillsDeps {
  readonly api: TradingClient
  readonly clock: Clock
}

/**
 * Lag of the exchange's reads, in ms: younger trades may be missing. The exchange does not publish it; a minute is far above all
 * observations.
 */
const READS_LAG = MINUTE

export const accountReads = (
  deps: AccountReadsDeps,
): Pick<Exchange, 'lookUp' | 'order' | 'openOrders' | 'fillsSince' | 'fillsBefore' | 'positions' | 'balances'> => {
  const { api, clock, findTokens, onSkip } = deps
  return {
    ...portfolioReads(api, findTokens, onSkip),

    lookUp: async (account, order, signal) => {
      const seen = partChildObservations(clock, order.attempt.childObservations)
      const outcome = await lookUpParts(clock, sessionOf(api, account, signal), order, seen)
      return { ...outcome, childObservations: seen.toStore() }
    },

    order: async (account, { exchangeOrderId, nativeId, since, childObservations: known }, signal) => {
      const seen = partChildObservations(clock, known)
      const hashes = partIds(exchangeOrderId)
      const parts = await readParts(sessionOf(api, account, signal), seen, { hashes, nativeId, since })
      const childObservations = seen.toStore()
      const state = stateOf(parts, hashes, seen)
      if (state === null) return { report: null, childObservations }
      return {
        report: { exchangeOrderId, identity: null, state, filledQty: totalOf(parts) },
        childObservations,
      }
    },

    // An unreadable order of ours is read again by its id.
    openOrders: async (account, signal) =>
      (await openOrderRows(sessionOf(api, account, signal), {}, onSkip)).flatMap((row) =>
        orSkip(row.id, onSkip, () => toOrderReport(row)),
      ),

    fillsSince: async (account, since, signal) => {
      const session = sessionOf(api, account, signal)
      const asOf = clock() - READS_LAG
      // Whole seconds; it is not documented whether the first one counts.
      const after = Math.max(0, Math.floor(since / 1_000) - 1)
      return { ...(await ownFills(deps, session, await tradeRows(session, { after }))), asOf }
    },

    fillsBefore: async (account, before, cursor, signal) => {
      // Whole seconds; later fills of the last one are left out below. A fixed bound also fixes the places that the cursor counts.
      const query = { before: Math.ceil(before / 1_000) + 1 }
      const session = sessionOf(api, account, signal)
      const page = await tradePage(session, query, cursor)
      const { fills, unread } = await ownFills(deps, session, page)
      return { fills: fills.filter(({ at }) => at < before), cursor: page.cursor, unread }
    },
  }
}

/** Returns null while a missing part may still be on its way into the reads. */
const stateOf = (
  parts: readonly PartState[],
  hashes: readonly string[],
  seen: PartChildObservations,
): 'live' | 'ended' | null => {
  if (parts.some((part) => part.kind === 'found' && part.state === 'live')) return 'live'
  const isOpen = parts.some(
    (part, index) => part.kind === 'missing' && !part.gone && !seen.isKilled(hashes[index] ?? ''),
  )
  return isOpen ? null : 'ended'
}
