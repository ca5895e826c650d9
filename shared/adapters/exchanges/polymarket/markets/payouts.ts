/** Payouts of resolved markets, from the Data host (Polymarket reference, section 6.2). */

import * as v from 'valibot'
import { chunked } from '#domain/kernel/chunked.ts'
import { ONE, type Price, price } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { PayoutReport } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { knownText } from '../../known-values.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Client } from '../http/client.ts'
import { decimal } from '../http/wire.ts'
import { agreedOutcome, type NamedOutcomes } from './agreed-outcome.ts'
import { conditionIdOf } from './condition-id.ts'
import { catalogueOutcomes, clobOutcomes, type ShownOutcomes } from './shown-outcomes.ts'
import type { TokensOf } from './tokens.ts'

export interface PayoutsDeps {
  readonly api: Client
  readonly clock: Clock
  readonly tokensOf: TokensOf
  readonly onSkip: OnSkip
}

/** Believes a row with payouts, which are from the chain. Checks any other row against the catalogue and the CLOB. */
export const payouts =
  ({ api, clock, tokensOf, onSkip }: PayoutsDeps): Exchange['payouts'] =>
  async (conditionIds, signal) => {
    const rows = new Map(
      (await readRows(api, conditionIds, signal, onSkip)).map((row) => [conditionIdOf(row.condition_id), row]),
    )
    const paid = conditionIds.flatMap((nativeId) => {
      const yesPays = paidBy(rows.get(nativeId))
      return yesPays === null ? [] : [{ nativeId, yesPays, isFinal: true } as const]
    })
    const isKnown = new Set(paid.map(({ nativeId }) => nativeId))
    const open = conditionIds.filter((id) => !isKnown.has(id) && !isOpen(rows.get(id)))
    const catalogue = open.length === 0 ? NOTHING_SHOWN : await catalogueOutcomes(api, open, signal, onSkip)
    // Without an answer of the catalogue the other places are not believed: it may contradict them.
    if (catalogue === null) return paid
    const named = open.filter((id) => catalogue.has(id) || rows.has(id))
    const clob = await clobOutcomes(api, tokensOf, named, signal, onSkip)
    const agreed = [...clob].flatMap(([nativeId, byClob]): readonly PayoutReport[] => {
      const row = rows.get(nativeId)
      const outcome = agreedOutcome(
        {
          record: recordOf(row),
          changedAt: changedAtOf(row),
          catalogue: catalogue.get(nativeId) ?? null,
          clob: byClob,
        },
        clock(),
      )
      if (outcome.kind === 'open') return []
      if (outcome.kind === 'decided') return [{ nativeId, yesPays: outcome.yesPays, isFinal: true }]
      return [{ nativeId, yesPays: null, detail: outcome.detail }]
    })
    return [...paid, ...agreed]
  }

const NOTHING_SHOWN: ShownOutcomes = new Map()

const readRows = async (
  api: Client,
  conditionIds: readonly string[],
  signal: AbortSignal,
  onSkip: OnSkip,
): Promise<readonly WireResolution[]> => {
  const answers = await Promise.all(
    chunked(conditionIds, NAMES_AT_ONCE).map((names) => {
      const query = { condition: names.join(',') }
      const call = { host: 'data', area: 'price_history', path: '/v2/resolutions', query } as const
      return api.read(null, call, WireResolutions, signal)
    }),
  )
  const rows = answers.flatMap(({ data }) => data ?? [])
  return readEach(rows, WireResolution, nameOf, onSkip, (row) => [row])
}

/** Most markets in one call. */
const NAMES_AT_ONCE = 20

const resolutionStatus = knownText('EXCHANGE_B', 'resolution status', [
  'initialized',
  'posed',
  'proposed',
  'challenged',
  'reproposed',
  'disputed',
  'active',
  'arbitration',
  'resolved',
  'settled',
])

const marketType = knownText('EXCHANGE_B', 'resolution market type', [
  'BINARY',
  'INCREMENTAL_NEGRISK',
  'ATOMIC_NEGRISK',
])

/**
 * Row of a resolution. `payouts`: micro units per share by outcome, YES first; only markets that a price feed decides
 * have them. `price`: the oracle's price with 18 decimals (changes of November 2026, EXCHANGE_B 1).
 */
export const WireResolution = v.object({
  condition_id: v.pipe(v.string(), v.minLength(1)),
  status: v.nullish(resolutionStatus),
  market_type: v.fallback(v.nullish(marketType), null),
  price: v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number(), v.bigint()]), v.transform(String))), null),
  payouts: v.nullish(v.array(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]))),
  last_update_timestamp: v.fallback(v.nullish(decimal), null),
})
type WireResolution = v.InferOutput<typeof WireResolution>

/** Null if there are no rows. Rows are read later, so that one bad row does not cost the others their payout. */
export const WireResolutions = v.object({ data: v.nullable(v.array(v.unknown())) })

const nameOf = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'condition_id' in row ? String(row.condition_id).slice(0, 100) : 'unknown'

/** Statuses beyond dispute. Any other status, an unknown one too, keeps the market open. */
const OVER: ReadonlySet<string> = new Set(['resolved', 'settled'])
const isOpen = (row: WireResolution | undefined): boolean => row !== undefined && !OVER.has(row.status ?? '')

/** Returns the payout of YES in a row of two outcomes that share a dollar. Other payouts are not known. */
const paidBy = (row: WireResolution | undefined): Price | null => {
  const [yes, no] = row?.payouts ?? []
  if (isOpen(row) || row?.payouts?.length !== 2 || yes === undefined || no === undefined) return null
  return Number.isInteger(yes) && yes >= 0 && yes + no === ONE ? price(yes) : null
}

const recordOf = (row: WireResolution | undefined): NamedOutcomes['record'] => {
  if (isOpen(row)) return { state: 'open' }
  const yesPays = IN_YES_TERMS.has(row?.market_type || 'BINARY') ? ORACLE_PRICES.get(row?.price ?? '') : undefined
  return yesPays === undefined ? { state: 'absent' } : { state: 'resolved', yesPays }
}

/** Reads Unix seconds in a row of an oracle, RFC 3339 elsewhere; null for anything else. */
const changedAtOf = (row: WireResolution | undefined): Millis | null => {
  const text = row?.last_update_timestamp ?? ''
  const at = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text)
  return Number.isFinite(at) ? at : null
}

/**
 * Types with a price in YES terms. One question decides all markets of an atomic event: its price is the place of the
 * winning outcome, 0 for the first.
 */
const IN_YES_TERMS: ReadonlySet<string> = new Set(['BINARY', 'INCREMENTAL_NEGRISK'])

/** Prices with a known payout. 69 means unset; other values mean "too early" or decide more than one market. */
const ORACLE_PRICES: ReadonlyMap<string, Price> = new Map([
  ['0', price(0)],
  ['500000000000000000', price(ONE / 2)],
  ['1000000000000000000', price(ONE)],
])
