/**
 * Deletes a subaccount with its credentials and custom assets. The request is stored first, so that the sweeper completes what a crash
 * has cut.
 */

import { type Deletion, newDeletion, postponedDeletion } from '#domain/accounts/deletion.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { WAITING_STATUSES } from '#domain/complex-orders/status.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { isHeld } from '#domain/portfolio/held-position.ts'
import { isUnlimited } from '#domain/risk/limits.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { DeletionStore } from '#ports/accounts/deletion-store.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { CustomAssetStore } from '#ports/markets/custom-asset-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { type PrepareRemovalDeps, prepareRemoval } from '../accounts/credentials/prepare-removal.ts'
import { liveOrders } from '../accounts/quotas/live-orders.ts'
import { changeSubaccount } from '../accounts/subaccounts/change-subaccount.ts'
import type { KeepSubaccountsDeps } from '../accounts/subaccounts/manage-subaccounts.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { readPositions } from '../portfolio/read-positions.ts'

export interface DeleteSubaccountDeps extends KeepSubaccountsDeps, PrepareRemovalDeps {
  readonly deletions: DeletionStore
  readonly orders: OrderStore
  readonly complexOrders: Pick<ComplexOrderStore, 'list'>
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
  readonly credentials: CredentialsStore
  readonly customAssets: Pick<CustomAssetStore, 'list' | 'remove'>
  readonly log: Log
}

/**
 * Deletes a subaccount. First deactivates it, then removes it while no run begins to send, so that no order can be
 * placed in between. A deletion that dies leaves the subaccount inactive or gone; its repeat or the sweeper continues.
 * `mayWipe`: the key may remove credentials and risk limits.
 */
export const deleteSubaccount = async (
  deps: DeleteSubaccountDeps,
  userId: string,
  subaccountId: string,
  mayWipe: boolean,
): Promise<null | Problem> => {
  const before = await deps.subaccounts.get(userId, subaccountId)
  if (before === null) {
    // Removes the remains of a deletion that died.
    await removeCustomAssets(deps, userId, subaccountId).catch(
      logged(deps.log, 'warn', 'custom assets of a deleted subaccount could not be cleared away', { subaccountId }),
    )
    return notFound('Subaccount')
  }
  // A deletion that is refused ends nothing: what plans further orders stops for a subaccount that is not active.
  const missing = mayWipe ? null : whyAdmin(before, await storedCredentials(deps, subaccountId))
  if (missing !== null) return missing
  const inUse = await whyInUse(deps, userId, subaccountId)
  if (inUse !== null) {
    const found = await deps.deletions.get(subaccountId)
    if (found !== null) await giveUp(deps, found)
    return inUse
  }
  const deletion = await retryOnConflict(`the deletion of ${subaccountId}`, async () => {
    const requested = { userId, subaccountId, wasActive: before.isActive, mayWipe }
    const one = newDeletion(requested, await deps.deletions.get(subaccountId), deps.clock())
    return (await deps.deletions.save(one)) ? { ...one, version: one.version + 1 } : AGAIN
  })
  if ((await setActive(deps, deletion, false)) === null) {
    await deps.deletions.remove(deletion)
    return notFound('Subaccount')
  }
  const refused = await removeUnused(deps, deletion)
  if (refused !== null) {
    await giveUp(deps, deletion)
    return refused
  }
  await finish(deps, deletion)
  return null
}

/**
 * Continues a deletion that died. If the subaccount is active, the deletion had not begun, or its user wants the
 * subaccount again.
 */
export const continueDeletion = async (deps: DeleteSubaccountDeps, subaccountId: string): Promise<void> => {
  const deletion = await deps.deletions.get(subaccountId)
  if (deletion === null || deletion.dueAt > deps.clock()) return
  const { userId } = deletion
  const subaccount = await deps.subaccounts.get(userId, subaccountId)
  if (subaccount?.isActive === true) {
    await deps.deletions.remove(deletion)
    return
  }
  const refused = subaccount === null ? null : await removeUnused(deps, deletion)
  if (refused === CHANGED) {
    await deps.deletions.save(postponedDeletion(deletion, deps.clock()))
    return
  }
  if (refused === null) await finish(deps, deletion)
  else await giveUp(deps, deletion)
  deps.log.info('interrupted deletion completed', { subaccountId, refused: refused?.code ?? null })
}

/** The subaccount is gone. */
const finish = async (deps: DeleteSubaccountDeps, deletion: Deletion): Promise<void> => {
  await removeCustomAssets(deps, deletion.userId, deletion.subaccountId)
  await deps.deletions.remove(deletion)
}

