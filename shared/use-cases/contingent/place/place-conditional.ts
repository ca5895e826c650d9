/** Accepts a conditional order that stands alone, or is attached to something that is already stored. */

import { recordClosed } from '#domain/baskets/closed-otherwise.ts'
import { filledBy, isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { marketsOf, targetIds } from '#domain/complex-orders/target.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, isExit } from '#domain/contingent/conditional.ts'
import { isGroupOver, linkGroupOf, MOST_LINKED, unlike } from '#domain/contingent/linked-exits.ts'
import { isTooDeep } from '#domain/contingent/rules.ts'
import { adopt } from '#domain/contingent/transitions.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { attach } from '#domain/orders/dependents/followers.ts'
import { isLeg } from '#domain/orders/origin.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { ComplexOrderStore, Together } from '#ports/orders/complex-order-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import type { RoomFor } from '../../accounts/room-for.ts'
import { findCustomAsset } from '../../baskets/find-custom-asset.ts'
import { AGAIN, Contended, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { actingExits } from '../../orders/acting-exits.ts'
import { enqueueAdvance, enqueueFollowers } from '../../work/enqueue.ts'
import { findConditional } from '../find-conditional.ts'
import { readExitGroup } from '../groups/read-group.ts'
import { closedNow } from '../track-position/closed-holding.ts'
import {
  ENDED,
  type MakeConditionalDeps,
  makeConditional,
  type Parent,
  type PlaceConditionalInput,
  refusedConditional,
} from './make-conditional.ts'

export interface PlaceConditionalDeps extends MakeConditionalDeps {
  readonly complexOrders: ComplexOrderStore
  readonly roomFor: RoomFor
  readonly queues: Queues
  readonly log: Log
}

/** All conditional orders of one parent change in one transaction, which has a limit. On a custom asset each takes more of it. */
const MOST_ATTACHED = 20
const MOST_ATTACHED_TO_BASKET = 15

/** The conditional order as stored, PENDING; a problem says why it cannot be. */
export const placeConditional = (
  deps: PlaceConditionalDeps,
  input: PlaceConditionalInput,
): Promise<Conditional | Problem> =>
  retryOnConflict(`the parent of ${input.complexOrderId}`, async () => {
    const [subaccount, found] = await Promise.all([
      deps.subaccounts.get(input.userId, input.subaccountId),
      parentOf(deps, input),
    ])
    // A missing subaccount comes before the rules about its parent.
    const parent = subaccount === null ? notFound('Subaccount') : found
    const made = isProblem(parent)
      ? parent
      : await withinQuota(deps, parent, await makeConditional(deps, input, parent))
    // An earlier run of this very request (same Idempotency-Key) may have stored it: then it is not refused any more.
    if (isProblem(parent) || isProblem(made))
      return (
        (await findConditional(deps, input.complexOrderId)) ??
        (subaccount && (await missingTarget(deps, input))) ??
        made
      )
    const { svcId } = targetIds(made.target)
    if (svcId !== null) await deps.markets.name(await deps.markets.getMany([svcId]))
    const linked = await withLink(deps, made)
    if (isProblem(linked)) return (await findConditional(deps, input.complexOrderId)) ?? linked
    const together = await withParent(deps, parent, made)
    if (together === AGAIN) return AGAIN
    const beside = { ...together, ...linked }
    if (await deps.complexOrders.save({ newComplexOrders: [made], ...beside })) {
      await (parent.order === null ? enqueueAdvance(deps, made) : enqueueFollowers(deps, parent.order))
      return made
    }
    return (await findConditional(deps, input.complexOrderId)) ?? AGAIN
  }).catch((error: unknown) => {
    if (error instanceof Contended) return CONTENDED
    throw error
  })

/** What is not there comes before the rules that the request breaks with what is. */
const missingTarget = async (
  deps: PlaceConditionalDeps,
  { userId, svcId, customAssetId }: PlaceConditionalInput,
): Promise<Problem | null> => {
  if (svcId !== null && (await deps.markets.get(svcId)) === null) return notFound('Market')
  const asset = customAssetId === null ? null : await findCustomAsset(deps, userId, customAssetId)
  return isProblem(asset) ? asset : null
}

/** Exits protect what was entered: none is ever refused for a quota. */
const withinQuota = async (
  { roomFor }: PlaceConditionalDeps,
  { order, complexOrder }: Parent,
  made: Conditional | Problem,
): Promise<Conditional | Problem> => {
  const entry = order ?? complexOrder?.trigger ?? null
  if (isProblem(made) || (entry !== null && isExit(made, entry))) return made
  return (await roomFor(made.userId, 'open_complex_orders', 1)) ?? made
}

/** The parent order if it exists already, else the complex order that will place it, else neither. */
const parentOf = async (
  deps: PlaceConditionalDeps,
  { userId, subaccountId, parentOrderId, parentComplexOrderId }: PlaceConditionalInput,
): Promise<Parent | Problem> => {
  let orderId = parentOrderId
  if (parentComplexOrderId !== null) {
    const found = await deps.complexOrders.get(parentComplexOrderId)
    if (found === null || found.userId !== userId) return notFound('Parent complex order')
    if (!isConditional(found)) return refusedConditional('a TWAP places many orders, so nothing can hang on it')
    if (found.subaccountId !== subaccountId) return refusedConditional('the parent belongs to another subaccount')
    if (isTooDeep(found.depth)) return refusedConditional('a chain of complex orders is at most 10 long')
    if (found.status === 'CANCELLED') return ENDED
    const ids = targetIds(found.target)
    if ((await chainedTo(deps, found)).length >= mostAttached(ids)) return full(ids)
    const placed = await deps.orders.findMany(found.orderIds)
    // Of several the one that has filled, else the last.
    orderId = placed.find((one) => filledBy(one) > 0)?.orderId ?? found.triggerOrderId
    if (orderId === null)
      return { order: null, complexOrder: found, exits: await actingExits(deps, await chainedTo(deps, found)) }
  }
  if (orderId === null) return { order: null, complexOrder: null, exits: [] }
  const order = await deps.orders.find(orderId)
  if (order === null || order.userId !== userId) return notFound('Parent order')
  if (isLeg(order)) return NOTHING_HANGS
  if (order.subaccountId !== subaccountId) return refusedConditional('the parent belongs to another subaccount')
  if (order.complexOrderIds.length >= mostAttached(order)) return full(order)
  return { order, complexOrder: null, exits: await actingExits(deps, order.complexOrderIds) }
}

/** All that will be attached to one order: what is chained to an SL or TP, and to the stop it armed. */
const chainedTo = async (deps: PlaceConditionalDeps, found: Conditional): Promise<readonly string[]> => {
  const partner = await findConditional(deps, found.armedBy ?? found.triggerComplexOrderId)
  return [...found.childIds, ...(partner?.childIds ?? [])]
}

/** The change of the parent that is stored with the conditional order. */
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

/** Its linked exits, as they are once it is one of them. A name whose exits are over links new ones. */
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

/** Its first exit finds out what is left of what it entered. From then on the account sync follows the position. */
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
    // Nobody else would count what was stored meanwhile: the account sync does not know the exit yet.
    if (seen === 'changed') return AGAIN
    if (seen !== null) held = recordClosed(held, svcId, seen.closed, deps.clock())
  }
  return held
}

const mostAttached = ({ svcId }: { readonly svcId: number | null }): number =>
  svcId === null ? MOST_ATTACHED_TO_BASKET : MOST_ATTACHED

const full = (parent: { readonly svcId: number | null }): Problem =>
  problem(409, 'too_many_conditionals', `At most ${mostAttached(parent)} complex orders can hang on one parent.`)

/** Refused, so that no one relies on protection that does not exist. */
const NOTHING_HANGS = refusedConditional(
  'conditional orders hang on an order on a custom asset as a whole: name that order, not one of its legs',
)

const CONTENDED = problem(409, 'conflict', 'The parent was changed at the same moment. Try again.')
