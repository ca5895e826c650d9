/** What the use cases need stored. Writes name the version they saw; `false` means that another process was faster: read again. */

import type { AccountSync } from '#domain/accounts/account-sync.ts'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Fill } from '#domain/orders/fill.ts'
import type { Order, OrderType, TimeInForce } from '#domain/orders/order.ts'
import type { PlacedOrder } from '#domain/orders/placed-order.ts'
import type { OrderStatus } from '#domain/orders/status.ts'

/** Filters of the order list; absent ones do not filter. All combine. */
export interface OrderFilter {
  readonly status?: OrderStatus | undefined
  readonly svcId?: number | undefined
  readonly customAssetId?: string | undefined
  readonly subaccountId?: string | undefined
  readonly buyFlag?: boolean | undefined
  readonly orderType?: OrderType | undefined
  readonly timeInForce?: TimeInForce | undefined
  /** Orders on custom assets are at no exchange of their own. */
  readonly exchange?: ExchangeName | undefined
  /** Created at or after. */
  readonly createdFrom?: Millis | undefined
  /** Created before. */
  readonly createdBefore?: Millis | undefined
  readonly includeLegs?: boolean | undefined
}

export interface Page {
  /** 1..1000 */
  readonly limit: number
  readonly offset: number
}

/** An order as it is to be stored, with the fills that made it so. */
export interface TradedOrder {
  readonly order: Order
  /** Not stored yet. */
  readonly newFills: readonly Fill[]
  /** Stored as PROVISIONAL, and settled since. */
  readonly settledFills: readonly Fill[]
}

/** Orders and fills in one transaction: DynamoDB takes a hundred changes, and an order may bring an event and a tally. */
export const FILLS_TOGETHER = 50

export interface OrderStore {
  /** Any order as last committed (strongly consistent), in one read; null when there is none. */
  find(orderId: string): Promise<PlacedOrder | null>
  /**
   * The same with the order's own fills by exchange time, oldest first, at most `limit`, in one read too. A basket order has
   * none of its own: they belong to its legs.
   */
  findWithFills(
    orderId: string,
    limit: number,
  ): Promise<{ readonly order: PlacedOrder; readonly fills: readonly Fill[] } | null>
  /** The same for an order on one market; null for any other. */
  get(orderId: string): Promise<Order | null>
  /** The same for an order on a custom asset; null for any other. */
  getBasket(orderId: string): Promise<BasketOrder | null>
  /** Stores a new order; false when that id exists already (a repeated request). */
  create(order: PlacedOrder): Promise<boolean>
  /**
   * Stores `order`, provided the stored version is still `order.version`, which then grows by one; `newFills` are put in the
   * same transaction, each provided it is not there yet, and `settledFills`, each provided it is there and PROVISIONAL. False
   * when any of that does not hold: nothing was written.
   */
  save(order: PlacedOrder, newFills?: readonly Fill[], settledFills?: readonly Fill[]): Promise<boolean>
  /**
   * Stores orders of one subaccount and market with their fills, each as `save` does: all of them in one transaction, or none. Their
   * position is then written once. At most `FILLS_TOGETHER` orders and fills in all.
   */
  saveTogether(changes: readonly TradedOrder[]): Promise<boolean>
  /** Remembers for good whose the exchange's order ids are, before anything is sent under them. */
  claimExchangeIds(exchange: ExchangeName, exchangeOrderIds: readonly string[], orderId: string): Promise<void>
  /** The order an exchange's order id was claimed for; null for one that is not ours. */
  ownerOf(exchange: ExchangeName, exchangeOrderId: string): Promise<string | null>
  /**
   * Orders of a user by creation time, newest first, how many match in all, and whether some come after the page; legs of basket
   * orders if asked for. Every order matches the filter as it is answered: one that has just changed is left out.
   */
  list(
    userId: string,
    filter: OrderFilter,
    page: Page,
  ): Promise<{ readonly orders: readonly PlacedOrder[]; readonly count: number; readonly hasMore: boolean }>
  /** Fills of an order by exchange time, oldest first, at most `limit`. */
  fills(orderId: string, limit: number): Promise<readonly Fill[]>
  /** The ids among `fillIds` that are stored for the order, with their records (strongly consistent). */
  knownFills(orderId: string, fillIds: readonly string[]): Promise<readonly Fill[]>
  /** Orders of an exchange account that still need the exchange's word. May lag by a moment. */
  live(subaccountId: string, exchange: ExchangeName): Promise<readonly Order[]>
  /** How many these are, without reading them. May lag by a moment. */
  countLive(subaccountId: string, exchange: ExchangeName): Promise<number>
  /** The legs of an order on a custom asset that exist as orders (strongly consistent). */
  legs(basket: Pick<BasketOrder, 'rounds'>): Promise<readonly Order[]>
  /** Orders on custom assets of a subaccount that are not final. May lag by a moment. */
  liveBaskets(subaccountId: string): Promise<readonly BasketOrder[]>
}

