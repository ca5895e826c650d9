/**
 * Carries out the plan of linked exits without a parent. Every transaction writes the group too, so that two concurrent runs never both
 * send an order that only one may send.
 */

import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { marketsOf } from '#domain/complex-orders/target.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { lotSizeOf } from '#domain/contingent/exits/exit-view.ts'
import type { ExitPlan } from '#domain/contingent/exits/exits.ts'
import {
  type Linkable,
  type LinkGroup,
  linkedExitOf,
  linkGroupOf,
  sharedEntry,
} from '#domain/contingent/exits/linked-exits.ts'
import { planExits } from '#domain/contingent/exits/plan-exits.ts'
import {
  leftToClose,
  type ProtectedPosition,
  protectedEntry,
  protectedExitOf,
  withEndedShort,
} from '#domain/contingent/exits/protected-exits.ts'
import { hasFilled, type ProtectedRest, protectedRest } from '#domain/contingent/exits/protected-rest.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { type Qty, smallest } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { growable } from '#domain/orders/position/reducible.ts'
import { isWhole, type PositionLedger } from '#domain/portfolio/position-ledger.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import type { AdvanceDeps } from '../advance-deps.ts'
import { readClosedMarkets } from '../end/read-closed-markets.ts'
import { protectedPosition } from '../track-position/protected-position.ts'
import { enqueueChanged, reportOverdue } from './advance-exits.ts'
import { changesOf, draftOf } from './group-draft.ts'
import { carryOutSteps } from './group-steps.ts'
import { type ExitGroup, readExitGroup } from './read-group.ts'

export interface AdvancedLink {
  /** The stop as read when no work was left. A later change of it asks for new work. */
  readonly stop: Conditional
  /** Time of the next check without a change; null: only after a change. */
  readonly nextAt: Millis | null
}

/** Advances the group of `stop` until nothing is left to do. */
export const advanceLinked = (deps: AdvanceDeps, stop: Conditional): Promise<AdvancedLink> =>
  retryOnConflict(`the exits linked with ${stop.complexOrderId}`, async () => {
    const link = await readLinkGroup(deps, stop)
    if (link === null) return { stop, nextAt: null }
    const now = deps.clock()
    const planned = await (stop.protect ? planProtected(deps, link, stop, now) : planLinked(deps, link, stop, now))
    if (planned === 'changed') return AGAIN
    const draft = draftOf(planned.group, now)
    carryOutSteps(draft, planned.plan.steps, deps.ids, now)
    if (!draft.isChanged) return doneWith(deps, stop, planned)
    if (await deps.complexOrders.save({ ...changesOf(draft), linkGroups: [link] })) await enqueueChanged(deps, draft)
    return AGAIN
  })

/** Reports overdue stops, and returns the stop as it was read with the group. */
const doneWith = (deps: AdvanceDeps, stop: Conditional, { group, plan }: Planned): AdvancedLink => {
  for (const complexOrderId of plan.overdue) reportOverdue(deps, complexOrderId, stop.complexOrderId)
  const seen = group.children.find(({ complexOrderId }) => complexOrderId === stop.complexOrderId)
  return { stop: seen ?? stop, nextAt: plan.recheckAt }
}

/** Reads the group of a linked stop; null for a single stop. */
export const readLinkGroup = async (
  { complexOrders }: Pick<AdvanceDeps, 'complexOrders'>,
  stop: Linkable,
): Promise<LinkGroup | null> => {
  const ref = linkGroupOf(stop)
  return ref === null ? null : complexOrders.linkGroup(ref)
}

interface Planned {
  readonly group: ExitGroup
  readonly plan: ExitPlan
}

const planLinked = async (deps: AdvanceDeps, link: LinkGroup, stop: Conditional, now: Millis): Promise<Planned> => {
  const group = await readLinked(deps, link, stop)
  const exits = group.children.map((one) => linkedExitOf(one, group.orders))
  return { group, plan: planExits(sharedEntry(group.children, lotSizeOf(group.markets)), exits, now) }
}

/** Plans by the position. `changed`: the position has changed while the orders were read. */
const planProtected = async (
  deps: AdvanceDeps,
  link: LinkGroup,
  stop: Conditional,
  now: Millis,
): Promise<Planned | 'changed'> => {
  const read = await protectedPosition(deps, stop, () => readLinked(deps, link, stop))
  if (read === 'changed') return 'changed'
  const { position, ledger, beside: group } = read
  const { children, orders } = group
  const entry = protectedEntry(children, orders, position, lotSizeOf(group.markets))
  const rests = await restsOf(deps, ledger, position, group, leftToClose({ orders, entry }))
  const exits = children.map((one) => protectedExitOf(one, orders, entry, rests?.get(one.complexOrderId)))
  const seen = { orders, entry, rests: rests ?? new Map() }
  const plan = withEndedShort(planExits(entry, exits, now), children, seen, now)
  const known = rests === null ? { ...plan, recheckAt: Math.min(plan.recheckAt ?? now + SECOND, now + SECOND) } : plan
  return { group, plan: await unlessClosed(deps, stop, known) }
}

/**
 * Reads the rests of stops whose orders have filled while a part is left that no other order offers. Null while not all fills of the market
 * can be read.
 */
const restsOf = async (
  deps: AdvanceDeps,
  ledger: PositionLedger | undefined,
  { closable }: ProtectedPosition,
  { children, orders }: ExitGroup,
  left: Qty,
): Promise<ReadonlyMap<string, ProtectedRest> | null> => {
  const filled = children.filter((one) => hasFilled(one, orders))
  const [sale] = filled.flatMap(({ orderIds }) => orderIds.flatMap((orderId) => orders.get(orderId) ?? []))
  if (left === 0 || ledger === undefined || sale === undefined || isBasketOrder(sale)) return new Map()
  const { subaccountId, exchange, svcId } = ledger
  const [fills, live] = await Promise.all([
    deps.fills.inMarkets(subaccountId, [svcId]),
    deps.orders.live(subaccountId, exchange, { svcId, skipUnreadable: true }),
  ])
  if (!isWhole(ledger, fills)) return null
  const keepsOffers = traitsOf(exchange).restingOrdersOnlyClose
  const free = smallest(left, growable(sale, sale.buyFlag ? -closable : closable, live, keepsOffers))
  return new Map(filled.map((one) => [one.complexOrderId, protectedRest(one, orders, free, fills)]))
}

/** Drops reports of exits that end with their market. The exchange is asked only if an exit would be given up. */
const unlessClosed = async (deps: AdvanceDeps, { target }: Conditional, plan: ExitPlan): Promise<ExitPlan> => {
  const steps = plan.steps.filter(({ kind }) => kind !== 'give_up')
  const isClosed = steps.length < plan.steps.length && (await readClosedMarkets(deps, marketsOf(target))).size > 0
  return isClosed ? { ...plan, steps } : plan
}

const readLinked = async (
  deps: AdvanceDeps,
  { complexOrderIds }: LinkGroup,
  { target }: Conditional,
): Promise<ExitGroup> => {
  const [markets, stops] = await Promise.all([
    deps.markets.getMany(marketsOf(target).map(({ svcId }) => svcId)),
    deps.complexOrders.getAll(complexOrderIds),
  ])
  return readExitGroup(deps, null, markets, stops.filter(isConditional))
}
