/**
 * Limits an order that may only reduce a position to what is held less what other orders offer of it, right before it is sent. Both
 * the stored fills and, where the exchange does not keep a resting order from opening a position, its own report must show that much.
 */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { flooredToLot } from '#domain/markets/lot-size.ts'
import { NOTHING_TO_REDUCE, NOTHING_TO_REDUCE_REASON } from '#domain/orders/instructions.ts'
import { mayRest } from '#domain/orders/may-rest.ts'
import type { Order } from '#domain/orders/order.ts'
import { mayGrow } from '#domain/orders/position/grow.ts'
import { growable, isUnsettled, reducible } from '#domain/orders/position/reducible.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { askForPoll, wakeAccount } from '../../../accounts/wake-account.ts'
import { readMarketPositions } from '../../../portfolio/read-market-positions.ts'
import type { RecentReducers } from '../recent-reducers.ts'
import { type ClampExitDeps, type Clamped, closableNow, isBehind, type Sources } from './clamp-exit.ts'
import { isSettling, SETTLING } from './is-settling.ts'

export interface ClampReducingDeps extends Omit<ClampExitDeps, 'orders' | 'positions'> {
  readonly orders: Pick<OrderStore, 'live' | 'get'>
  readonly positions: Pick<PositionStore, 'get' | 'ofSubaccount'>
  readonly recentReducers: RecentReducers
}

/** How often "less" is looked at again before it is believed: reads lag behind fills. */
const BELIEVED_AFTER = 2

/** The same while something is about to change. */
const PATIENCE = 12

/** How long an order of a protect stop waits for trades to settle. */
const WAIT_TO_SETTLE = 15 * SECOND

/** Nothing is sent while the exchange does not tell what is held. */
export const clampReducing = async (deps: ClampReducingDeps, order: Order, sources: Sources): Promise<Clamped> => {
  try {
    if (await isBehind(deps, order, sources)) return later(BEHIND)
    if (await awaitsSettlement(deps, order)) return later(SETTLING)
    const { stored, reported, unsettled, free } = await heldNow(deps, order, sources)
    const most = Math.min(stored, reported ?? stored)
    const lot = (await deps.markets.get(order.svcId))?.tickSizeQty ?? qty(0)
    const whole = flooredToLot({ lot }, Math.min(most, free))
    if (mayGrow(order) && whole > order.qty) return { kind: 'more', qty: whole }
    if (most >= order.qty) return { kind: 'as_asked' }
    if (order.retries < (unsettled ? PATIENCE : stored === reported ? 0 : BELIEVED_AFTER)) {
      await lookAgain(deps, order)
      return later(LESS)
    }
    // What is too small for an order the exchange refuses in its own words.
    const left = flooredToLot({ lot }, most)
    return left === 0 ? NOTHING : { kind: 'less', qty: left }
  } catch (error) {
    if (error instanceof ExchangeUnavailable) return later(error.message)
    throw error
  }
}

/** A protect stop closes what trades have bought that have not settled yet, too. */
const awaitsSettlement = async (deps: ClampReducingDeps, order: Order): Promise<boolean> =>
  mayGrow(order) && deps.clock() - order.createdAt < WAIT_TO_SETTLE && (await isSettling(deps, order))

/** What is left to reduce by the stored fills, and by the exchange's own report; null where that is no better. */
const heldNow = async (deps: ClampReducingDeps, order: Order, sources: Sources) => {
  const keepsOffers = traitsOf(order.exchange).restingOrdersOnlyClose
  const others = await othersOf(deps, order)
  const positions = await readMarketPositions(deps, order.subaccountId, [order])
  const held = positions.find(({ svcId, exchange }) => svcId === order.svcId && exchange === order.exchange)
  const leftOf = (position: number): number => reducible(order, position, others, keepsOffers)
  const stored = leftOf(held?.position ?? 0)
  const free = growable(order, held?.position ?? 0, others, keepsOffers)
  const unsettled = isUnsettled(order, others)
  if (keepsOffers) return { stored, reported: null, unsettled, free }
  const closable = await closableNow(order, sources)
  return { stored, reported: leftOf(order.buyFlag ? -closable : closable), unsettled, free }
}

/**
 * The other orders of that market, as they are stored now: the index of live orders may lag. One that cannot be read holds up an order that
 * would rest. What acts at once opens nothing, whatever is overlooked.
 */
const othersOf = async (
  { orders, recentReducers, clock }: ClampReducingDeps,
  order: Order,
): Promise<readonly Order[]> => {
  const { subaccountId, exchange, svcId } = order
  const live = await orders.live(subaccountId, exchange, { svcId, skipUnreadable: !mayRest(order) })
  const couldOpen = mayRest(order) && !traitsOf(exchange).restingOrdersOnlyClose
  const recent = couldOpen ? recentReducers.beside(order, clock()) : []
  const ids = new Set([...live.map(({ orderId }) => orderId), ...recent])
  ids.delete(order.orderId)
  return (await Promise.all([...ids].map((id) => orders.get(id)))).filter((one) => one !== null)
}

/** What the account holds is read with the next poll. */
const lookAgain = async (deps: ClampReducingDeps, order: Order): Promise<void> => {
  const state = await deps.accountSyncs.get(order.subaccountId, order.exchange)
  await (state?.awake ? askForPoll(deps, state, 0, { look: true }) : wakeAccount(deps, order))
}

const later = (reason: string): Clamped => ({ kind: 'later', reason, retryAfterMs: SECOND })

const BEHIND = 'the account has trades that are not stored yet; they may have changed the position'
const LESS = 'the position seems smaller than this order would reduce; looking again'

const NOTHING: Clamped = {
  kind: 'nothing',
  code: NOTHING_TO_REDUCE,
  reason: NOTHING_TO_REDUCE_REASON,
}
