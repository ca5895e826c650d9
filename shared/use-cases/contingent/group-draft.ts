/** What is to be stored together of one family: each thing as it will be, the parent always among them. */

import type { Conditional } from '#domain/contingent/conditional.ts'
import type { PlacedOrder } from '#domain/orders/placed-order.ts'
import type { Together } from '#ports/complex-order-store.ts'
import type { Family } from './read-group.ts'

export interface FamilyDraft {
  readonly family: Family
  /** Ids of conditional orders that are attached to the parent now. */
  readonly attached: string[]
  readonly newOrders: Map<string, PlacedOrder>
  readonly changedOrders: Map<string, PlacedOrder>
  readonly newComplexOrders: Map<string, Conditional>
  readonly changedComplexOrders: Map<string, Conditional>
  readonly givenUp: Conditional[]
  readonly isChanged: boolean
}

export const draftOf = (family: Family): FamilyDraft => ({
  family,
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

/** Changes a complex order as it stands in the draft; what does not change is not written. */
export const redraft = (
  draft: FamilyDraft,
  complexOrder: Conditional,
  change: (now: Conditional) => Conditional,
): Conditional => {
  const before = draft.changedComplexOrders.get(complexOrder.complexOrderId) ?? complexOrder
  const after = change(before)
  if (after !== before) draft.changedComplexOrders.set(after.complexOrderId, after)
  return after
}

const withAttached = ({ family: { parent }, attached }: FamilyDraft): PlacedOrder =>
  attached.length === 0 ? parent : { ...parent, complexOrderIds: [...parent.complexOrderIds, ...attached] }

export const togetherOf = (draft: FamilyDraft): Together => ({
  newOrders: [...draft.newOrders.values()],
  // The parent is written even if unchanged: its version is what everybody who tends this family agrees on.
  changedOrders: [withAttached(draft), ...draft.changedOrders.values()],
  newComplexOrders: [...draft.newComplexOrders.values()],
  changedComplexOrders: [...draft.changedComplexOrders.values()],
})
