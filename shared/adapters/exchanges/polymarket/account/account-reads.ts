/** What the exchange says of an account: its orders, its fills, and how fresh that is. */

import { MINUTE } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/clock.ts'
import type { Exchange } from '#ports/exchange.ts'
import type { ExchangeAccount } from '#ports/exchange-account.ts'
import type { FillReport } from '#ports/exchange-reports.ts'
import type { TradingClient } from '../http/trading-client.ts'
import type { WireTrade } from '../http/wire.ts'
import { conditionIdOf } from '../markets/condition-id.ts'
import type { MarketContexts } from '../markets/market-context.ts'
import type { FindTokens } from '../markets/tokens.ts'
import type { Absences } from '../orders/absences.ts'
import { ARRIVES_WITHIN, WATCH } from '../orders/cancel-orders.ts'
import { type Part, readPayload, sharesOf } from '../orders/part-payload.ts'
import { type PartState, partIds, readParts, totalOf } from '../orders/read-parts.ts'
import { openOrderRows, tradePage, tradeRows } from './account-pages.ts'
import { portfolioReads } from './portfolio-reads.ts'
import { fillsOf } from './to-fills.ts'
import { toOrderReport } from './translate.ts'

export interface AccountReadsDeps {
  readonly api: TradingClient
  readonly clock: Clock
  readonly markets: MarketContexts
  readonly findTokens: FindTokens
  readonly absences: Absences
  /** Told of every trade that cannot be placed: it is left out, the rest goes on. */
  readonly onSkip: (id: string, reason: string) => void
}

export const accountReads = ({
  api,
  clock,
  markets,
  findTokens,
  absences,
  onSkip,
}: AccountReadsDeps): Pick<
  Exchange,
  'lookUp' | 'order' | 'openOrders' | 'fillsSince' | 'fillsBefore' | 'positions' | 'balances'
> => {
  const fillsIn = async (
    account: ExchangeAccount,
    trade: WireTrade,
    signal: AbortSignal,
  ): Promise<readonly FillReport[]> => {
    const { wallet, credentials } = api.traderOf(account)
    const ours = fillsOf(trade, { funder: wallet.funder, apiKey: credentials.apiKey })
    if (ours.length === 0) return []
    const conditionId = conditionIdOf(trade.market)
    const tokens = await findTokens(conditionId, signal)
    // Only a taker pays.
    const fee = ours.some(({ isMaker }) => !isMaker) ? await markets.feeOf(conditionId, signal) : null
    return ours.flatMap((fill) => {
      const translated = fill.inYesTerms(tokens, fee)
      if (translated === null) onSkip(trade.id, 'a trade in a market nobody knows the YES token of')
      return translated ?? []
    })
  }

  return {
    ...portfolioReads(api, findTokens, onSkip),

    lookUp: async (account, { nativeId, attempt }, signal) => {
      const { parts } = readPayload(attempt.payload)
      const wanted = { hashes: parts.map(({ hash }) => hash), nativeId, since: attempt.firstSentAt }
      const states = await readParts(api, absences, account, wanted, signal)
      const known = states.map((state, index) => whatIsKnown(state, parts[index]))
      const { identity, refusal } = attempt
      // A send of unknown fate is not expected to arrive any more. Before, and without a refusal, it is simply sent again.
      const isOver = refusal !== null && clock() - attempt.lastSentAt >= ARRIVES_WITHIN
      const isGone = known.every((state) => state === 'gone')
      if (isOver && isGone && !attempt.arrived) return { kind: 'absent', watchMs: WATCH }
      const isShort = known.includes('gone')
      if (known.includes('missing') || (isShort && !attempt.arrived && !isOver)) return { kind: 'not_seen' }
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
    },

    order: async (account, { exchangeOrderId, nativeId, since }, signal) => {
      const wanted = { hashes: partIds(exchangeOrderId), nativeId, since }
      const states = await readParts(api, absences, account, wanted, signal)
      const isLive = states.some((state) => state.kind === 'found' && state.state === 'live')
      const isOpen = states.some((state) => state.kind === 'missing' && !state.gone)
      if (!isLive && isOpen) return null
      return { exchangeOrderId, identity: null, state: isLive ? 'live' : 'ended', filledQty: totalOf(states) }
    },

    openOrders: async (account, signal) => {
      const orders = (await openOrderRows(api, account, {}, signal)).map(toOrderReport)
      for (const { exchangeOrderId } of orders) absences.seen(exchangeOrderId)
      return orders
    },

    fillsSince: async (account, since, signal) => {
      const asOf = clock() - READS_LAG
      // In whole seconds, and whether the first one counts is not documented.
      const after = Math.max(0, Math.floor(since / 1_000) - 1)
      const fills: FillReport[] = []
      // One unreadable trade of ours fails the read: left out, it would be lost as soon as the cursor has passed it.
      for (const trade of await tradeRows(api, account, { after }, signal)) {
        fills.push(...(await fillsIn(account, trade, signal)))
      }
      return { fills, asOf }
    },

    fillsBefore: async (account, before, cursor, signal) => {
      // In whole seconds; what is not before the instant is left out below. The set before it is fixed, so that its places are too.
      const query = { before: Math.ceil(before / 1_000) + 1 }
      const page = await tradePage(api, account, query, cursor, signal)
      const fills: FillReport[] = []
      for (const trade of page.trades) fills.push(...(await fillsIn(account, trade, signal)))
      return { fills: fills.filter(({ at }) => at < before), cursor: page.cursor }
    },
  }
}

/** The exchange does not say how fresh its answers are; a minute is far above what has been seen. */
const READS_LAG = MINUTE

type Known = 'live' | 'ended' | 'gone' | 'missing'

/** A part that traded exists, also when it cannot be found: ended for certain once full, or where it cannot rest. */
const whatIsKnown = (state: PartState, part: Part | undefined): Known => {
  if (state.kind === 'found') return state.state
  if (state.filled === 0 || part === undefined) return state.gone ? 'gone' : 'missing'
  const cannotRest = part.kind === 'FAK' || part.kind === 'FOK'
  return cannotRest || state.gone || state.filled >= sharesOf(part) ? 'ended' : 'live'
}
