/** Accepts a conditional order without a parent, or attached to a stored order. */

import { recordClosed } from '#domain/baskets/closed-otherwise.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { marketsOf, targetIds } from '#domain/complex-orders/target.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, isExit } from '#domain/contingent/conditional.ts'
import { isGroupOver, linkGroupOf, MOST_LINKED, unlike } from '#domain/contingent/exits/linked-exits.ts'
import { adopt } from '#domain/contingent/transitions.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { attach } from '#domain/orders/dependents/dependents.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { ComplexOrderStore, Together } from '#ports/orders/complex-order-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import type { RoomFor } from '../../accounts/quotas/room-for.ts'
import { findCustomAsset } from '../../baskets/find-custom-asset.ts'
import { AGAIN, Contended, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { enqueueAdvance, enqueueDependents } from '../../work/enqueue.ts'
import { findConditional } from '../find-conditional.ts'
import { readExitGroup } from '../groups/read-group.ts'
import { closedNow } from '../track-position/closed-holding.ts'
import { findParent } from './find-parent.ts'
import { type MakeConditionalDeps, makeConditional, type PlaceConditionalInput } from './make-conditional.ts'
import type { Parent } from './parent.ts'
import { refusedConditional } from './refused-conditional.ts'

export interface PlaceConditionalDeps extends MakeConditionalDeps {
  readonly complexOrders: ComplexOrderStore
  readonly roomFor: RoomFor
  readonly queues: Queues
  readonly log: Log
}

/** Returns the conditional order as stored, PENDING; a problem says why it is refused. */
export const placeConditional = (
  deps: PlaceConditionalDeps,
  input: PlaceConditionalInput,
): Promise<Conditional | Problem> =>
  retryOnConflict(`the parent of ${input.complexOrderId}`, () => placeOnce(deps, input)).catch((error: unknown) => {
    if (error instanceof Contended) return CONTENDED
    throw error
  })

const placeOnce = async (
  deps: PlaceConditionalDeps,
  input: PlaceConditionalInput,
): Promise<Conditional | Problem | typeof AGAIN> => {
  const [subaccount, found] = await Promise.all([
    deps.subaccounts.get(input.userId, input.subaccountId),
    findParent(deps, input),
  ])
  // A missing subaccount comes before the rules about its parent.
  const parent = subaccount === null ? notFound('Subaccount') : found
  const made = isProblem(parent) ? parent : await withinQuota(deps, parent, await makeConditional(deps, input, parent))
  // An earlier run of the same request (same Idempotency-Key) may have stored it: then the request is not refused any more.
  if (isProblem(parent) || isProblem(made))
    return (
      (await findConditional(deps, input.complexOrderId)) ?? (subaccount && (await missingTarget(deps, input))) ?? made
    )
  const { svcId } = targetIds(made.target)
  if (svcId !== null) await deps.markets.name(await deps.markets.getMany([svcId]))
  const linked = await withLink(deps, made)
  if (isProblem(linked)) return (await findConditional(deps, input.complexOrderId)) ?? linked
  return storeWithParent(deps, parent, made, linked)
}

/** Stores the conditional order, its parent and its link group in one transaction, and enqueues the work that follows. */
const storeWithParent = async (
  deps: PlaceConditionalDeps,
  parent: Parent,
  made: Conditional,
  linked: Together,
): Promise<Conditional | typeof AGAIN> => {
  const together = await withParent(deps, parent, made)
  if (together === AGAIN) return AGAIN
  if (!(await deps.complexOrders.save({ newComplexOrders: [made], ...together, ...linked })))
    return (await findConditional(deps, made.complexOrderId)) ?? AGAIN
  await (parent.order === null ? enqueueAdvance(deps, made) : enqueueDependents(deps, parent.order))
  return made
}

/** Returns the 404 for a missing market or custom asset. It comes before the rules that the request breaks. */
const missingTarget = async (
  deps: PlaceConditionalDeps,
  { userId, svcId, customAssetId }: PlaceConditionalInput,
): Promise<Problem | null> => {
  if (svcId !== null && (await deps.markets.get(svcId)) === null) return notFound('Market')
  const asset = customAssetId === null ? null : await findCustomAsset(deps, userId, customAssetId)
  return isProblem(asset) ? asset : null
}

/** Checks the quota of open complex orders. Exits protect an entered position, so no quota refuses them. */
const withinQuota = async (
  { roomFor }: PlaceConditionalDeps,
  { order, complexOrder }: Parent,
  made: Conditional | Problem,
): Promise<Conditional | Problem> => {
  const entry = order ?? complexOrder?.trigger ?? null
  if (isProblem(made) || (entry !== null && isExit(made, entry))) return made
  return (await roomFor(made.userId, 'open_complex_orders', 1)) ?? made
}

/** Returns the change of the parent that is stored with the conditional order. */
const withParent = async (
  deps: PlaceConditionalDeps,
  { order, complexOrder }: Parent,
  made: Conditional,
): Promise<Together | typeof AGAIN> => {
  const { complexOrderId } = made
  if (order !== null) {
    const held = await asHeld(deps, order, made)
    return held === AGAIN ? AGAIN : { changedOrders: [attach(held, complexOrderId, deps.clock())] }
  }
  return complexOrder === null ? {} : { changedComplexOrders: [adopt(complexOrder, complexOrderId)], isWatched: true }
}

/** Returns the link group with the new stop. A name whose exits are over starts a new group. */
const withLink = async (deps: PlaceConditionalDeps, made: Conditional): Promise<Together | Problem> => {
  const ref = linkGroupOf(made)
  if (ref === null) return {}
  const group = (await deps.complexOrders.linkGroup(ref)) ?? { ...ref, complexOrderIds: [], version: 0 }
  const stops = (await deps.complexOrders.getAll(group.complexOrderIds)).filter(isConditional)
  const { orders } = await readExitGroup(deps, null, [], stops)
  const before = isGroupOver(stops, orders) ? [] : group.complexOrderIds
  if (before.length >= MOST_LINKED)
    return problem(409, 'too_many_conditionals', `At most ${MOST_LINKED} stops can have the same link_id.`)
  const refusal = before.length === 0 ? null : unlike(made, stops)
  if (refusal !== null) return refusedConditional(refusal)
  return { linkGroups: [{ ...group, complexOrderIds: [...before, made.complexOrderId] }] }
}

/** Computes the rest of the entry for its first exit. From then on the account sync tracks the position. */
const asHeld = async (
  deps: PlaceConditionalDeps,
  order: PlacedOrder,
  made: Conditional,
): Promise<PlacedOrder | typeof AGAIN> => {
  if (order.guarded || order.tradedQty === 0 || !isExit(made, order)) return order
  const isBought = (svcId: number): boolean =>
    !isBasketOrder(order) || order.parts.some((part) => part.svcId === svcId && part.filled > 0)
  let held = order
  for (const { svcId, exchange } of marketsOf(made.target).filter((market) => isBought(market.svcId))) {
    const holding = { entryId: order.orderId, subaccountId: order.subaccountId, exchange, svcId }
    const seen = await closedNow(deps, holding)
    // A fill that is stored meanwhile would not be counted: the account sync does not know the exit yet.
    if (seen === 'changed') return AGAIN
    if (seen !== null) held = recordClosed(held, svcId, seen.closed, deps.clock())
  }
  return held
}

const CONTENDED = problem(409, 'conflict', 'The parent was changed at the same moment. Try again.')
