/** Stores orders. Writes name the version they saw; `false` means that another process was faster: read again. */

import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order, OrderType, TimeInForce } from '#domain/orders/order.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import type { Page, Position } from '../kernel/page.ts'
import type { ReadOptions } from '../kernel/unreadable-row.ts'

/** Filters of the order list; absent ones do not filter. All combine. */
export interface OrderFilter {
  readonly status?: OrderStatus | ReadonlySet<OrderStatus> | undefined
  readonly svcId?: number | undefined
  readonly customAssetId?: string | undefined
  readonly subaccountId?: string | undefined
  /** The client's own name, exactly. */
  readonly clientOrderId?: string | undefined
  /** The tag of the order, exactly. */
  readonly tag?: string | undefined
  readonly buyFlag?: boolean | undefined
  readonly orderType?: OrderType | undefined
  readonly timeInForce?: TimeInForce | undefined
  /** Orders on custom assets are at no exchange of their own. */
  readonly exchange?: ExchangeName | undefined
  /** Created at or after. */
  readonly createdFrom?: Millis | undefined
  /** Created before. */
  readonly createdBefore?: Millis | undefined
  /** Behind that place in the list. */
  readonly after?: Position | undefined
  readonly includeLegs?: boolean | undefined
}

/** An order as it is to be stored, with the fills that made it so. */
export interface TradedOrder {
  readonly order: Order
  /** Not stored yet. */
  readonly newFills: readonly Fill[]
  /** Stored as PROVISIONAL, and settled since. */
  readonly settledFills: readonly Fill[]
}

/** Names a fill of an order. */
export interface FillPlace {
  readonly orderId: string
  readonly fillId: string
}

/** Orders and fills in one transaction: DynamoDB takes a hundred changes, and an order may bring an event and a tally. */
export const FILLS_TOGETHER = 50

/** Changes of a transaction that a fill takes. A fill of a tagged order is also stored by its tag. */
export const changesPerFill = ({ tag }: Pick<PlacedOrder, 'tag'>): 1 | 2 => (tag === null ? 1 : 2)

export interface OrderStore {
  /** Any order as last committed (strongly consistent), in one read; null when there is none. */
  find(orderId: string): Promise<PlacedOrder | null>
  /** Returns the orders that are stored and can be read, as last committed, in a read for each hundred. */
  findMany(orderIds: readonly string[]): Promise<readonly PlacedOrder[]>
  /**
   * Returns any order as last committed (strongly consistent), in one read. Its own fills come with it by exchange time, oldest first, at
   * most `limit`. Null if there is none. A basket order has no fills of its own: they belong to its legs.
   */
  findWithFills(
    orderId: string,
    limit: number,
  ): Promise<{ readonly order: PlacedOrder; readonly fills: readonly Fill[] } | null>
  /** An order on one market as last committed (strongly consistent); null when there is none, and for an order on a custom asset. */
  get(orderId: string): Promise<Order | null>
  /** An order on a custom asset as last committed (strongly consistent); null when there is none, and for an order on one market. */
  getBasket(orderId: string): Promise<BasketOrder | null>
  /** Stores a new order; false when that id exists already (a repeated request). */
  create(order: PlacedOrder): Promise<boolean>
  /**
   * Stores `order`, provided the stored version is still `order.version`, which then grows by one. The same transaction puts `newFills`,
   * each provided it is not stored yet, and `settledFills`, each provided it is stored and PROVISIONAL. False if one condition does not
   * hold: nothing was written.
   */
  save(order: PlacedOrder, newFills?: readonly Fill[], settledFills?: readonly Fill[]): Promise<boolean>
  /**
   * Stores orders of one subaccount and market with their fills, each as `save` does: all of them in one transaction, or none. Their
   * position is then written once. At most `FILLS_TOGETHER` orders and `changesPerFill` of their fills
   * in all.
   */
  saveTogether(changes: readonly TradedOrder[]): Promise<boolean>
  /** Stores for good which order the exchange's order ids belong to, before anything is sent under them. */
  claimExchangeIds(exchange: ExchangeName, exchangeOrderIds: readonly string[], orderId: string): Promise<void>
  /** The order an exchange's order id was claimed for; null for one that is not ours. */
  ownerOf(exchange: ExchangeName, exchangeOrderId: string): Promise<string | null>
  /**
   * Returns orders of a user by creation time, newest first, their number in all, and whether some come after the page. Legs of basket
   * orders are included on request. Every order matches the filter as it is answered: one that has just changed is left out, and so is one
   * that cannot be read.
   */
  list(
    userId: string,
    filter: OrderFilter,
    page: Page,
  ): Promise<{ readonly orders: readonly PlacedOrder[]; readonly count: number; readonly hasMore: boolean }>
  /** Fills of an order by exchange time, oldest first, at most `limit`. */
  fills(orderId: string, limit: number): Promise<readonly Fill[]>
  /** Returns the fills among these that are stored, as they are stored (strongly consistent), in a read for each hundred. */
  knownFills(fills: readonly FillPlace[]): Promise<readonly Fill[]>
  /** Orders of an exchange account from which reports are still expected, in one market or in all. May lag by a moment. */
  live(
    subaccountId: string,
    exchange: ExchangeName,
    options?: ReadOptions & { readonly svcId?: number },
  ): Promise<readonly Order[]>
  /** Orders that are not live there any more, with exits that still follow the position. May lag by a moment. */
  guarded(subaccountId: string, exchange: ExchangeName, options?: ReadOptions): Promise<readonly Order[]>
  /**
   * Counts the orders of the subaccount with exits at that exchange that may follow the position, without reading them. Orders on custom
   * assets that are not over count too. May lag by a moment.
   */
  countGuarded(subaccountId: string, exchange: ExchangeName): Promise<number>
  /** How many are live, without reading them. May lag by a moment. */
  countLive(subaccountId: string, exchange: ExchangeName): Promise<number>
  /** How many orders of the account have yet to be sent for the first time; those held back do not count. May lag by a moment. */
  countUnsent(subaccountId: string, exchange: ExchangeName): Promise<number>
  /** How many orders of the subaccount are live, those on custom assets with their legs, without reading them. May lag by a moment. */
  countOpen(subaccountId: string): Promise<number>
  /** The legs of an order on a custom asset that exist as orders (strongly consistent). */
  legs(basket: Pick<BasketOrder, 'rounds'>): Promise<readonly Order[]>
  /** Orders on custom assets of a subaccount that are not final. May lag by a moment. */
  liveBaskets(subaccountId: string, options?: ReadOptions): Promise<readonly BasketOrder[]>
  /** Orders on custom assets of a subaccount, final or not, with exits that still follow the position. May lag by a moment. */
  guardedBaskets(subaccountId: string, options?: ReadOptions): Promise<readonly BasketOrder[]>
}
