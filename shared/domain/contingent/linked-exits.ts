/**
 * Linked exits: stops without a parent that share one quantity, as the exits of an order share what it bought. What one of them
 * fills, the others place no more. The plan is that of the exits of an order; only where the quantity comes from differs. Protect
 * stops share the position, a single one too; `protected-exits.ts` says how.
 */

import { isBasketOrder, type PlacedOrder } from '../baskets/placed-order.ts'
import { isTerminal } from '../complex-orders/status.ts'
import { targetIds } from '../complex-orders/target.ts'
import { largest, type Qty, qty, remaining, sumOf } from '../kernel/numbers.ts'
import type { LotSize } from '../markets/lot-size.ts'
import { takenOff } from '../orders/amend/amending.ts'
import type { Conditional } from './conditional.ts'
import { exitOrderOf } from './exit-view.ts'
import type { Entry, Exit } from './exits.ts'

/** The stops of one subaccount and instrument with the same `linkId`. */
export interface LinkGroup {
  readonly subaccountId: string
  /** The instrument or the custom asset, by the id that clients know. */
  readonly targetId: string
  readonly linkId: string
  /** Its stops, in the order they were placed. */
  readonly complexOrderIds: readonly string[]
  /** 0: not stored yet. */
  readonly version: number
}

/** Which group it is, whether it is stored or not. */
export type LinkGroupRef = Pick<LinkGroup, 'subaccountId' | 'targetId' | 'linkId'>

/** At most so many stops are linked: they change in one transaction. */
export const MOST_LINKED = 20

/** Whether it is planned as one of a group. A protect stop without a `linkId` is alone in a group of its own. */
export const isLinked = ({ linkId, protect }: Pick<Conditional, 'linkId' | 'protect'>): boolean =>
  linkId !== null || protect

/** What says of which group a stop is. */
export type Linkable = Pick<Conditional, 'complexOrderId' | 'subaccountId' | 'target' | 'linkId' | 'protect'>

/** The group of a stop; null for one that stands for itself. */
export const linkGroupOf = (stop: Linkable): LinkGroupRef | null => {
  if (!isLinked(stop)) return null
  const { svcId, customAssetId } = targetIds(stop.target)
  const { subaccountId, complexOrderId } = stop
  return { subaccountId, targetId: customAssetId ?? String(svcId), linkId: stop.linkId ?? `${ALONE}${complexOrderId}` }
}

/** Begins the name of the group of a stop that is alone in it. */
const ALONE = '#'

/** Why a stop cannot be linked with those that are; null when it can. Protect stops share one side of one position. */
export const unlike = (stop: Conditional, linked: readonly Conditional[]): string | null => {
  const waiting = linked.filter(({ status }) => status !== 'CANCELLED')
  if (waiting.some(({ protect }) => protect !== stop.protect)) return UNLIKE_PROTECT
  const other = stop.protect && waiting.find(({ trigger }) => trigger.buyFlag !== stop.trigger.buyFlag)
  return other ? `${UNLIKE_SIDE} ${other.trigger.buyFlag}` : null
}

const UNLIKE_PROTECT = 'protect must be the same on all stops with one link_id'
const UNLIKE_SIDE = 'the protect stops of that link_id close the other side: trigger_order.buy_flag must be'

/** The quantity that they share, in the place of what a parent bought: the largest that any of them asks for. */
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

/** One that was cancelled before it fired shares nothing. */
const counts = ({ status, orderIds }: Conditional): boolean => status !== 'CANCELLED' || orderIds.length > 0

/**
 * A linked stop as the plan sees it. As of any stop without a parent, an order that is refused or ends short is not placed again, nor is
 * what was taken off one.
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

/** Whether nothing of the group can happen any more: then its `linkId` begins another one. */
export const isGroupOver = (stops: readonly Conditional[], orders: ReadonlyMap<string, PlacedOrder>): boolean =>
  stops.every(
    (stop) => isTerminal(stop.status) && linkedExitOf(stop, orders).orders.every(({ state }) => state === 'ended'),
  )

const NONE: Qty = qty(0)
