/** The changes to one contingency group that are stored together. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { tracksPosition } from '#domain/contingent/exits/tracks-position.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { guard } from '#domain/orders/dependents/dependents.ts'
import type { Together } from '#ports/orders/complex-order-store.ts'
import { type ContingencyGroup, type ExitGroup, exitsOf, groupEntry } from './read-group.ts'

/** The changed and new rows, by id. */
export interface GroupDraft<Group extends ExitGroup = ContingencyGroup> {
  readonly now: Millis
  readonly group: Group
  /** Ids of conditional orders that are attached to the parent by this draft. */
  readonly attached: string[]
  readonly newOrders: Map<string, PlacedOrder>
  readonly changedOrders: Map<string, PlacedOrder>
  readonly newComplexOrders: Map<string, Conditional>
  readonly changedComplexOrders: Map<string, Conditional>
  readonly givenUp: Conditional[]
  readonly isChanged: boolean
}

/** A draft without changes. */
export const draftOf = <Group extends ExitGroup>(group: Group, now: Millis): GroupDraft<Group> => ({
  now,
  group,
  attached: [],
  newOrders: new Map(),
  changedOrders: new Map(),
  newComplexOrders: new Map(),
  changedComplexOrders: new Map(),
  givenUp: [],
  get isChanged() {
    const { newOrders, changedOrders, newComplexOrders, changedComplexOrders } = this
    return newOrders.size + changedOrders.size + newComplexOrders.size + changedComplexOrders.size > 0
  },
})

/** Changes a complex order in the draft. An unchanged order is not written. */
export const redraft = (
  draft: GroupDraft<ExitGroup>,
  complexOrder: Conditional,
  change: (now: Conditional) => Conditional,
): Conditional => {
  const before = draft.changedComplexOrders.get(complexOrder.complexOrderId) ?? complexOrder
  const after = change(before)
  if (after !== before) draft.changedComplexOrders.set(after.complexOrderId, after)
  return after
}

/** Returns the parent with the orders that the draft attaches, guarded while its exits track the position. */
export const parentOf = (draft: GroupDraft): PlacedOrder => {
  const { parent } = draft.group
  const guarded = guard(parent, isGuarded(draft))
  return draft.attached.length === 0
    ? guarded
    : { ...guarded, complexOrderIds: [...parent.complexOrderIds, ...draft.attached] }
}

/** Returns whether exits of the parent track the position once the draft is stored. */
export const isGuarded = ({ group, now, attached, changedComplexOrders }: GroupDraft): boolean => {
  const children = group.children.map((child) => changedComplexOrders.get(child.complexOrderId) ?? child)
  return attached.length > 0 || tracksPosition(groupEntry(group), exitsOf({ ...group, children }), now)
}

/** The transaction that stores the draft. The parent is written even if unchanged: runs at once agree by its version. */
export const togetherOf = (draft: GroupDraft): Together => {
  const { changedOrders, ...changes } = changesOf(draft)
  return { ...changes, changedOrders: [parentOf(draft), ...changedOrders] }
}

/** The changes of the draft, without the parent. */
export const changesOf = (draft: GroupDraft<ExitGroup>) => ({
  newOrders: [...draft.newOrders.values()],
  changedOrders: [...draft.changedOrders.values()],
  newComplexOrders: [...draft.newComplexOrders.values()],
  changedComplexOrders: [...draft.changedComplexOrders.values()],
})
