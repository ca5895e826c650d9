/** Stores complex orders, and the orders that change together with them. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrderStatus } from '#domain/complex-orders/status.ts'
import type { ComplexOrder, ComplexOrderKind } from '#domain/contingent/complex-order.ts'
import type { LinkGroup, LinkGroupRef } from '#domain/contingent/exits/linked-exits.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Page, Position } from '../kernel/page.ts'
import type { ReadOptions } from '../kernel/unreadable-row.ts'

/** Filters of the list; absent ones do not filter. All combine. */
export interface ComplexOrderFilter {
  readonly kind?: ComplexOrderKind | undefined
  readonly status?: ComplexOrderStatus | ReadonlySet<ComplexOrderStatus> | undefined
  readonly svcId?: number | undefined
  readonly customAssetId?: string | undefined
  readonly subaccountId?: string | undefined
  readonly parentOrderId?: string | undefined
  /** The tag, exactly. */
  readonly tag?: string | undefined
  /** Created at or after. */
  readonly createdFrom?: Millis | undefined
  /** Created before. */
  readonly createdBefore?: Millis | undefined
  /** Behind that place in the list. */
  readonly after?: Position | undefined
}

/**
 * Orders, complex orders and link groups that are stored in one transaction or not at all, at most a hundred in all. A changed row names
 * the version it was read at.
 */
export interface Together {
  readonly newOrders?: readonly PlacedOrder[] | undefined
  readonly changedOrders?: readonly PlacedOrder[] | undefined
  readonly newComplexOrders?: readonly ComplexOrder[] | undefined
  readonly changedComplexOrders?: readonly ComplexOrder[] | undefined
  /** The members of linked exits, as read. Each is written even if unchanged: runs at once agree by its version. */
  readonly linkGroups?: readonly LinkGroup[] | undefined
  /** The stops among them were armed before. Their market is not marked, because the mark says when one was armed last. */
  readonly isWatched?: boolean | undefined
}

/** Complex orders as they are stored. */
export interface ComplexOrderStore {
  /** As last committed (strongly consistent). */
  get(complexOrderId: string): Promise<ComplexOrder | null>
  /** Returns the orders that exist, in the order of the ids (strongly consistent). */
  getAll(complexOrderIds: readonly string[], options?: ReadOptions): Promise<readonly ComplexOrder[]>
  /** The linked exits of that name; null when there never were any (strongly consistent). */
  linkGroup(ref: LinkGroupRef): Promise<LinkGroup | null>
  /** Ids of the protect stops of an exchange account that wait for their price (strongly consistent). */
  protects(subaccountId: string, exchange: ExchangeName): Promise<readonly string[]>
  /** False when an id exists already or a version is not what it was: nothing was written. */
  save(together: Together): Promise<boolean>
  /** Complex orders of a user, listed as `OrderStore.list` lists orders. */
  list(
    userId: string,
    filter: ComplexOrderFilter,
    page: Page,
  ): Promise<{ readonly complexOrders: readonly ComplexOrder[]; readonly count: number; readonly hasMore: boolean }>
  /** How many complex orders of the user are not over. May lag by a moment. */
  countOpen(userId: string): Promise<number>
}
