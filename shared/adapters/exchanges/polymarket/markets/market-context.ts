/** Rules for orders of a market: its two tokens, tick, minimum, fee and the contract that orders are signed for. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { ONE } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { FeeTerms } from '#domain/markets/market.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'
import type { Client } from '../http/client.ts'
import { WireTradingRules } from '../http/wire.ts'
import { type TradingContext, tradingContext } from '../signing/contracts.ts'
import { NO_FEE, toFeeTerms } from './fee-terms.ts'
import type { Tokens, TokensOf } from './tokens.ts'

export interface TradedMarket extends Tokens {
  /** In millionths. */
  readonly tick: number
  readonly minSize: number
  /** Time in ms for which the market holds back an order that would trade immediately. */
  readonly holdsBackMs: Millis
  readonly context: TradingContext
}

/** The market, or in words why no order can be signed for it. */
export type MarketReading =
  | { readonly kind: 'traded'; readonly market: TradedMarket }
  | { readonly kind: 'unknown'; readonly code: 'protocol_unknown' | 'market_not_found'; readonly reason: string }

export interface MarketContexts {
  /** Throws `ExchangeUnavailable`. */
  read(conditionId: string, signal: AbortSignal): Promise<MarketReading>
  /** Returns no fee for a market that the exchange no longer knows. Throws `ExchangeUnavailable`. */
  feeOf(conditionId: string, signal: AbortSignal): Promise<FeeTerms>
  /** Drops the rules of a market after the exchange has refused them: the next read is a new one. */
  forget(conditionId: string): void
}

export const marketContexts = (api: Client, clock: Clock, tokensOf: TokensOf): MarketContexts => {
  const rules = new Map<string, { readonly rules: WireTradingRules | null; readonly at: Millis }>()

  const rulesOf = async (conditionId: string, signal: AbortSignal): Promise<WireTradingRules | null> => {
    const known = rules.get(conditionId)
    if (known !== undefined && clock() - known.at < RULES_LIVE_FOR) return known.rules
    const path = `/clob-markets/${encodeURIComponent(conditionId)}`
    const read = await api.find(null, { host: 'clob', area: 'market_data', path }, WireTradingRules, signal)
    // A new market may not be there yet (Polymarket reference, section 6.2): its absence is not stored.
    if (read !== null) keepNewest(rules, conditionId, { rules: read, at: clock() }, MOST_REMEMBERED)
    return read
  }

  return {
    forget: (conditionId) => {
      rules.delete(conditionId)
    },
    feeOf: async (conditionId, signal) => {
      const read = await rulesOf(conditionId, signal)
      return read === null ? NO_FEE : feeTermsOf(read)
    },
    read: async (conditionId, signal) => {
      const read = await rulesOf(conditionId, signal)
      if (read === null) return MISSING
      const tokens = await tokensOf(conditionId)
      return tokens === null ? unknown('this service does not hold the market’s tokens yet') : readingOf(read, tokens)
    },
  }
}

const readingOf = (rules: WireTradingRules, tokens: Tokens): MarketReading => {
  if (!areTokensOf(rules, tokens)) return unknown('the tokens the exchange trades are not those of the catalogue')
  const context = tradingContext(rules.v, rules.nr ?? false)
  if (context === null) return unknown('the exchange does not report the version of its contracts')
  const [tick, minSize] = [millionths('mts', rules.mts), millionths('mos', rules.mos)]
  if (tick === 0 || tick * 2 > ONE) throw nonsense('mts')
  const holdsBackMs = Math.max(0, rules.sd ?? 0) * SECOND
  return { kind: 'traded', market: { ...tokens, tick, minSize, holdsBackMs, context } }
}

const areTokensOf = ({ t: listed }: WireTradingRules, { yes, no }: Tokens): boolean => {
  const ids = listed.map(({ t }) => t)
  return ids.length === 2 && ids.includes(yes) && ids.includes(no) && yes !== no
}

/** Tick and minimum can change during a market's life. A refusal drops the stored ones earlier. */
const RULES_LIVE_FOR = 5 * MINUTE
const MOST_REMEMBERED = 5_000

const unknown = (why: string): MarketReading => ({
  kind: 'unknown',
  code: 'protocol_unknown',
  reason: `It is not known how orders of this market have to be signed (${why}), so nothing was sent.`,
})

const MISSING: MarketReading = {
  kind: 'unknown',
  code: 'market_not_found',
  reason: 'The exchange has no order book for this market (yet).',
}

const feeTermsOf = ({ fd }: WireTradingRules): FeeTerms => toFeeTerms(millionths('fd.r', fd?.r ?? '0'), fd?.e)

const millionths = (field: string, text: string): number => {
  const value = wireDecimal(text)
  if (value === null || value < 0) throw nonsense(field)
  return value
}

const nonsense = (field: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_B', `The exchange's rules of a market make no sense at ${field}.`)
