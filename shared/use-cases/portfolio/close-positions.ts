/** Closes what a subaccount holds: a reduce-only MARKET order for each market, whose id follows from the request. */

import { acceptedAt, type Subaccount } from '#domain/accounts/subaccount.ts'
import { leastQty } from '#domain/exchanges/least-qty.ts'
import { type Price, type Qty, qty } from '#domain/kernel/numbers.ts'
import { isProblem, notFound, type Problem } from '#domain/kernel/problem.ts'
import { flooredToLot } from '#domain/markets/lot-size.ts'
import type { Market } from '#domain/markets/market.ts'
import { labelOf } from '#domain/markets/market-label.ts'
import { batchOrderId } from '#domain/orders/batch-order-id.ts'
import { newOrder, type Order } from '#domain/orders/order.ts'
import { subscriberStateOf } from '#domain/orders/subscriber-state.ts'
import type { HeldPosition } from '#domain/portfolio/held-position.ts'
import { type Closable, withReported } from '#domain/portfolio/with-reported.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { liveOrders } from '../accounts/quotas/live-orders.ts'
import { INACTIVE, missingCredentials } from '../accounts/refusals.ts'
import { mapConcurrent } from '../kernel/map-concurrent.ts'
import { type EnqueueDeps, enqueueExecute } from '../work/enqueue.ts'
import { readMarketPositions } from './read-market-positions.ts'
import { readPositions } from './read-positions.ts'

export interface CloseHeldDeps extends EnqueueDeps {
  readonly orders: Pick<OrderStore, 'create' | 'get'>
  readonly positions: Pick<PositionStore, 'get' | 'ofSubaccount'>
  readonly markets: MarketStore
  readonly clock: Clock
}

export interface ClosePositionsDeps extends CloseHeldDeps {
  readonly orders: Pick<OrderStore, 'create' | 'get' | 'live'>
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly credentials: Pick<CredentialsStore, 'get'>
}

export interface CloseRequest {
  readonly requestId: string
  readonly subaccountId: string
  /** Only this market; null for all. */
  readonly svcId: number | null
  readonly maxSlippage: Price | null
}

/**
 * Returns the ids of the closing orders; none without a position. Reported trades count before their fills are stored:
 * the closing order waits for them. A repeat under the same request id places no order twice.
 */
