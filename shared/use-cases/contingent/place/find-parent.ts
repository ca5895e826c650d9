/** Finds the parent of a new conditional order: the parent order if it exists, else the complex order that will place it. */

import { filledBy } from '#domain/baskets/placed-order.ts'
import { targetIds } from '#domain/complex-orders/target.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { isTooDeep } from '#domain/contingent/request/rules.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { isLeg } from '#domain/orders/origin.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { onChainExits } from '../../orders/on-chain-exits.ts'
import { findConditional } from '../find-conditional.ts'
import type { PlaceConditionalInput } from './make-conditional.ts'
import type { Parent } from './parent.ts'
import { ENDED, refusedConditional } from './refused-conditional.ts'

export interface FindParentDeps {
  readonly orders: OrderStore
  readonly complexOrders: ComplexOrderStore
}

/** All conditional orders of one parent change in one transaction, which has a limit. A custom asset takes more of it for each. */
const MOST_ATTACHED = 20
const MOST_ATTACHED_TO_BASKET = 15

/** The parent; a problem if the request names one that cannot have a further conditional order. */
export const findParent = async (deps: FindParentDeps, input: PlaceConditionalInput): Promise<Parent | Problem> => {
  const { parentOrderId, parentComplexOrderId } = input
  if (parentComplexOrderId === null) return parentOrderId === null ? NO_PARENT : parentOrder(deps, input, parentOrderId)
  const found = await parentComplexOrder(deps, input, parentComplexOrderId)
  if (isProblem(found)) return found
  const chained = await chainedTo(deps, found)
  const ids = targetIds(found.target)
  if (chained.length >= mostAttached(ids)) return full(ids)
  const placed = await deps.orders.findMany(found.orderIds)
  // Among several orders the filled one is the parent, else the last one.
  const orderId = placed.find((one) => filledBy(one) > 0)?.orderId ?? found.triggerOrderId
  return orderId === null
    ? { order: null, complexOrder: found, exits: await onChainExits(deps, chained) }
    : parentOrder(deps, input, orderId)
}

const NO_PARENT: Parent = { order: null, complexOrder: null, exits: [] }

const parentComplexOrder = async (
  { complexOrders }: FindParentDeps,
  { userId, subaccountId }: PlaceConditionalInput,
  complexOrderId: string,
): Promise<Conditional | Problem> => {
  const found = await complexOrders.get(complexOrderId)
  if (found === null || found.userId !== userId) return notFound('Parent complex order')
  if (!isConditional(found)) return refusedConditional('a TWAP places many orders, so nothing can hang on it')
  if (found.subaccountId !== subaccountId) return refusedConditional('the parent belongs to another subaccount')
  if (isTooDeep(found.depth)) return refusedConditional('a chain of complex orders is at most 10 long')
  return found.status === 'CANCELLED' ? ENDED : found
}

const parentOrder = async (
  deps: FindParentDeps,
  { userId, subaccountId }: PlaceConditionalInput,
  orderId: string,
): Promise<Parent | Problem> => {
  const order = await deps.orders.find(orderId)
  if (order === null || order.userId !== userId) return notFound('Parent order')
  if (isLeg(order)) return NOTHING_HANGS
  if (order.subaccountId !== subaccountId) return refusedConditional('the parent belongs to another subaccount')
  if (order.complexOrderIds.length >= mostAttached(order)) return full(order)
  return { order, complexOrder: null, exits: await onChainExits(deps, order.complexOrderIds) }
}

/** Ids of all that will be attached to one order: chained to an SL or TP, and to the stop that it armed. */
const chainedTo = async (deps: FindParentDeps, found: Conditional): Promise<readonly string[]> => {
  const partner = await findConditional(deps, found.armedBy ?? found.triggerComplexOrderId)
  return [...found.childIds, ...(partner?.childIds ?? [])]
}

const mostAttached = ({ svcId }: { readonly svcId: number | null }): number =>
  svcId === null ? MOST_ATTACHED_TO_BASKET : MOST_ATTACHED

const full = (parent: { readonly svcId: number | null }): Problem =>
  problem(409, 'too_many_conditionals', `At most ${mostAttached(parent)} complex orders can hang on one parent.`)

/** The refusal for a leg: its user would rely on protection that does not exist. */
const NOTHING_HANGS = refusedConditional(
  'conditional orders hang on an order on a custom asset as a whole: name that order, not one of its legs',
)
