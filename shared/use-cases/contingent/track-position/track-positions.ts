/**
 * Exits track the position. They no longer sell a part of the entry that other trades have closed, until such a trade is reversed
 * (EXCHANGE_B). The parent records the closed part, and its contingency group is notified. Each member of a custom asset is tracked
 * separately.
 */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { legsOf } from '#domain/baskets/basket-order.ts'
import { closedIn, recordClosed, reopen } from '#domain/baskets/closed-otherwise.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { FillStore } from '#ports/portfolio/portfolio-store.ts'
import { ifReadable, UNREADABLE } from '../../kernel/if-readable.ts'
import { changePlacedOrder } from '../../orders/change-order.ts'
import {
  type ClosedHoldingDeps,
  closedHolding,
  type Holding,
  recountClosed,
  type StoredTrade,
} from './closed-holding.ts'

export interface TrackPositionsDeps extends ClosedHoldingDeps {
  readonly orders: ClosedHoldingDeps['orders'] & Pick<OrderStore, 'save' | 'guarded' | 'guardedBaskets'>
  readonly fills: Pick<FillStore, 'inMarkets'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * `trades` were stored by one poll. `live` are the account's orders from before. `anyway`: check every guarded order, even if its market
 * was not traded. Returns the trades to track again, because not all trades of their market, or not all exits there, could be read.
 */
export const trackPositions = async (
  deps: TrackPositionsDeps,
  account: AccountRef,
  live: readonly Order[],
  trades: readonly StoredTrade[],
  anyway: boolean,
): Promise<ReadonlySet<StoredTrade>> => {
  const open = new Set<StoredTrade>()
  if (trades.length === 0 && !anyway) return open
  const markets = Map.groupBy(trades, ({ fill }) => svcIdOf(account.exchange, fill.nativeId))
  for (const holding of await guardedHoldings(deps, account, live)) {
    const there = markets.get(holding.svcId) ?? []
    const about = { ...account, orderId: holding.entryId }
    const left = await ifReadable(deps.log, about, () => followTrades(deps, holding, there, anyway))
    for (const trade of left === UNREADABLE ? there : left) open.add(trade)
  }
  return open
}

/** Returns the trades to track again. */
const followTrades = async (
  deps: TrackPositionsDeps,
  holding: Holding,
  there: readonly StoredTrade[],
  anyway: boolean,
): Promise<readonly StoredTrade[]> => {
  if ((there.length > 0 || anyway) && !(await followOne(deps, holding, there))) return there
  const reversed = there.filter(({ fill }) => fill.status === 'REVERSED')
  return reversed.length > 0 && !(await reopenOne(deps, holding)) ? reversed : []
}

/** Reads the entries at that exchange whose exits still work. */
const guardedHoldings = async (
  { orders }: TrackPositionsDeps,
  { subaccountId, exchange }: AccountRef,
  live: readonly Order[],
): Promise<readonly Holding[]> => {
  const [over, baskets] = await Promise.all([
    orders.guarded(subaccountId, exchange, { skipUnreadable: true }),
    orders.guardedBaskets(subaccountId, { skipUnreadable: true }),
  ])
  const single = [...live, ...over].filter(({ guarded }) => guarded)
  const members = baskets.flatMap((basket) =>
    legsOf(basket)
      .filter((leg) => leg.exchange === exchange)
      .map(({ svcId }) => ({ subaccountId, exchange, svcId, entryId: basket.orderId })),
  )
  const each = [
    ...single.map(({ svcId, orderId }) => ({ subaccountId, exchange, svcId, entryId: orderId })),
    ...members,
  ]
  return [...new Map(each.map((holding) => [`${holding.entryId} ${holding.svcId}`, holding])).values()]
}

/** Maximum number of reads of a position that changes meanwhile. */
const READS = 3

/** Returns false while not all trades of the market can be read. */
const followOne = async (
  deps: TrackPositionsDeps,
  holding: Holding,
  trades: readonly StoredTrade[],
): Promise<boolean> => {
  for (let read = 0; read < READS; read += 1) {
    const seen = await closedHolding(deps, holding, trades)
    if (seen === 'changed') continue
    if (seen !== null && seen.closed > closedIn(seen.entry, holding.svcId)) await record(deps, holding, seen.closed)
    return true
  }
  return false
}

const record = async (
  deps: TrackPositionsDeps,
  { entryId, subaccountId, svcId }: Holding,
  closed: Parameters<typeof recordClosed>[2],
): Promise<void> => {
  deps.log.info('protected position closed by other trades', { orderId: entryId, subaccountId, svcId, closed })
  await changePlacedOrder(deps.orders, entryId, (now) => recordClosed(now, svcId, closed, deps.clock()))
}

/**
 * Returns false while not all trades of the market can be read. Also false if the entry was changed meanwhile: more of it may be closed by
 * now.
 */
const reopenOne = async (deps: TrackPositionsDeps, holding: Holding): Promise<boolean> => {
  const { entryId, svcId } = holding
  const known = await deps.orders.find(entryId)
  if (known === null || closedIn(known, svcId) === 0) return true
  const seen = await recountClosed(deps, holding)
  if (seen === 'changed') return false
  if (seen === null || seen.closed >= closedIn(seen.entry, svcId)) return true
  const { closed } = seen
  deps.log.info('reversed trade had closed a protected position', { orderId: entryId, svcId, closed })
  return deps.orders.save(reopen(seen.entry, svcId, closed, deps.clock()))
}
