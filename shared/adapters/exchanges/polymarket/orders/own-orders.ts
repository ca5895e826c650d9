/**
 * Own orders that a new order would trade with. The exchange's behaviour for such orders is unknown (Polymarket
 * reference, section 11).
 */

import { ONE, oneMinus, type Price } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { isBeyond } from '#domain/orders/price/price-bounds.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { openOrderRows } from '../account/account-pages.ts'
import { openQty, toOrderReport } from '../account/to-order-report.ts'
import type { Session } from '../http/session.ts'
import { WireBook, type WireOrder } from '../http/wire.ts'
import { toPrice } from '../http/wire-amounts.ts'
import type { TradedMarket } from '../markets/market-context.ts'
import { toOrderBook } from '../markets/to-order-book.ts'

type Tokens = Pick<TradedMarket, 'yes' | 'no'>

/**
 * Returns the ids of own orders that the order would reach at `limit`: on the other side, without enough orders of
 * others at better prices. Orders that were placed elsewhere count too. Empty if the exchange does not answer within
 * two seconds: an order, which may protect a position, does not wait for this read.
 */
export const ownOrdersInTheWay = async (
  ...[session, tokens, order, limit]: Parameters<typeof read>
): Promise<readonly string[]> => {
  const brief = session.within(AbortSignal.timeout(ANSWERS_WITHIN))
  try {
    return await read(brief, tokens, order, limit)
  } catch (error) {
    if (session.signal.aborted || !(error instanceof ExchangeUnavailable || brief.signal.aborted)) throw error
    return []
  }
}

const ANSWERS_WITHIN = 2 * SECOND

/** Throws `ExchangeUnavailable`. */
const read = async (
  session: Session,
  tokens: Tokens,
  { nativeId, buyFlag, qty }: Pick<Order, 'nativeId' | 'buyFlag' | 'qty'>,
  limit: Price,
): Promise<readonly string[]> => {
  const rows = await openOrderRows(session, { market: nativeId })
  const crossed = rows
    .flatMap((row) => inYesTerms(row, tokens))
    .filter((own) => own.buyFlag !== buyFlag && !isBeyond(own.price, limit, buyFlag))
  if (crossed.length === 0) return []
  const call = { host: 'clob', area: 'market_data', path: '/book', query: { token_id: tokens.yes } } as const
  const wire = await session.public.find(call, WireBook)
  if (wire === null) return []
  const { bids, asks } = toOrderBook(wire, 0)
  const levels = buyFlag ? asks : bids
  return crossed
    .filter(({ price }) => {
      const isBetter = (at: Price): boolean => isBeyond(price, at, buyFlag)
      const all = levels.filter((level) => isBetter(level.price)).reduce((sum, level) => sum + level.qty, 0)
      const own = crossed.filter((one) => isBetter(one.price)).reduce((sum, one) => sum + one.open, 0)
      return all - own < qty
    })
    .map(({ hash }) => hash)
}

/** Returns an order of either token as one on YES; empty for an order off the book. */
const inYesTerms = (row: WireOrder, { yes, no }: Tokens) => {
  const isYes = row.asset_id === yes
  if (row.price == null || !(isYes || row.asset_id === no) || toOrderReport(row).state === 'ended') return []
  const own = toPrice('price', row.price)
  const buys = row.side.toUpperCase() === 'BUY'
  const isPrice = own > 0 && own < ONE
  return isPrice
    ? [{ hash: row.id.toLowerCase(), buyFlag: buys === isYes, price: isYes ? own : oneMinus(own), open: openQty(row) }]
    : []
}
