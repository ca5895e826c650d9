/** The type of a conditional order, inferred where the request does not say it. A live book is read only where nothing else decides. */

import type { Allocation } from '#domain/baskets/plan.ts'
import { basketPrice } from '#domain/baskets/price.ts'
import type { ConditionalType, TriggerPriceType } from '#domain/contingent/conditional.ts'
import { inferConditionalType, tellingPrice, type Untyped } from '#domain/contingent/infer-type.ts'
import type { Quote } from '#domain/contingent/mark-price.ts'
import type { AskedConditional } from '#domain/contingent/rules.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Clock } from '#ports/clock.ts'
import type { OrderBook } from '#ports/market-data-source.ts'
import type { MarketData } from '../markets/market-data.ts'

/** A conditional order of a request. */
export type ConditionalAsked = AskedConditional & { readonly triggerPriceType: TriggerPriceType }

export interface TypeConditionalDeps {
  readonly marketData: Pick<MarketData, 'book'>
  readonly clock: Clock
}

export interface TypingContext {
  readonly hasParent: boolean
  /** The limit price of the parent; null when it has none. */
  readonly parentPrice: Price | null
  /** Reads the current price; called only where nothing else decides. */
  readonly priceNow: () => Promise<Price | null | Problem>
  /** Where in the request it stands. */
  readonly loc: ReadonlyArray<string | number>
}

/** The type; a problem when it cannot be inferred or the price cannot be read. */
export const typeConditional = async (
  asked: ConditionalAsked,
  context: TypingContext,
): Promise<ConditionalType | Problem> => {
  if (asked.subtype !== null) return asked.subtype
  const untyped: Untyped = { ...asked, hasParent: context.hasParent }
  const missing = problem(422, 'missing', 'Field required', { loc: [...context.loc, 'conditional_order_type'] })
  if (tellingPrice(untyped) === null) return missing
  const reference = context.parentPrice ?? (await context.priceNow())
  if (isProblem(reference)) return reference
  return inferConditionalType(untyped, reference) ?? missing
}

/** The mark of a target: what its markets show together. Null where they show no price. */
export const markNow = async (
  deps: TypeConditionalDeps,
  allocation: Allocation,
  markets: readonly Market[],
  buyFlag: boolean,
): Promise<Price | null | Problem> => {
  const books = await Promise.all(markets.map((market) => deps.marketData.book(market)))
  const silent = books.find(isProblem)
  // One bet has a price as long as one exchange answers. A mean needs all members.
  if (silent !== undefined && (allocation === 'EQUAL' || books.every(isProblem))) return silent
  const quotes = books.map((book) => (isProblem(book) ? null : quoteOfBook(book)))
  return basketPrice(allocation, quotes, 'MARK', buyFlag, deps.clock())?.price ?? null
}

const quoteOfBook = ({ bids, asks, at }: OrderBook): Quote => ({
  bid: bids[0] ?? null,
  ask: asks[0] ?? null,
  last: null,
  fetchedAt: at,
  paused: false,
})
