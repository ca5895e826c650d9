/** Hands checked orders to the matching engine: at once, or when a market's delay has held them long enough. */

import type { PolymarketWorld } from '../../world/world.ts'
import { killOf } from './check-order.ts'
import { checkFunds } from './open-exposure.ts'
import { addOpenOrder } from './open-orders.ts'
import { buysYes, type ClobOrder, inOutcome } from './order.ts'
import { walkBook } from './walk-book.ts'

/** A GTD order dies so many seconds before it says (Polymarket reference, section 3.5). */
const DIES_EARLY = 60

export const bookOrder = (world: PolymarketWorld, order: ClobOrder): void => {
  const isMarketable = order.type === 'FOK' || order.type === 'FAK'
  const outcome = world.engine.submit({
    account: order.account,
    market: order.market,
    id: order.id,
    // The exchange keeps the ids it has seen itself: killed ones may count, and held ones come here late.
    identity: null,
    buyFlag: buysYes(order),
    price: inOutcome(order.price, order.outcome),
    qty: order.size,
    ...(order.spend === null ? {} : { spend: order.spend }),
    lifetime: isMarketable ? 'immediate' : 'rest',
    // The exchange's reaction is unknown; the later order trades on (Polymarket reference, section 11).
    selfTrade: 'cancel_maker',
    expiresAt: order.type === 'GTD' ? (order.expiration - DIES_EARLY) * 1000 : null,
    covered: true,
  })
  if (!outcome.ok) throw new Error(`checked, and yet ${outcome.reason}: ${order.id}`)
  addOpenOrder(world, order)
  keepOrder(world, order)
}

/** Lets go of what the markets' delays have held long enough: it trades, rests or dies as if it came now. */
export const releaseHeldOrders = (world: PolymarketWorld): void => {
  for (const orders of world.openOrders.values()) {
    for (const order of orders) {
      if (order.heldUntil !== null && order.heldUntil <= world.clock()) release(world, order)
    }
  }
}

const release = (world: PolymarketWorld, order: ClobOrder): void => {
  order.heldUntil = null
  world.openOrders.get(order.account)?.delete(order)
  keepOrder(world, order)
  const market = world.engine.ledger.markets.get(order.market)
  if (market?.status !== 'active') {
    world.streams.noted.push({ order, end: 'CANCELED' })
    return
  }
  const yesPrice = inOutcome(order.price, order.outcome)
  const scan = walkBook(world, market, {
    account: order.account,
    buyFlag: buysYes(order),
    price: yesPrice,
    qty: order.size,
    spend: order.spend,
  })
  const kill = killOf(order.type, scan)
  if (kill !== null || !isCovered(world, order, scan)) {
    world.streams.noted.push({ order, end: kill === null ? 'CANCELED_NOT_ENOUGH_BALANCE' : `CANCELED_${kill}` })
    return
  }
  bookOrder(world, order)
}

const isCovered = (...check: Parameters<typeof checkFunds>): boolean => {
  try {
    checkFunds(...check)
    return true
  } catch {
    return false
  }
}

export const keepOrder = (world: PolymarketWorld, order: ClobOrder): void =>
  world.keep('clob_order', order.id, { ...order, tradeIds: [...order.tradeIds] })
