/** Reads the current state of an account at its exchanges: cash, positions and own resting orders. */

import { waitBeforeProbe } from '#domain/exchanges/exchange-refusal.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Money, money, type Qty, qty } from '#domain/kernel/numbers.ts'
import type { Level } from '#domain/markets/depth.ts'
import type { Market } from '#domain/markets/market.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import { reducible } from '#domain/orders/position/reducible.ts'
import { heldByOrders, type Remark } from '#domain/orders/preview/order-preview.ts'
import type { CircuitOpen } from '#domain/orders/send/facts.ts'
import { isFinal } from '#domain/orders/status.ts'
import { heldPositions } from '#domain/portfolio/held-position.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeRefusalStore } from '#ports/exchanges/exchange-refusal-store.ts'
import type { BalanceReport } from '#ports/exchanges/exchange-reports.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { ifUnreadable, nameOfThing } from '#ports/kernel/unreadable-row.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { assertReadable } from '../portfolio/assert-readable.ts'

export interface ReadAccountDeps {
  readonly openAccount: OpenAccount
  readonly exchanges: (name: ExchangeName) => Exchange
  readonly orders: Pick<OrderStore, 'live'>
  readonly positions: Pick<PositionStore, 'get' | 'ofSubaccount'>
  readonly exchangeRefusals: Pick<ExchangeRefusalStore, 'all'>
  readonly clock: Clock
}

export interface AccountNow {
  /** Null without credentials there. */
  at(exchange: ExchangeName): ExchangeAccount | null
  /**
   * The position in a market, above 0 for YES, and the free cash at its exchange. The position is null if it is
   * unreadable; the cash is null then too, or if the exchange does not report it.
   */
  in(market: Pick<Market, 'svcId' | 'exchange' | 'shard'>): {
    readonly position: number | null
    readonly cashFree: Money | null
  }
  /** How much an order that is not placed yet could reduce; null if the position cannot be read. */
  reducible(order: Order): Qty | null
  /** Own resting orders on one side of a market. */
  ownLevels(svcId: number, buyFlag: boolean): readonly Level[]
  /** The refusal of all orders of all accounts by the exchange; null if it accepts orders. */
  refusing(exchange: ExchangeName): CircuitOpen | null
  /** Warnings about unreadable facts. */
  readonly warnings: readonly Remark[]
}

/** Reads the exchanges of these markets at once. One that does not answer is a warning, and so is a position that cannot be read. */
export const readAccount = async (
  deps: ReadAccountDeps,
  subaccountId: string,
  markets: readonly Pick<Market, 'svcId' | 'exchange'>[],
  signal: AbortSignal,
): Promise<AccountNow> => {
  const exchanges = [...new Set(markets.map(({ exchange }) => exchange))]
  const [{ positionIn, unread }, refusals, ...places] = await Promise.all([
    positionsIn(deps, subaccountId, markets),
    deps.exchangeRefusals.all(),
    ...exchanges.map((exchange) => placeOf(deps, subaccountId, exchange, signal)),
  ])
  const placeAt = (exchange: ExchangeName) => places.find((place) => place.exchange === exchange)
  const open = places.flatMap(({ orders }) => orders)
  return {
    at: (exchange) => placeAt(exchange)?.account ?? null,
    in: ({ svcId, exchange, shard }) => {
      if (unread.has(svcId)) return { position: null, cashFree: null }
      const place = placeAt(exchange)
      const inShard = place?.orders.filter((order) => order.shard === shard) ?? []
      const cash = place?.cash ? cashIn(place.cash, shard) : null
      const cashFree = cash === null ? null : money(Math.max(0, cash - heldByOrders(inShard, positionIn)))
      return { position: positionIn(svcId), cashFree }
    },
    reducible: (order) => {
      if (unread.has(order.svcId)) return null
      const keepsOffers = traitsOf(order.exchange).restingOrdersOnlyClose
      return reducible(order, positionIn(order.svcId), placeAt(order.exchange)?.live ?? [], keepsOffers)
    },
    ownLevels: (svcId, buyFlag) =>
      open.flatMap((order) =>
        order.svcId === svcId && order.buyFlag === buyFlag && order.exchangeState === 'live' && order.price !== null
          ? [{ price: order.price, qty: qty(order.qty - filledOf(order)) }]
          : [],
      ),
    refusing: (exchange) => {
      const refusal = refusals.find((one) => one.exchange === exchange && one.calls === 'orders')
      return refusal === undefined ? null : { waitMs: waitBeforeProbe(refusal, deps.clock()), reason: refusal.reason }
    },
    warnings: [...unread.values(), ...places.flatMap(({ warning }) => warning ?? [])],
  }
}

/** Returns the positions in these markets, and a warning for each unreadable one, by market. */
const positionsIn = async (
  { positions }: ReadAccountDeps,
  subaccountId: string,
  markets: readonly Pick<Market, 'svcId' | 'exchange'>[],
) => {
  const stored = await positions.ofSubaccount(subaccountId, { skipUnreadable: true })
  const held = new Map(heldPositions(stored).map(({ svcId, position }) => [svcId, position]))
  const unread = new Map<number, Remark>()
  for (const market of markets)
    await assertReadable({ positions }, subaccountId, stored.ledgers, [market]).catch(
      ifUnreadable((thing) => void unread.set(market.svcId, positionUnknown(nameOfThing(thing)))),
    )
  return { positionIn: (svcId: number): number => held.get(svcId) ?? 0, unread }
}

const positionUnknown = (name: string): Remark => ({
  code: 'position_unknown',
  detail: `The stored record of ${name} cannot be read. The estimate assumes that nothing is held. Report this to the operator.`,
})

interface Place {
  readonly exchange: ExchangeName
  readonly account: ExchangeAccount | null
  /** The live orders that are not final. */
  readonly orders: readonly Order[]
  readonly live: readonly Order[]
  /** Null if it is unknown. */
  readonly cash: readonly BalanceReport[] | null
  readonly warning: Remark | null
}

/** Null if it is unknown. */
const cashIn = (cash: readonly BalanceReport[], shard: number): Money | null =>
  cash.some(isUnplaced) ? null : (cash.find((one) => one.shard === shard)?.amount ?? money(0))

const isUnplaced = ({ shard }: BalanceReport): boolean => shard === null

const unplaced = (exchange: ExchangeName): Remark => ({
  code: 'balance_unknown',
  detail: `${exchange} reports the cash of the account, but not its shards.`,
})

const placeOf = async (
  deps: ReadAccountDeps,
  subaccountId: string,
  exchange: ExchangeName,
  signal: AbortSignal,
): Promise<Place> => {
  const [account, live] = await Promise.all([
    deps.openAccount(subaccountId, exchange),
    deps.orders.live(subaccountId, exchange, { skipUnreadable: true }),
  ])
  const orders = live.filter(({ status }) => !isFinal(status))
  const place: Place = { exchange, account, orders, live, cash: null, warning: null }
  if (account === null) return place
  return deps
    .exchanges(exchange)
    .balances(account, signal)
    .then((cash) => ({ ...place, cash, warning: cash.some(isUnplaced) ? unplaced(exchange) : null }))
    .catch(
      ifUnavailable(({ message }) => {
        const detail = `${exchange} does not report the cash of the account: ${message}`
        return { ...place, warning: { code: 'balance_unknown', detail } }
      }),
    )
}
