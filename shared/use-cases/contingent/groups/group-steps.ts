/** Carries out the steps of an exit plan on a draft. */

import { type ComplexCancelled, whyNotArmed } from '#domain/accounts/why-cancelled.ts'
import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import { cancelOrEnd } from '#domain/baskets/cancel-or-end.ts'
import { markNotified, stateForDependents } from '#domain/baskets/dependents.ts'
import { type ByMember, boughtOf, enteredOf, leftOf, splitExit, takenBy } from '#domain/baskets/exit.ts'
import { filledBy, isBasketOrder, isOffTheBook, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { type Conditional, isExit, newConditional } from '#domain/contingent/conditional.ts'
import { type Entry, type ExitStep, MARKET_CLOSED } from '#domain/contingent/exits/exits.ts'
import { matchParentTotal } from '#domain/contingent/exits/match-parent-total.ts'
import { isStop } from '#domain/contingent/request/rules.ts'
import { arm, armStop, cancel, giveUp, place, placeAgain, resize, supersede } from '#domain/contingent/transitions.ts'
import { releaseOrder, triggerOrder } from '#domain/contingent/trigger/trigger-order.ts'
import { add, type Qty, smallest } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import { type GroupDraft, redraft } from './group-draft.ts'
import { type ExitGroup, openPart } from './read-group.ts'

/** Applies every step to the draft. */
export const carryOutSteps = (
  draft: GroupDraft<ExitGroup>,
  steps: readonly ExitStep[],
  ids: Ids,
  now: Millis,
): void => {
  for (const step of steps) {
    if (step.kind === 'withdraw') cancelOrEndOrder(draft, step, now)
    else {
      const child = draft.group.children.find(({ complexOrderId }) => complexOrderId === step.exitId)
      if (child !== undefined) carryOut(draft, child, step, ids, now)
    }
  }
}

/** Cancels waiting exits that were accepted before a cancel-all of complex orders, or whose subaccount is deleted (null). */
export const endUnwanted = (draft: GroupDraft, subaccount: ComplexCancelled | null, now: Millis): void => {
  for (const child of draft.group.children) {
    const reason = child.status === 'PENDING' ? whyNotArmed(subaccount, child.createdAt) : null
    if (reason !== null) redraft(draft, child, (one) => cancel(one, reason, now))
  }
}

/** Matches all exits to the total of their parent. */
export const followParent = (draft: GroupDraft, now: Millis): void => {
  const { parent, children } = draft.group
  for (const child of children) redraft(draft, child, (one) => matchParentTotal(one, parent, now))
}

/**
 * Plans stops in the direction of the parent, which exit nothing. The fills of the parent arm them, and an empty end of the parent cancels
 * them.
 */
export const planAdditions = (draft: GroupDraft, entry: Entry, now: Millis): void => {
  const { parent, children } = draft.group
  for (const child of children.filter((one) => !isExit(one, parent))) {
    if (entry.closedMarkets === 'all') redraft(draft, child, (one) => cancel(one, MARKET_CLOSED, now))
    if (!entry.over || entry.closedMarkets === 'all') continue
    const filled = add(entry.bought, entry.closed)
    // A parent that ended short, or whose fill was reversed, limits its stops.
    const most = parent.status === 'EXECUTED' ? child.trigger.qty : smallest(child.trigger.qty, filled)
    const armed = (one: Conditional) => resize(arm(one, most, parent.orderId, now), most, now)
    if (filled > 0) redraft(draft, child, armed)
    else if (entry.complete) redraft(draft, child, (one) => cancel(one, 'parent_not_filled', now))
  }
}

const carryOut = (
  draft: GroupDraft<ExitGroup>,
  child: Conditional,
  step: Exclude<ExitStep, { kind: 'withdraw' }>,
  ids: Ids,
  now: Millis,
): void => {
  switch (step.kind) {
    case 'arm':
      armChild(draft, child, step.qty, ids, now)
      return
    case 'resize':
      both(draft, child, (one) => resize(one, step.qty, now))
      return
    case 'place':
      placeOrder(draft, child, step, ids.uuid(), now)
      return
    case 'release': {
      const order = draft.group.orders.get(step.orderId)
      if (order !== undefined) release(draft, child, order, step.qty, now)
      return
    }
    case 'cancel':
      both(draft, child, (one) => cancel(one, step.reason, now))
      return
    case 'replace':
      replace(draft, child, ids.uuid(), now)
      return
    case 'give_up':
      draft.givenUp.push(child)
      both(draft, child, (one) => giveUp(one, now))
      return
  }
}

/** Arms a stop itself, and for an SL or a TP a new stop. */
const armChild = (draft: GroupDraft<ExitGroup>, child: Conditional, qty: Qty, ids: Ids, now: Millis): void => {
  const parentId = draft.group.parent?.orderId ?? null
  if (isStop(child.subtype)) {
    redraft(draft, child, (one) => arm(one, qty, parentId, now))
    return
  }
  redraft(draft, child, (one) => {
    const { head, stop } = armStop(one, ids.uuid(), qty, parentId, now)
    if (stop !== null) draft.newComplexOrders.set(stop.complexOrderId, stop)
    return head
  })
}

/** Creates a conditional order in place of an ended one: its parent has a rest to exit after all. */
const replace = (draft: GroupDraft<ExitGroup>, child: Conditional, complexOrderId: string, now: Millis): void => {
  const again = { complexOrderId, parentOrderId: draft.group.parent?.orderId ?? null }
  draft.newComplexOrders.set(complexOrderId, newConditional({ ...child, ...again }, now))
  draft.attached.push(complexOrderId)
  redraft(draft, child, (one) => supersede(one, now))
}

const placeOrder = (
  draft: GroupDraft<ExitGroup>,
  child: Conditional,
  { qty, again }: Extract<ExitStep, { kind: 'place' }>,
  orderId: string,
  now: Millis,
): void => {
  const parentId = draft.group.parent?.orderId ?? null
  const isFirst = child.orderIds.length === 0
  // Chained orders are attached to the first placed order. For a linked stop they are attached to the next one, if that order has ended
  // empty.
  const before = child.orderIds.flatMap((id) => draft.group.orders.get(id) ?? [])
  const isStillEmpty = parentId === null && before.every((one) => isOffTheBook(one) && filledBy(one) === 0)
  const children = isFirst || isStillEmpty ? child.childIds : []
  const split = splitOf(draft, child, orderId, qty)
  const order = triggerOrder(child, { orderId, qty, entryId: parentId, suspended: false, again, children, split }, now)
  if (order.qty === 0) {
    waitOrGiveUp(draft, child, orderId, now)
    return
  }
  draft.newOrders.set(orderId, order)
  if (isFirst) redraft(draft, child, (one) => place(one, orderId, qty, parentId, now))
  else both(draft, child, (one) => placeAgain(one, orderId, now))
}

const release = (draft: GroupDraft<ExitGroup>, child: Conditional, order: PlacedOrder, qty: Qty, now: Millis): void => {
  const released = releaseOrder(order, qty, splitOf(draft, child, order.orderId, qty), now)
  if (released !== order) put(draft, released)
  else waitOrGiveUp(draft, child, order.orderId, now)
}

/**
 * Handles an order without a member to sell. Members that are being bought, or sold for a linked exit, may leave a rest, and notify the
 * group. Else the exit is given up.
 */
const waitOrGiveUp = (draft: GroupDraft<ExitGroup>, child: Conditional, orderId: string, now: Millis): void => {
  const others = [...asDrafted(draft).values()].filter((one) => one.orderId !== orderId && isExitOrder(one))
  const { parent } = draft.group
  if (parent === null || !isFinal(parent.status) || others.some((one) => !one.suspended && !isFinal(one.status))) return
  draft.givenUp.push(child)
  both(draft, child, (one) => giveUp(one, now))
}

/** Returns the quantity of each member that an order of the exit may sell beside the other orders of the group; null on one market. */
const splitOf = (draft: GroupDraft<ExitGroup>, child: Conditional, orderId: string, qty: Qty): ByMember | null => {
  const { markets, parent: entry } = draft.group
  if (entry === null || !isBasketOrder(entry)) return null
  const parent = openPart({ ...draft.group, parent: entry })
  if (!isBasketOrder(parent)) return null
  const others = [...asDrafted(draft).values()].filter(isBasketOrder).filter((other) => other.orderId !== orderId)
  const own = others.filter((other) => child.orderIds.includes(other.orderId))
  const share = {
    requested: child.trigger.qty,
    entered: enteredOf(parent, markets),
    taken: takenBy(own),
    left: leftOf(boughtOf(parent, markets), others),
  }
  return new Map([...splitExit(parent, qty, share, markets)].filter(([svcId]) => !isTakenOff(own, svcId)))
}

/** Returns whether the user has cancelled an order of the exit on that member: the member then gets no further order. */
const isTakenOff = (own: readonly BasketOrder[], svcId: number): boolean =>
  own.some(({ skipped }) => skipped.some((member) => member.svcId === svcId && member.code === 'cancelled'))

/** The orders of the exits with the changes of the draft. */
const asDrafted = ({ group, changedOrders, newOrders }: GroupDraft<ExitGroup>): ReadonlyMap<string, PlacedOrder> =>
  new Map([...group.orders, ...changedOrders, ...newOrders])

const cancelOrEndOrder = (
  draft: GroupDraft<ExitGroup>,
  { orderId, reason }: Extract<ExitStep, { kind: 'withdraw' }>,
  now: Millis,
): void => {
  const order = draft.group.orders.get(orderId)
  if (order !== undefined) put(draft, cancelOrEnd(order, reason, now))
}

/** Records a change of an order. The group makes the change itself, so it needs no notification. */
const put = (draft: GroupDraft<ExitGroup>, order: PlacedOrder): void => {
  draft.changedOrders.set(
    order.orderId,
    order.complexOrderIds.length > 0 ? order : markNotified(order, stateForDependents(order), null),
  )
}

/** Changes an SL or TP and its armed stop: they are one protection. */
const both = (draft: GroupDraft<ExitGroup>, child: Conditional, change: (one: Conditional) => Conditional): void => {
  redraft(draft, child, change)
  const stop = draft.group.stops.get(child.complexOrderId)
  if (stop !== undefined) redraft(draft, stop, change)
}
