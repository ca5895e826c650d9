/**
 * Conditions of an order before it may trade, in the order of the checks and the words of the exchange (3.9 and 11).
 */

import type { EngineMarket } from '../../../engine/ledger/engine-state.ts'
import { crosses, ownSide } from '../../../engine/matching/order-book.ts'
import { refusal } from '../../http/refusal.ts'
import { decimal } from '../../http/wire-decimals.ts'
import type { PolymarketWorld } from '../../world/world.ts'
import { checkPrecision } from './check-precision.ts'
import type { IdentifiedOrder } from './identify-order.ts'
import { limitPrice } from './limit-price.ts'
import { checkFunds } from './open-exposure.ts'
import { buysYes, type ClobOrder, inOutcome } from './order.ts'
import type { OrderBody } from './read-order.ts'
import { type Scan, walkBook } from './walk-book.ts'

/** An order that may trade, and what it meets. */
export interface CheckedOrder {
  readonly order: ClobOrder
  readonly market: EngineMarket
  readonly walk: Scan
}

const ONE = 1_000_000
/** A GTD order must live this much longer at least, in seconds. */
const SHORTEST_LIFE = 180

export const checkOrder = (world: PolymarketWorld, body: OrderBody, found: IdentifiedOrder): CheckedOrder => {
  const { id, member, info } = found
  const isMarketable = body.orderType === 'FOK' || body.orderType === 'FAK'
  if (world.engine.ledger.isSpent(member.id, id)) throw refusal(400, `order ${id} is invalid. Duplicated.`)
  const order = clobOrderOf(world, body, found, limitPrice(body, info, id))
  if (!isMarketable && order.size < info.minSize) {
    const words = `Size (${decimal(order.size)}) lower than the minimum: ${decimal(info.minSize)}`
    throw refusal(400, `order ${id} is invalid. ${words}`)
  }
  checkPrecision(body, info)
  checkExpiration(world, body)
  if (body.postOnly && isMarketable) {
    throw refusal(400, 'invalid post-only order: only GTC and GTD order types are allowed')
  }
  const market = world.engine.ledger.markets.get(info.conditionId)
  if (market === undefined || market.status === 'closed' || market.status === 'resolved') {
    throw refusal(404, 'market not found')
  }
  const wish = { account: member.id, buyFlag: buysYes(order), qty: order.size, spend: order.spend }
  const yesPrice = inOutcome(order.price, order.outcome)
  const scan = walkBook(world, market, { ...wish, price: yesPrice })
  if (body.postOnly && crossesBook(world, market, wish.buyFlag, yesPrice)) {
    throw refusal(400, 'invalid post-only order: order crosses book')
  }
  if (scan.qty > 0 && order.side === 'BUY' && body.order.makerAmount < ONE) {
    const dollars = decimal(body.order.makerAmount)
    throw refusal(400, `invalid amount for a marketable BUY order ($${dollars}), min size: $1`)
  }
  checkFunds(world, order, scan)
  if (world.marketStates.get(info.conditionId)?.acceptingOrders !== true || market.status !== 'active') {
    throw refusal(400, 'the market is not yet ready to process new orders')
  }
  return { order, market, walk: scan }
}

/** Why a FOK or FAK order ends without a trade; null when it trades. */
export const killOf = (type: ClobOrder['type'], walk: Scan): string | null => {
  if (type === 'FOK' && !walk.isFull) {
    return "order couldn't be fully filled. FOK orders are fully filled or killed."
  }
  if (type === 'FAK' && walk.qty === 0) {
    return 'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.'
  }
  return null
}

const clobOrderOf = (
  world: PolymarketWorld,
  { order, orderType, owner }: OrderBody,
  { id, member, info, outcome }: IdentifiedOrder,
  price: number,
): ClobOrder => {
  const isBuy = order.side === 'BUY'
  return {
    id,
    account: member.id,
    owner,
    maker: member.funder,
    market: info.conditionId,
    token: order.tokenId,
    outcome,
    side: order.side,
    price,
    size: isBuy ? order.takerAmount : order.makerAmount,
    // A FOK or FAK that buys spends; all others count shares (Polymarket reference, section 3.4).
    spend: isBuy && (orderType === 'FOK' || orderType === 'FAK') ? order.makerAmount : null,
    type: orderType,
    expiration: order.expiration,
    createdAt: world.clock(),
    sequence: world.engine.ledger.nextSequence(),
    heldUntil: null,
    tradeIds: [],
  }
}

const checkExpiration = (world: PolymarketWorld, { order, orderType }: OrderBody): void => {
  const isGood = orderType === 'GTD' ? order.expiration >= world.clock() / 1000 + SHORTEST_LIFE : order.expiration === 0
  if (!isGood) throw refusal(400, 'invalid expiration')
}

const crossesBook = (world: PolymarketWorld, market: EngineMarket, buyFlag: boolean, price: number): boolean => {
  const best = ownSide(world.engine.ledger.bookOf(market.id), !buyFlag)[0]
  return best !== undefined && crosses(buyFlag, price, best)
}
