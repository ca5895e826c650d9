/** Settles what a conditional order is whose type was not said; one live quote is asked for only where nothing else tells. */

import type { ConditionalType, TriggerPriceType } from '#domain/complex-order.ts'
import type { AskedConditional } from '#domain/conditional-rules.ts'
import { inferConditionalType, tellingPrice, type Untyped } from '#domain/infer-conditional-type.ts'
import { watchedPrice } from '#domain/mark-price.ts'
import type { Market } from '#domain/market.ts'
import type { Price } from '#domain/numbers.ts'
import { isProblem, type Problem, problem } from '#domain/problem.ts'
import type { Clock } from '#ports/clock.ts'
import type { MarketData } from './market-data.ts'

/** A conditional order as asked for. */
export type ConditionalAsked = AskedConditional & { readonly triggerPriceType: TriggerPriceType }

export interface TypeConditionalDeps {
  readonly marketData: Pick<MarketData, 'book'>
  readonly clock: Clock
}

export interface TypingContext {
  readonly hasParent: boolean
  /** The limit price of the parent; null when it has none. */
  readonly parentPrice: Price | null
  readonly market: Market
  /** Where in the request it stands. */
  readonly loc: ReadonlyArray<string | number>
}

export const typeConditional = async (
  deps: TypeConditionalDeps,
  asked: ConditionalAsked,
  context: TypingContext,
): Promise<ConditionalType | Problem> => {
  if (asked.subtype !== null) return asked.subtype
  const untyped: Untyped = { ...asked, hasParent: context.hasParent }
  const missing = problem(422, 'missing', 'Field required', { loc: [...context.loc, 'conditional_order_type'] })
  if (tellingPrice(untyped) === null) return missing
  const reference = context.parentPrice ?? (await priceNow(deps, context.market, asked.trigger.buyFlag))
  if (isProblem(reference)) return reference
  return inferConditionalType(untyped, reference) ?? missing
}

const priceNow = async (
  deps: TypeConditionalDeps,
  market: Market,
  buyFlag: boolean,
): Promise<Price | null | Problem> => {
  const book = await deps.marketData.book(market)
  if (isProblem(book)) return book
  const now = deps.clock()
  const quote = { bid: book.bids[0] ?? null, ask: book.asks[0] ?? null, last: null, fetchedAt: now, paused: false }
  return watchedPrice(quote, 'MARK', buyFlag, now)?.price ?? null
}
