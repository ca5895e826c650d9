/** Plans tokens, parts and amounts of an order, without the ids of its parts, hashes and signatures. */

import type { Price, Qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { mayRest } from '#domain/orders/may-rest.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderPart, Preparation } from '#domain/orders/send/send-outcome.ts'
import { ExchangeRefuses, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { type HoldingsDeps, type Sellable, sellable } from '../account/holdings.ts'
import type { Calls, Session } from '../http/session.ts'
import { LOT } from '../http/wire-amounts.ts'
import type { MarketContexts, TradedMarket } from '../markets/market-context.ts'
import type { OrderFields } from '../signing/order-fields.ts'
import { saltOf } from '../signing/salt.ts'
import { type Amounts, limitAmounts, marketSellAmounts } from './amounts.ts'
import { ownOrdersInTheWay } from './own-orders.ts'
import type { Part, PartKind } from './part-payload.ts'
import { priceBuy } from './price-buy.ts'
import { type Leg, splitOrder } from './split-order.ts'
import { nothingToClose, TWO_PARTS, unsuitedTo } from './unsuited.ts'

export interface PlanPartsDeps extends HoldingsDeps {
  readonly markets: MarketContexts
}

export interface PartsPlan {
  readonly kind: 'planned'
  readonly context: TradedMarket['context']
  readonly owner: Pick<OrderFields, 'maker' | 'signer' | 'signatureType'>
  readonly parts: ReadonlyArray<Omit<Part, 'hash'>>
  /** Own orders that leave the book before the parts are sent. */
  readonly inTheWay: readonly string[]
  /** The parts in the terms of the port. */
  readonly sends: readonly OrderPart[]
  /** Time in ms for which the market holds back an order that would trade immediately. */
  readonly holdsBackMs: Millis
  /** Shares of the sold token that other open orders offer. */
  readonly offeredBeside: Qty
}

type Outcome = Exclude<Preparation, { kind: 'ready' }>

/** Never throws for an answer of the exchange. */
export const planParts = async (...given: Parameters<typeof decide>): Promise<PartsPlan | Outcome> =>
  decide(...given).catch(
    ifUnavailable((error) => {
      const refusing = error instanceof ExchangeRefuses ? 'exchange_refuses' : 'exchange_unavailable'
      return { kind: 'later', reason: error.message, refusing } as const
    }),
  )

const decide = async (
  deps: PlanPartsDeps,
  session: Session,
  order: Order,
  limit: Price,
  attemptNumber: number,
): Promise<PartsPlan | Outcome> => {
  const reading = await deps.markets.read(order.nativeId, session.signal)
  if (reading.kind === 'unknown') return refused(reading.code, reading.reason)
  const { market } = reading
  const unsuited = unsuitedTo(market, order, limit)
  if (unsuited !== null) return unsuited

  const [held, inTheWay] = await Promise.all([
    sharesToSell(deps, session, order, market),
    // An order that never takes meets no own order either: the exchange refuses it, and the own order stays.
    order.postOnly ? [] : ownOrdersInTheWay(session, market, order, limit),
  ])
  const least = { sale: mayRest(order) ? market.minSize : LOT, purchase: market.minSize }
  const legs = splitOrder({ ...order, price: limit }, held.free, least)
  if (legs.length === 0) return nothingToClose(order, held, deps.clock())
  if (order.timeInForce === 'FOK' && legs.length > 1) return refused('fok_needs_two_parts', TWO_PARTS)

  const { wallet } = session.trader
  const owner = { maker: wallet.funder, signer: wallet.signer, signatureType: wallet.signatureType }
  const attempt = { order, attemptNumber, owner, timestamp: deps.clock() }
  const parts = await partsOf(session.public, market, legs, attempt)
  if ('kind' in parts) return parts
  return {
    kind: 'planned',
    context: market.context,
    holdsBackMs: market.holdsBackMs,
    owner,
    parts,
    inTheWay,
    sends: legs.map(({ qty, side }) => ({ qty, opens: side === 'BUY' })),
    offeredBeside: held.offered,
  }
}

/**
 * Reads the shares that the order can sell. Orders that it has replaced are off the book, whatever reads still show.
 */
const sharesToSell = (
  deps: PlanPartsDeps,
  session: Session,
  { buyFlag, nativeId, replaced }: Order,
  market: TradedMarket,
): Promise<Sellable> => {
  const gone = new Set(replaced?.exchangeOrderIds)
  for (const hash of gone) deps.sales.cancelled(hash)
  const id = buyFlag ? market.no : market.yes
  return sellable(deps, session, { id, conditionId: nativeId, assetType: market.context.assetType }, gone)
}

interface PlannedAttempt {
  readonly order: Order
  readonly attemptNumber: number
  readonly owner: PartsPlan['owner']
  readonly timestamp: Millis
}

const partsOf = async (
  calls: Calls,
  market: TradedMarket,
  legs: readonly Leg[],
  { order, attemptNumber, owner, timestamp }: PlannedAttempt,
): Promise<PartsPlan['parts'] | Outcome> => {
  const parts: Omit<Part, 'hash'>[] = []
  for (const [index, leg] of legs.entries()) {
    const { outcome, side } = leg
    const kind = kindOf(order, leg, market.minSize)
    const tokenId = outcome === 'YES' ? market.yes : market.no
    const amounts = await amountsOf(calls, kind, leg, tokenId)
    if ('kind' in amounts) return amounts
    const salt = saltOf(order.orderId, attemptNumber, index)
    parts.push({ outcome, kind, fields: { ...owner, ...amounts, salt, tokenId, side, timestamp } })
  }
  return parts
}

/**
 * Returns the kind of a part. A buy that acts immediately spends dollars at the exchange (section 3.4), which suits
 * only a FOK at one price. So an IOC buy is sent as a resting order, and cancelled. Below the minimum it cannot rest,
 * and is sent by dollars too.
 */
const kindOf = ({ timeInForce }: Order, { side, qty }: Leg, minSize: number): PartKind => {
  if (timeInForce === 'FOK') return 'FOK'
  if (timeInForce === 'IOC') return side === 'SELL' || qty < minSize ? 'FAK' : 'IOC_BUY'
  return 'GTC'
}

const amountsOf = async (calls: Calls, kind: PartKind, leg: Leg, tokenId: string): Promise<Amounts | Outcome> => {
  const actsNow = kind === 'FOK' || kind === 'FAK'
  if (actsNow && leg.side === 'BUY') return priceBuy(calls, tokenId, leg, kind)
  const amounts = actsNow ? marketSellAmounts(leg.price, leg.qty) : limitAmounts(leg.side, leg.price, leg.qty)
  return amounts ?? refused('invalid_amounts', 'Price and quantity have more decimals than the exchange takes.')
}

const refused = (code: string, reason: string): Outcome => ({ kind: 'refused', code, reason })