/** The subaccount stays. */
const giveUp = async (deps: DeleteSubaccountDeps, deletion: Deletion): Promise<void> => {
  if (deletion.wasActive) await setActive(deps, deletion, true)
  await deps.deletions.remove(deletion)
}

const setActive = (deps: DeleteSubaccountDeps, { userId, subaccountId }: Deletion, isActive: boolean) =>
  changeSubaccount(deps, userId, subaccountId, (one) => ({ ...one, isActive }))

/** A poll that comes in between is no reason to refuse. */
const removeUnused = async (deps: DeleteSubaccountDeps, deletion: Deletion, tries = 3): Promise<null | Problem> => {
  const { userId, subaccountId, mayWipe } = deletion
  const syncs = await Promise.all(EXCHANGE_NAMES.map((exchange) => prepareRemoval(deps, { subaccountId, exchange })))
  const inUse = await whyInUse(deps, userId, subaccountId)
  if (inUse !== null) return inUse
  const current = await deps.subaccounts.get(userId, subaccountId)
  if (current === null) return null
  // After the subaccount: credentials that are stored from now on change its version, so that it is not removed without them.
  const records = await storedCredentials(deps, subaccountId)
  const missing = mayWipe ? null : whyAdmin(current, records)
  if (missing !== null) return missing
  const removed = await deps.subaccounts.remove(
    current,
    records,
    syncs.filter((sync) => sync !== null),
  )
  if (removed) return null
  return tries > 1 ? removeUnused(deps, deletion, tries - 1) : CHANGED
}

/** They no longer show, since their subaccount is gone (`find-custom-asset.ts`): this only clears them away. */
const removeCustomAssets = async (deps: DeleteSubaccountDeps, userId: string, subaccountId: string): Promise<void> => {
  const owned = (await deps.customAssets.list(userId)).filter((asset) => asset.subaccountId === subaccountId)
  await Promise.all(owned.map((asset) => deps.customAssets.remove(asset)))
}

const storedCredentials = async ({ credentials }: DeleteSubaccountDeps, subaccountId: string) =>
  (await Promise.all(EXCHANGE_NAMES.map((exchange) => credentials.get(subaccountId, exchange)))).filter(
    (record) => record !== null,
  )

/** Why only a key with scope `admin` may delete it; null if it has stored nothing that only such a key stores. */
const whyAdmin = ({ limits }: Subaccount, credentials: readonly unknown[]): Problem | null => {
  const stored = [...(credentials.length > 0 ? ['credentials'] : []), ...(isUnlimited(limits) ? [] : ['risk limits'])]
  return stored.length === 0
    ? null
    : problem(
        403,
        'scope_missing',
        `The subaccount has ${stored.join(' and ')}. Deleting it needs a key with scope admin.`,
      )
}

/**
 * Conditional orders are read before orders: the order of a stop that fires meanwhile is found. Orders are read before positions: an order
 * is live until its fills are stored.
 */
const whyInUse = async (deps: DeleteSubaccountDeps, userId: string, subaccountId: string): Promise<Problem | null> => {
  const isWorking =
    (await hasComplexOrders(deps, userId, subaccountId)) ||
    (await deps.orders.liveBaskets(subaccountId)).length > 0 ||
    (await liveOrders(deps.orders, subaccountId)).length > 0
  if (isWorking) return IN_USE
  const held = (await readPositions(deps, subaccountId)).filter(isHeld)
  return held.length === 0 ? null : stillHolds(held.map(({ svcId }) => svcId))
}

const hasComplexOrders = async (deps: DeleteSubaccountDeps, userId: string, subaccountId: string): Promise<boolean> => {
  for (const status of WAITING_STATUSES) {
    const { count } = await deps.complexOrders.list(userId, { subaccountId, status }, { limit: 1, offset: 0 })
    if (count > 0) return true
  }
  return false
}

const IN_USE = problem(
  409,
  'subaccount_in_use',
  'The subaccount has live orders or complex orders. Cancel them with POST /v1/orders/cancel-all and POST /v1/complex-orders/cancel-all, and wait until they have ended.',
)

/** Markets that an answer names. */
const NAMED_MARKETS = 5

const stillHolds = (svcIds: readonly number[]): Problem => {
  const more = svcIds.length > NAMED_MARKETS ? ` and ${svcIds.length - NAMED_MARKETS} others` : ''
  return problem(
    409,
    'subaccount_in_use',
    `The subaccount holds something in svc_id ${svcIds.slice(0, NAMED_MARKETS).join(', ')}${more}. Close it with POST /v1/positions/close; if its market is decided, redeem it with POST /v1/positions/redeem or wait until the exchange has paid. GET /v1/positions?include_closed=true shows it.`,
  )
}

const CHANGED = problem(409, 'conflict', 'The subaccount was changed at the same moment. Try again.')
