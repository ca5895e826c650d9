/** The rules of EXCHANGE_B for paper accounts, in the words of its adapter. */

import * as v from 'valibot'
import { ONE, oneMinus, type Price, type Qty, qty, toDecimal } from '#domain/kernel/numbers.ts'
import type { Level } from '#domain/markets/depth.ts'
import type { Market } from '#domain/markets/market.ts'
import { mayRest } from '#domain/orders/may-rest.ts'
import { closesOnly, type Order } from '#domain/orders/order.ts'
import type { Preparation } from '#domain/orders/send/send-outcome.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { identity } from '../kalshi/orders/identity.ts'
import { inWords, type PolymarketError, type RejectCode, readError } from '../polymarket/http/errors.ts'
import { LOT } from '../polymarket/http/wire-amounts.ts'
import { expectedRefusals } from '../polymarket/orders/expected-refusals.ts'
import { buyAmounts } from '../polymarket/orders/price-buy.ts'
import { type Leg, splitOrder } from '../polymarket/orders/split-order.ts'
import { nothingToClose, TWO_PARTS, unsuitedTo } from '../polymarket/orders/unsuited.ts'
import { paperIdOf } from './paper-id.ts'
import { NOT_ENOUGH_CASH, type PaperRules, type PreparedFacts, type WordedRefusal } from './paper-rules.ts'

export const RULES_OF_EXCHANGE_B: PaperRules = {
  prepare: (order, limit, attemptNumber, facts) =>
    prepare(order, limit, attemptNumber, facts).catch(
      ifUnavailable(({ message }) => ({ kind: 'later', reason: message, refusing: 'exchange_unavailable' }) as const),
    ),
  expectedRefusals: (order, known) =>
    expectedRefusals(order, known).map((refusal) =>
      refusal.code === NOT_ENOUGH_CASH.code ? NOT_ENOUGH_CASH : refusal,
    ),
  firstPart: ({ attempt }) => qty(v.parse(FirstPart, JSON.parse(attempt.payload)).c),
  // An order sells shares that the account holds; it cannot sell more.
  onlyCloses: closesOnly,
  refusal: (refusal, order) => {
    if (refusal === 'insufficient_balance') return NOT_ENOUGH_CASH
    const [code, words] = WORDS[refusal]
    return inWords(code, order, saying(words), 400)
  },
}

/** Quantity that closes a position before the rest opens another, in millionths; 0 if the order does only one of both. */
const FirstPart = v.object({ c: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })

const saying = (words: string): PolymarketError => readError({ error: words })

/** The code of each refusal, and the exchange's own words (Polymarket reference, section 3.9). */
const WORDS: Readonly<Record<WordedRefusal, readonly [RejectCode, string]>> = {
  price_off_tick: ['price_off_tick', 'breaks minimum tick size rule'],
  qty_below_minimum: ['qty_below_minimum', 'size lower than the minimum'],
  qty_off_lot: ['invalid_amounts', 'invalid amounts'],
  expiry_refused: ['expiry_refused', 'invalid expiration'],
  would_cross: ['would_cross', 'invalid post-only order: order crosses book'],
  value_below_minimum: ['value_below_minimum', 'invalid amount for a marketable BUY order'],
  insufficient_balance: ['insufficient_balance', 'not enough balance / allowance'],
  market_not_found: ['market_not_found', 'market not found'],
}

type Outcome = Exclude<Preparation, { kind: 'ready' }>

const prepare = async (
  order: Order,
  limit: Price,
  attemptNumber: number,
  facts: PreparedFacts,
): Promise<Preparation> => {
  const market = await facts.market()
  if (market === null) return refused('market_not_found', 'The exchange has no order book for this market (yet).')
  const unsuited = unsuitedTo({ tick: market.tickSizePrice, minSize: market.minimumOrderSize }, order, limit)
  if (unsuited !== null) return unsuited
  const { free, offered } = await facts.reducible()
  const least = { sale: mayRest(order) ? market.minimumOrderSize : LOT, purchase: market.minimumOrderSize }
  const legs = splitOrder({ ...order, price: limit }, qty(free - (free % LOT)), least)
  if (legs.length === 0) return nothingToClose(order, { offered: qty(offered) }, facts.clock())
  if (order.timeInForce === 'FOK' && legs.length > 1) return refused('fok_needs_two_parts', TWO_PARTS)
  const priced = await priceOf(order, limit, legs, market, facts)
  return typeof priced === 'object' ? priced : ready(order, priced, attemptNumber, { legs, offered: qty(offered) })
}

/**
 * Returns the limit to send. A buy that may not rest spends dollars at the exchange, which suits only the best price, as in `buyAmounts`.
 */
const priceOf = async (
  order: Order,
  limit: Price,
  legs: readonly Leg[],
  { minimumOrderSize }: Market,
  facts: PreparedFacts,
): Promise<Price | Outcome> => {
  const [leg] = legs
  const isSmallIoc = order.timeInForce === 'IOC' && leg !== undefined && leg.qty < minimumOrderSize
  const kind = order.timeInForce === 'FOK' ? 'FOK' : isSmallIoc ? 'FAK' : null
  if (kind === null || leg?.side !== 'BUY') return limit
  const { bids, asks } = await facts.book()
  const offers = leg.outcome === 'YES' ? asks : bids.map(asOffer)
  const amounts = buyAmounts(offers, leg, kind)
  const best = offers[0]?.price
  if ('kind' in amounts || best === undefined) return 'kind' in amounts ? amounts : limit
  return leg.outcome === 'YES' ? best : oneMinus(best)
}

/** A bid for YES is an offer of NO. */
const asOffer = ({ price, qty: size }: Level): Level => ({ price: oneMinus(price), qty: size })

const ready = (
  order: Order,
  limit: Price,
  attemptNumber: number,
  { legs, offered }: { readonly legs: readonly Leg[]; readonly offered: Qty },
): Preparation => {
  const name = identity(order.orderId, attemptNumber)
  return {
    kind: 'ready',
    identity: name,
    payload: JSON.stringify({ p: toDecimal(Math.min(limit, ONE), 4), c: legs.length > 1 ? legs[0]?.qty : 0 }),
    exchangeOrderIds: [paperIdOf(name)],
    parts: legs.map(({ qty: size, side }) => ({ qty: size, opens: side === 'BUY' })),
    offeredBeside: offered,
  }
}

const refused = (code: string, reason: string): Outcome => ({ kind: 'refused', code, reason })
