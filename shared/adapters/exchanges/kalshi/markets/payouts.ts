/** Payouts of decided markets (Kalshi reference, section 12). */

import * as v from 'valibot'
import { chunked } from '#domain/kernel/chunked.ts'
import { ONE, type Price, price } from '#domain/kernel/numbers.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { PayoutReport } from '#ports/exchanges/market-data-source.ts'
import { knownText } from '../../known-values.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Client } from '../http/client.ts'
import { marketStatus, WireMarketPage } from '../http/wire.ts'
import { toPrice } from '../http/wire-values.ts'
import { NAMES_AT_ONCE, tickerOf } from './catalogue.ts'

export const payouts =
  (api: Client, onSkip: OnSkip): Exchange['payouts'] =>
  async (tickers, signal) => {
    const named = async (path: string, names: readonly string[]): Promise<readonly unknown[]> => {
      if (names.length === 0) return []
      const query = { tickers: names.join(','), limit: names.length }
      return (await api.read(null, { path, query, cost: 10 }, WireMarketPage, signal)).markets
    }
    const found: PayoutReport[] = []
    for (const some of chunked(tickers, NAMES_AT_ONCE)) {
      const live = await named('/markets', some)
      const seen = new Set(live.map(tickerOf))
      // A market that was settled long ago is in the archive only (section 5.5).
      const archived = await named(
        '/historical/markets',
        some.filter((ticker) => !seen.has(ticker)),
      )
      found.push(...readEach([...live, ...archived], WireResult, tickerOf, onSkip, toPayout))
    }
    return found
  }

/** States with a result that is not disputed (section 12). */
const DECIDED: ReadonlySet<string> = new Set(['determined', 'amended', 'finalized'])

export const WireResult = v.object({
  ticker: v.optional(v.unknown()),
  status: marketStatus,
  result: v.nullish(knownText('EXCHANGE_A', 'market result', ['yes', 'no', 'scalar'])),
  settlement_value_dollars: v.nullish(v.string()),
})
type WireResult = v.InferOutput<typeof WireResult>

const toPayout = (wire: WireResult): readonly PayoutReport[] => {
  if (!DECIDED.has(wire.status)) return []
  const nativeId = tickerOf(wire)
  const { result, settlement_value_dollars: text } = wire
  const value = text ? toPrice('settlement_value_dollars', text) : null
  const named = OF_RESULTS.get(result ?? '')
  if (named !== undefined && value !== null && value !== named)
    return [{ nativeId, yesPays: null, detail: contradiction(result, text) }]
  const yesPays = named ?? payoutByValue(result, value)
  // Until the market is `finalized`, its result can be disputed and is not paid.
  return yesPays === null ? [] : [{ nativeId, yesPays, isFinal: wire.status === 'finalized' }]
}

/** Payouts of YES by the results that name one. */
const OF_RESULTS: ReadonlyMap<string, Price> = new Map([
  ['yes', price(ONE)],
  ['no', price(0)],
])

/** Returns the payout of a scalar market. Without a result, a value of 0 may not be filled in. */
const payoutByValue = (result: WireResult['result'], value: Price | null): Price | null =>
  value === 0 && result !== 'scalar' ? null : value

const contradiction = (result: WireResult['result'], value: WireResult['settlement_value_dollars']): string =>
  `The exchange contradicts itself on the outcome: its result says ${result?.toUpperCase()}, and its settlement value is $${value}. ` +
  'The position waits until they agree.'
