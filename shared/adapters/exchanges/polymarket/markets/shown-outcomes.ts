/** Outcomes of decided markets in the catalogue and in the CLOB (live reference, section 5.2). */

import * as v from 'valibot'
import { chunked } from '#domain/kernel/chunked.ts'
import { ONE, type Price, price } from '#domain/kernel/numbers.ts'
import { type ExchangeUnavailable, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Client } from '../http/client.ts'
import { decimal, flag, WireMarketPage } from '../http/wire.ts'
import { conditionIdOf, spellingsOf } from './condition-id.ts'
import { listOf, NAMES_AT_ONCE, nameOf } from './gamma-lists.ts'
import type { Tokens, TokensOf } from './tokens.ts'

/** YES payouts by condition id. */
export type ShownOutcomes = ReadonlyMap<string, Price>

/**
 * Returns the outcomes by the catalogue: only of closed markets, whose prices then equal their payouts. Null if it does
 * not answer.
 */
export const catalogueOutcomes = (
  api: Client,
  conditionIds: readonly string[],
  signal: AbortSignal,
  onSkip: OnSkip,
): Promise<ShownOutcomes | null> =>
  readCatalogue(api, conditionIds, signal, onSkip).catch(
    ifUnavailable(({ message }) => {
      onSkip('outcomes of the catalogue', message)
      return null
    }),
  )

const readCatalogue = async (
  api: Client,
  conditionIds: readonly string[],
  signal: AbortSignal,
  onSkip: OnSkip,
): Promise<ShownOutcomes> => {
  const found: (readonly [string, Price])[] = []
  for (const names of chunked(conditionIds.flatMap(spellingsOf), NAMES_AT_ONCE)) {
    const query = { closed: 'true', condition_ids: names, limit: 2 * NAMES_AT_ONCE }
    const call = { host: 'gamma', area: 'gamma', path: '/markets/keyset', query } as const
    const { markets } = await api.read(null, call, WireMarketPage, signal)
    found.push(
      ...readEach(markets, WireClosed, nameOf, onSkip, ({ conditionId, closed, outcomePrices }) => {
        const yesPays = closed ? pairOf(listOf(outcomePrices).map(String)) : null
        return yesPays === null ? [] : [[conditionIdOf(conditionId), yesPays] as const]
      }),
    )
  }
  return new Map(found)
}

/**
 * Returns the outcomes by the CLOB; null if it names none. A closed market without a winner pays halves or is not
 * confirmed yet: its prices decide. A market without a readable answer is left out, so that it does not hold up others.
 */
export const clobOutcomes = async (
  api: Client,
  tokensOf: TokensOf,
  conditionIds: readonly string[],
  signal: AbortSignal,
  onSkip: OnSkip,
): Promise<ReadonlyMap<string, Price | null>> => {
  const read = async (conditionId: string): Promise<readonly (readonly [string, Price | null])[]> => {
    const path = `/markets/${encodeURIComponent(conditionId)}`
    const market = await api.find(null, { host: 'clob', area: 'market_data', path }, WireEnded, signal)
    const tokens = await tokensOf(conditionId)
    return [[conditionId, market?.closed && tokens !== null ? winnerOf(market.tokens ?? [], tokens) : null]]
  }
  const readOrSkip = (conditionId: string) => read(conditionId).catch(ifUnavailable(skipped(conditionId, onSkip)))
  const found: (readonly [string, Price | null])[] = []
  for (const some of chunked(conditionIds, CALLS_AT_ONCE))
    found.push(...(await Promise.all(some.map(readOrSkip))).flat())
  return new Map(found)
}

const skipped =
  (record: string, onSkip: OnSkip) =>
  ({ message }: ExchangeUnavailable): readonly [] => {
    onSkip(record, message)
    return []
  }

/** Simultaneous calls: more would only wait for the rate budget. */
const CALLS_AT_ONCE = 10

const winnerOf = (shown: NonNullable<v.InferOutput<typeof WireEnded>['tokens']>, tokens: Tokens): Price | null => {
  const yes = shown.find(({ token_id: id }) => id === tokens.yes)
  const no = shown.find(({ token_id: id }) => id === tokens.no)
  if (yes === undefined || no === undefined || (yes.winner && no.winner)) return null
  if (yes.winner) return price(ONE)
  if (no.winner) return price(0)
  return pairOf([yes.price ?? '', no.price ?? '']) === HALF ? price(HALF) : null
}

const HALF = ONE / 2

/** Returns the first of two payouts that make a dollar; one of them may take all. */
const pairOf = (pair: readonly string[]): Price | null => {
  const [yes, no] = pair.map(wireDecimal)
  if (pair.length !== 2 || yes == null || no == null || yes + no !== ONE) return null
  return yes === 0 || yes === ONE || yes === HALF ? price(yes) : null
}

export const WireClosed = v.object({
  conditionId: v.pipe(v.string(), v.minLength(1)),
  closed: flag,
  outcomePrices: v.nullish(v.union([v.string(), v.array(v.unknown())])),
})

export const WireEnded = v.object({
  closed: flag,
  tokens: v.nullish(v.array(v.object({ token_id: v.string(), winner: flag, price: v.nullish(decimal) }))),
})
