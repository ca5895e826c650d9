/** Amounts of a buy that may not rest: the exchange spends its dollars, but the order is for a number of shares. */

import { type Price, type Qty, toDecimal } from '#domain/kernel/numbers.ts'
import type { Level } from '#domain/markets/depth.ts'
import type { Preparation } from '#domain/orders/send/send-outcome.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Calls } from '../http/session.ts'
import { WireBook } from '../http/wire.ts'
import { toOrderBook } from '../markets/to-order-book.ts'
import { type Amounts, fokBuyAmounts } from './amounts.ts'
import type { Leg } from './split-order.ts'

/** Returns the best ask of the token, in 1e-6 dollars; null if there is none. Throws `ExchangeUnavailable`. */
export const bestAsk = async (calls: Calls, tokenId: string): Promise<Price | null> =>
  (await asksOf(calls, tokenId))[0]?.price ?? null

const asksOf = async (calls: Calls, tokenId: string) => {
  const call = { host: 'clob', area: 'market_data', path: '/book', query: { token_id: tokenId } } as const
  const wire = await calls.find(call, WireBook)
  if (wire === null) throw new ExchangeUnavailable('EXCHANGE_B', 'The exchange has no book for the market (yet).')
  return toOrderBook(wire, 0).asks
}

/** Reads the offers, and returns the amounts of `buyAmounts`. Throws `ExchangeUnavailable`. */
export const priceBuy = async (
  calls: Calls,
  tokenId: string,
  leg: Leg,
  kind: 'FOK' | 'FAK',
): Promise<Amounts | Exclude<Preparation, { kind: 'ready' }>> => buyAmounts(await asksOf(calls, tokenId), leg, kind)

/**
 * Returns amounts that buy a known number of shares. Dollars do this only at one price, the best one: a better price
 * met first would make the shares more (Polymarket reference, section 3.4). A FOK needs all shares at that price. A
 * FAK, which is an IOC order below the minimum of resting orders, takes as many as there are.
 *
 * `offers` are the asks of the token, best first.
 */
export const buyAmounts = (
  offers: readonly Level[],
  { price: limit, qty }: Pick<Leg, 'price' | 'qty'>,
  kind: 'FOK' | 'FAK',
): Amounts | Exclude<Preparation, { kind: 'ready' }> => {
  const asks = offers.filter((level) => level.price <= limit)
  const best = asks[0]
  if (best === undefined) return { kind: 'unfillable' }
  if (kind === 'FAK') return fokBuyAmounts(best.price, qty) ?? notWholeCents(best.price, qty, SMALL_BUY)
  if (asks.reduce((sum, level) => sum + level.qty, 0) < qty) return { kind: 'unfillable' }
  if (best.qty < qty) {
    return {
      kind: 'refused',
      code: 'fok_needs_one_price',
      reason:
        'The quantity is only there at several prices, and the exchange fills such a purchase by dollars, not by ' +
        'contracts. Send less, or time_in_force IOC.',
    }
  }
  return fokBuyAmounts(best.price, qty) ?? notWholeCents(best.price, qty, FOK_BUY)
}

const notWholeCents = (at: Price, qty: Qty, { code, who, instead }: typeof FOK_BUY) => ({
  kind: 'refused' as const,
  code,
  reason: `${toDecimal(qty)} contracts at ${toDecimal(at)} do not cost whole cents, which the exchange asks of ${who}. Change the quantity, ${instead}.`,
})

const FOK_BUY = { code: 'fok_not_whole_cents', who: 'a FOK purchase', instead: 'or send time_in_force IOC' }
const SMALL_BUY = {
  code: 'small_buy_not_whole_cents',
  who: 'a purchase that is too small to rest',
  instead: 'or buy at least the minimum_order_size of the market',
}