export interface SubaccountStore {
  get(userId: string, subaccountId: string): Promise<Subaccount | null>
  list(userId: string): Promise<readonly Subaccount[]>
  /** False when that id exists already. */
  create(subaccount: Subaccount): Promise<boolean>
  save(subaccount: Subaccount): Promise<boolean>
  /** Removes it with its credentials and their account claims, in one transaction. */
  remove(subaccount: Subaccount, credentials: readonly CredentialsRecord[]): Promise<boolean>
}

export interface CredentialsStore {
  get(subaccountId: string, exchange: ExchangeName): Promise<CredentialsRecord | null>
  /**
   * Stores or replaces, and claims the exchange account for this subaccount within the user, in one transaction.
   * `in_use`: another subaccount of the user holds that exchange account.
   */
  put(record: CredentialsRecord, replaces: CredentialsRecord | null): Promise<'stored' | 'in_use' | 'conflict'>
  remove(record: CredentialsRecord): Promise<boolean>
}

export interface ApiKeyStore {
  get(keyId: string): Promise<ApiKey | null>
  list(userId: string): Promise<readonly ApiKey[]>
  /** False when that id exists already. */
  create(key: ApiKey): Promise<boolean>
  /** Marks it revoked; false when it is not there. */
  revoke(keyId: string, at: Millis): Promise<boolean>
}

export interface MarketStore {
  get(svcId: number): Promise<Market | null>
  /** Those that exist, each once, in the order asked for. */
  getMany(svcIds: readonly number[]): Promise<readonly Market[]>
  /** Stores what changed, and answers it. */
  putChanged(markets: readonly Market[]): Promise<readonly Market[]>
  /** The whole catalogue, whatever the status, in no order. */
  all(): AsyncIterable<Market>
  /** Native ids of the markets of an exchange last stored as active. */
  activeIds(exchange: ExchangeName): Promise<readonly string[]>
}

/** How far a pass over an exchange's listing came that could not be finished in one run. */
export interface ListingPass {
  /** Where to go on. */
  readonly cursor: string
  /** The svc_ids listed so far. */
  readonly seen: readonly number[]
}

export interface ListingPassStore {
  get(exchange: ExchangeName): Promise<ListingPass | null>
  /** Null: the next pass begins at the beginning. */
  save(exchange: ExchangeName, pass: ListingPass | null): Promise<void>
}

/** How the sync of one exchange account stands; see `domain/accounts/account-sync.ts`. */
export interface AccountSyncStore {
  get(subaccountId: string, exchange: ExchangeName): Promise<AccountSync | null>
  /** Creates (version 0) or updates it, provided the stored version is the one given. */
  save(state: AccountSync): Promise<boolean>
}

/** A piece of work that is overdue. */
export type DueWork =
  | { readonly kind: 'order'; readonly orderId: string; readonly dueAt: Millis }
  | { readonly kind: 'complex_order'; readonly complexOrderId: string; readonly dueAt: Millis }
  | { readonly kind: 'trading_day'; readonly subaccountId: string; readonly dueAt: Millis }
  | { readonly kind: 'event'; readonly objectId: string; readonly version: number; readonly dueAt: Millis }
  | {
      readonly kind: 'delivery'
      readonly webhookId: string
      readonly objectId: string
      readonly sequence: number
      readonly dueAt: Millis
    }
  | { readonly kind: 'account'; readonly subaccountId: string; readonly exchange: ExchangeName; readonly dueAt: Millis }
  /** A row of the work index that nothing of this version is: of another version, another kind, or damaged. */
  | { readonly kind: 'unknown'; readonly pk: string; readonly sk: string; readonly dueAt: Millis }

export interface WorkStore {
  /** What is due at or before `until`, oldest first in each partition, at most `limit` in all. May lag by a moment. */
  due(until: Millis, limit: number): Promise<readonly DueWork[]>
  /** Moves the due date of a row without understanding the row; false when it is due at another time by now, or has changed meanwhile. */
  putOff(work: DueWork, until: Millis): Promise<boolean>
}

/** A request that carries an `Idempotency-Key`: remembered for 24 h. */
export interface IdempotencyRecord {
  /** Hash over user, method, path and key. */
  readonly id: string
  readonly bodyHash: string
  /** The id the created object gets, also when a crashed request is repeated: so that it is created once. */
  readonly objectId: string
  readonly claimedAt: Millis
  readonly reply: { readonly status: number; readonly body: string } | null
  readonly expiresAt: Millis
}

export interface IdempotencyStore {
  get(id: string): Promise<IdempotencyRecord | null>
  /** Stores the claim provided none is there, or the one there is `replaces` unchanged. */
  claim(record: IdempotencyRecord, replaces: IdempotencyRecord | null): Promise<boolean>
  complete(record: IdempotencyRecord): Promise<void>
  release(record: IdempotencyRecord): Promise<void>
}