export const closePositions = async (
  deps: ClosePositionsDeps,
  userId: string,
  { requestId, subaccountId, svcId, maxSlippage }: CloseRequest,
): Promise<readonly string[] | Problem> => {
  const [subaccount, market] = await Promise.all([
    deps.subaccounts.get(userId, subaccountId),
    svcId === null ? null : deps.markets.getMany([svcId]),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (market?.length === 0) return notFound('Market')
  // The orders first: a fill that is stored in between is counted twice then, and never not at all.
  const orders = await liveOrders(deps.orders, subaccountId, { skipUnreadable: true })
  const held = withReported(await readMarketPositions(deps, subaccountId, market ?? []), orders)
  const open = openAmong(held).filter((one) => svcId === null || one.svcId === svcId)
  const refused = await whyNotClosed(deps, subaccount, open)
  return refused ?? closeHeld(deps, subaccount, open, { requestId, maxSlippage, round: 0 })
}

/**
 * Completes an earlier run of the same request as far as possible. Returns null if the earlier run stored nothing. Later reasons to refuse
 * the request do not undo it.
 */
export const resumeClosing = async (
  deps: ClosePositionsDeps,
  userId: string,
  requested: CloseRequest,
): Promise<readonly string[] | null> => {
  const { requestId, subaccountId } = requested
  if ((await deps.subaccounts.get(userId, subaccountId)) === null) return null
  const begun = await findClosing(deps, subaccountId, requestId)
  if (begun.length === 0) return null
  const rest = await closePositions(deps, userId, requested)
  return isProblem(rest) ? begun : [...new Set([...begun, ...rest])].sort()
}

/** The orders that a request has stored, also where they have closed everything since. */
export const findClosing = async (
  deps: Pick<CloseHeldDeps, 'orders' | 'positions'>,
  subaccountId: string,
  requestId: string,
): Promise<readonly string[]> => {
  const found: string[] = []
  await mapConcurrent(
    ORDERS_AT_ONCE,
    await readPositions(deps, subaccountId, { skipUnreadable: true }),
    async ({ svcId }) => {
      const orderId = batchOrderId(requestId, svcId)
      if ((await deps.orders.get(orderId)) !== null) found.push(orderId)
    },
  )
  return found.sort()
}

/**
 * Returns the positions that trading can close. A decided market is not traded any more: its positions are paid or
 * redeemed.
 */
export const openAmong = <Held extends Pick<HeldPosition, 'position' | 'closed'>>(
  positions: readonly Held[],
): readonly Held[] => positions.filter(({ position, closed }) => position !== 0 && !closed)

/** Why nothing can be placed to close them; null when it can. */
export const whyNotClosed = async (
  { credentials }: Pick<ClosePositionsDeps, 'credentials'>,
  { subaccountId, isActive }: Subaccount,
  open: readonly Pick<HeldPosition, 'exchange'>[],
): Promise<Problem | null> => {
  if (!isActive) return INACTIVE
  for (const exchange of new Set(open.map((one) => one.exchange)))
    if ((await credentials.get(subaccountId, exchange)) === null) return missingCredentials(exchange)
  return null
}

/** Places the orders that close these positions. `round` counts the orders for one market under one request, from 0. */
export const closeHeld = async (
  deps: CloseHeldDeps,
  subaccount: Subaccount,
  open: readonly Pick<Closable, 'svcId' | 'position'>[],
  terms: Pick<CloseRequest, 'requestId' | 'maxSlippage'> & { readonly round: number },
): Promise<readonly string[]> => {
  const markets = await deps.markets.getMany(open.map(({ svcId }) => svcId))
  // Not among the orders that were cancelled right before.
  const now = acceptedAt(subaccount, deps.clock())
  const orders = markets.flatMap((market) => {
    const held = open.find(({ svcId }) => svcId === market.svcId)
    return held === undefined ? [] : [closingOrder(subaccount, market, held.position, terms, now)]
  })
  if (orders.length > 0) await deps.markets.name(markets)
  await mapConcurrent(ORDERS_AT_ONCE, orders, async (order) => {
    // Not created: an earlier run of this very request has stored it.
    await deps.orders.create(order)
    await enqueueExecute(deps, order)
  })
  return orders.map(({ orderId }) => orderId).sort()
}

/** Orders stored at once: enough to be quick, too few to crowd the table. */
const ORDERS_AT_ONCE = 20

const closingOrder = (
  subaccount: Subaccount,
  market: Market,
  position: number,
  { requestId, maxSlippage, round }: Parameters<typeof closeHeld>[3],
  now: number,
): Order => {
  const { userId, subaccountId } = subaccount
  const { svcId, exchange, nativeId, shard } = market
  return newOrder(
    {
      orderId: batchOrderId(requestId, svcId + round),
      userId,
      subaccountId,
      svcId,
      exchange,
      nativeId,
      shard,
      label: labelOf(market),
      subscriberState: subscriberStateOf(subaccount),
      orderType: 'MARKET',
      timeInForce: 'IOC',
      qty: orderable(market, Math.abs(position)),
      buyFlag: position < 0,
      price: null,
      maxSlippage,
      expiresAt: null,
      clientOrderId: null,
      reduceOnly: true,
    },
    now,
  )
}

/** A quantity that is too small for an order is requested unchanged: its REJECTED order gives the reason. */
const orderable = (market: Market, held: number): Qty => {
  const least = leastQty(market, { sellsAtOnce: true })
  const whole = flooredToLot({ lot: market.tickSizeQty, least }, held)
  return whole === 0 ? qty(held) : whole
}
