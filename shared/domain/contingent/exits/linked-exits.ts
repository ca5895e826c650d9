/**
 * Linked exits: stops without a parent that share one quantity, as the exits of an order share its fills. A fill of one stop reduces the
 * others. The exit plan is the same; only the source of the quantity differs. Protect stops share the position, even a single one: see
 * `protected-exits.ts`.
 */

import { isBasketOrder, type PlacedOrder } from '../../baskets/placed-order.ts'
import { isTerminal } from '../../complex-orders/status.ts'
import { targetIds } from '../../complex-orders/target.ts'
import { largest, type Qty, qty, remaining, sumOf } from '../../kernel/numbers.ts'
import type { LotSize } from '../../markets/lot-size.ts'
import { takenOff } from '../../orders/amend/amending.ts'
import type { Conditional } from '../conditional.ts'
import { exitOrderOf } from './exit-view.ts'
import type { Entry, Exit } from './exits.ts'

/** The stops of one subaccount and instrument with the same `linkId`. */
export interface LinkGroup {
  readonly subaccountId: string
  /** The instrument or the custom asset, by the id that clients know. */
  readonly targetId: string
  readonly linkId: string
  /** Stop ids in the order of placement. */
  readonly complexOrderIds: readonly string[]
  /** 0: not stored yet. */
  readonly version: number
}

/** The key of a group, stored or not. */
export type LinkGroupRef = Pick<LinkGroup, 'subaccountId' | 'targetId' | 'linkId'>

/** Maximum number of linked stops: they change in one transaction. */
export const MOST_LINKED = 20

/** Returns whether the stop is planned in a group. A protect stop without a `linkId` is alone in a group of its own. */
export const isLinked = ({ linkId, protect }: Pick<Conditional, 'linkId' | 'protect'>): boolean =>
  linkId !== null || protect

/** The fields of a stop that decide about its group. */
export type Linkable = Pick<Conditional, 'complexOrderId' | 'subaccountId' | 'target' | 'linkId' | 'protect'>

/** The key of the group of a stop; null for a single stop. */
export const linkGroupOf = (stop: Linkable): LinkGroupRef | null => {
  if (!isLinked(stop)) return null
  const { svcId, customAssetId } = targetIds(stop.target)
  const { subaccountId, complexOrderId } = stop
  return { subaccountId, targetId: customAssetId ?? String(svcId), linkId: stop.linkId ?? `${ALONE}${complexOrderId}` }
}

/** Prefix of the group name of a protect stop without a `linkId`. */
const ALONE = '#'

/** Returns why a stop cannot join the linked stops; null if it can. Protect stops share one side of one position. */
export const unlike = (stop: Conditional, linked: readonly Conditional[]): string | null => {
  const waiting = linked.filter(({ status }) => status !== 'CANCELLED')
  if (waiting.some(({ protect }) => protect !== stop.protect)) return UNLIKE_PROTECT
  const other = stop.protect && waiting.find(({ trigger }) => trigger.buyFlag !== stop.trigger.buyFlag)
  return other ? `${UNLIKE_SIDE} ${other.trigger.buyFlag}` : null
}

const UNLIKE_PROTECT = 'protect must be the same on all stops with one link_id'
const UNLIKE_SIDE = 'the protect stops of that link_id close the other side: trigger_order.buy_flag must be'

/** The shared quantity, in place of the fills of a parent: the largest quantity that any of the stops requests. */
export const sharedEntry = (stops: readonly Conditional[], lotSize: LotSize): Entry => ({
  bought: largest(NONE, ...stops.filter(counts).map(({ trigger }) => trigger.qty)),
  closed: NONE,
  over: true,
  complete: true,
  settling: false,
  showsLast: false,
  reversibleFor: 0,
  closedMarkets: 'none',
  ...lotSize,
})

/** A stop that was cancelled before it fired has no share. */
const counts = ({ status, orderIds }: Conditional): boolean => status !== 'CANCELLED' || orderIds.length > 0

/**
 * The view of a linked stop for the exit plan. A refused or short order of a stop without a parent is not placed again. A quantity that an
 * amend took off is not placed either.
 */
export const linkedExitOf = (stop: Conditional, orders: ReadonlyMap<string, PlacedOrder>): Exit => ({
  exitId: stop.complexOrderId,
  way: 'watches',
  stopsLoss: stop.subtype === 'STOP',
  actsNow: stop.trigger.orderType === 'MARKET',
  early: true,
  status: stop.status === 'COMPLETED' || stop.status === 'EXPIRED' ? 'CANCELLED' : stop.status,
  requested: remaining(
    stop.trigger.qty,
    sumOf(
      stop.orderIds.flatMap((orderId) => orders.get(orderId) ?? []),
      (order) => (isBasketOrder(order) ? NONE : takenOff(order)),
    ),
  ),
  armedQty: stop.armedQty,
  firedAt: stop.triggeredAt,
  givenUp: stop.incompleteAt !== null,
  hopeless: false,
  replaceable: false,
  changedAt: stop.updatedAt,
  orders: stop.orderIds.flatMap((orderId) => {
    const order = orders.get(orderId)
    if (order === undefined) return []
    const seen = exitOrderOf(order)
    return [seen.end === 'failed' || seen.end === 'with_all' ? { ...seen, end: 'user' as const } : seen]
  }),
})

/** Returns whether the group is over: its `linkId` then starts a new group. */
export const isGroupOver = (stops: readonly Conditional[], orders: ReadonlyMap<string, PlacedOrder>): boolean =>
  stops.every(
    (stop) => isTerminal(stop.status) && linkedExitOf(stop, orders).orders.every(({ state }) => state === 'ended'),
  )

const NONE: Qty = qty(0)
