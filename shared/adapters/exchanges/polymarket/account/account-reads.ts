/** What the exchange says of an account: its orders, its fills, and how fresh that is. */

import { MINUTE } from '#domain/kernel/time.ts'
import { ARRIVES_WITHIN } from '#domain/orders/order.ts'
import type { LookUpOutcome, OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { FillReport, UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { orSkip } from '../../or-skip.ts'
import { type Session, sessionOf } from '../http/session.ts'
import type { TradingClient } from '../http/trading-client.ts'
import type { WireTrade } from '../http/wire.ts'
import { conditionIdOf } from '../markets/condition-id.ts'
import type { MarketContexts } from '../markets/market-context.ts'
import type { FindTokens } from '../markets/tokens.ts'
import { askToCancel, provesAfterMs, WATCH } from '../orders/cancel-orders.ts'
import { hasEnded, type Part, readPayload } from '../orders/part-payload.ts'
import { type PartSightings, partSightings } from '../orders/part-sightings.ts'
import { type PartState, partIds, readParts, totalOf } from '../orders/read-parts.ts'
import { openOrderRows, type Trades, tradePage, tradeRows } from './account-pages.ts'
import { portfolioReads } from './portfolio-reads.ts'
import { fillsOf } from './to-fills.ts'
import { toOrderReport } from './to-order-report.ts'

export interface AccountReadsDeps {
  readonly api: TradingClient
  readonly clock: Clock
  readonly markets: MarketContexts
  readonly findTokens: FindTokens
  /** Told of every trade that cannot be placed: it is left out, the rest goes on. */
  readonly onSkip: (id: string, reason: string) => void
}

export const accountReads = ({
  api,
  clock,
  markets,
  findTokens,
  onSkip,
}: AccountReadsDeps): Pick<
  Exchange,
  'lookUp' | 'order' | 'openOrders' | 'fillsSince' | 'fillsBefore' | 'positions' | 'balances'
> => {
  const fillsIn = async (
    { trader, signal }: Session,
    { trades, unread }: Trades,
  ): Promise<{ readonly fills: readonly FillReport[]; readonly unread: readonly UnreadTrade[] }> => {
    const { wallet, credentials } = trader
    const fills: FillReport[] = []
    const odd = [...unread]
    for (const trade of trades) {
      const ours = orOdd(trade, odd, () => fillsOf(trade, { funder: wallet.funder, apiKey: credentials.apiKey }))
      if (ours.length === 0) continue
      const conditionId = conditionIdOf(trade.market)
      const tokens = await findTokens(conditionId, signal)
      // Only a taker pays.
      const fee = ours.some(({ isMaker }) => !isMaker) ? await markets.feeOf(conditionId, signal) : null
      const told = orOdd(trade, odd, () => ours.map((fill) => fill.inYesTerms(tokens, fee)))
      if (told.includes(null)) onSkip(trade.id, 'a trade in a market nobody knows the YES token of')
      fills.push(...told.filter((fill) => fill !== null))
    }
    return { fills, unread: odd }
  }

  const lookUpParts = async (
    session: Session,
    { nativeId, attempt }: OutboundOrder,
    seen: PartSightings,
  ): Promise<LookUpOutcome> => {
    const { parts } = readPayload(attempt.payload)
    const wanted = { hashes: parts.map(({ hash }) => hash), nativeId, since: attempt.firstSentAt }
    const states = await readParts(session, seen, wanted)
    const known = states.map((state, index) => whatIsKnown(state, parts[index], seen))
    const { identity, refusal } = attempt
    // A send of unknown fate is not expected to arrive any more. Before, and without a refusal, it is simply sent again.
    const isOver = refusal !== null && clock() - attempt.lastSentAt >= ARRIVES_WITHIN
    const isGone = known.every((state) => state === 'gone')
    if (isOver && isGone && !attempt.arrived) return { kind: 'absent', watchMs: WATCH }
    const isShort = known.includes('gone')
    if (known.includes('missing') || (isShort && !attempt.arrived && !isOver)) {
      // What arrived of an order that may not rest goes off the book, whatever becomes of the other part.
      const resting = parts.filter(({ kind }, index) => kind === 'IOC_BUY' && known[index] === 'live')
      const hashes = resting.map(({ hash }) => hash)
      if (hashes.length > 0) await askToCancel(session, seen, hashes)
      const after = refusal === null ? seen.provesAfterMs() : provesAfterMs(seen, attempt.lastSentAt, clock())
      return { kind: 'not_seen', ...(after === null ? {} : { retryAfterMs: after }) }
    }
    return {
      kind: 'found',
      order: {
        exchangeOrderId: identity,
        identity,
        state: known.includes('live') ? 'live' : 'ended',
        filledQty: totalOf(states),
        ...(isShort && refusal !== null ? { partRefusal: refusal.reason } : {}),
      },
      ...(isShort ? { watchMs: WATCH } : {}),
    }
  }

  return {
    ...portfolioReads(api, findTokens, onSkip),

    lookUp: async (account, order, signal) => {
      const seen = partSightings(clock, order.attempt.sightings)
      const outcome = await lookUpParts(sessionOf(api, account, signal), order, seen)
      return { ...outcome, sightings: seen.toStore() }
    },

    order: async (account, { exchangeOrderId, nativeId, since, sightings: known }, signal) => {
      const seen = partSightings(clock, known)
      const hashes = partIds(exchangeOrderId)
      const states = await readParts(sessionOf(api, account, signal), seen, { hashes, nativeId, since })
      const sightings = seen.toStore()
      const isLive = states.some((state) => state.kind === 'found' && state.state === 'live')
      const isOpen = states.some(
        (state, index) => state.kind === 'missing' && !state.gone && !seen.isKilled(hashes[index] ?? ''),
      )
      if (!isLive && isOpen) return { report: null, sightings }
      const state = isLive ? 'live' : 'ended'
      return { report: { exchangeOrderId, identity: null, state, filledQty: totalOf(states) }, sightings }
    },

    // One that makes no sense is asked for by its id, if it is ours.
    openOrders: async (account, signal) =>
      (await openOrderRows(sessionOf(api, account, signal), {}, onSkip)).flatMap((row) =>
        orSkip(row.id, onSkip, () => toOrderReport(row)),
      ),

    fillsSince: async (account, since, signal) => {
      const session = sessionOf(api, account, signal)
      const asOf = clock() - READS_LAG
      // In whole seconds, and whether the first one counts is not documented.
      const after = Math.max(0, Math.floor(since / 1_000) - 1)
      return { ...(await fillsIn(session, await tradeRows(session, { after }))), asOf }
    },

    fillsBefore: async (account, before, cursor, signal) => {
      // In whole seconds; what is not before the instant is left out below. The set before it is fixed, so that its places are too.
      const query = { before: Math.ceil(before / 1_000) + 1 }
      const session = sessionOf(api, account, signal)
      const page = await tradePage(session, query, cursor)
      const { fills, unread } = await fillsIn(session, page)
      return { fills: fills.filter(({ at }) => at < before), cursor: page.cursor, unread }
    },
  }
}

/** What `read` makes of a trade; none, and the trade noted as odd, where it makes no sense. */
const orOdd = <Value>(
  { id, taker_order_id, maker_orders }: WireTrade,
  odd: UnreadTrade[],
  read: () => readonly Value[],
): readonly Value[] => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    const orders = [taker_order_id, ...(maker_orders ?? []).map(({ order_id }) => order_id)]
    odd.push({ tradeId: id, exchangeOrderIds: orders.map((one) => one.toLowerCase()), reason: error.message })
    return []
  }
}

/** The exchange does not say how fresh its answers are; a minute is far above what has been seen. */
const READS_LAG = MINUTE

type Known = 'live' | 'ended' | 'gone' | 'missing'

/** A part that traded exists, also when it cannot be found: ended for certain once full, or where it cannot rest. */
const whatIsKnown = (state: PartState, part: Part | undefined, seen: PartSightings): Known => {
  if (state.kind === 'found') return state.state
  if (part !== undefined && seen.isKilled(part.hash)) return 'ended'
  if (state.filled === 0 || part === undefined) return state.gone ? 'gone' : 'missing'
  return state.gone || hasEnded(part, state.filled) ? 'ended' : 'live'
}
