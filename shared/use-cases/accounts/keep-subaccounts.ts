/** Creates, reads, changes and deletes the subaccounts of a user. */

import { overQuota, type QuotaLimits } from '#domain/accounts/quotas.ts'
import { newSubaccount, type Subaccount } from '#domain/accounts/subaccount.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { CustomAssetStore } from '#ports/markets/custom-asset-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import type { WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { liveOrders } from '../orders/live-orders.ts'
import { changeSubaccount } from './change-subaccount.ts'
import { type QuietSyncDeps, quietSync } from './quiet-sync.ts'

export interface KeepSubaccountsDeps {
  readonly subaccounts: SubaccountStore
  readonly clock: Clock
}

export interface CreateSubaccountDeps extends KeepSubaccountsDeps {
  readonly webhooks: Pick<WebhookStore, 'list'>
  readonly changes: Pick<ChangeStore, 'log'>
  readonly quotas: Pick<QuotaLimits, 'subaccounts'>
}

/** Creating the same id again answers the stored subaccount, so that a request can be repeated. 409 beyond the quota. */
export const createSubaccount = async (
  deps: CreateSubaccountDeps,
  input: Pick<Subaccount, 'subaccountId' | 'userId' | 'name' | 'description'>,
): Promise<Subaccount | Problem> => {
  const { userId } = input
  const [before, webhooks, log] = await Promise.all([
    deps.subaccounts.list(userId),
    deps.webhooks.list(userId),
    deps.changes.log(userId),
  ])
  const isNew = before.every(({ subaccountId }) => subaccountId !== input.subaccountId)
  const { quotas } = deps
  if (isNew && before.length >= quotas.subaccounts) return overQuota('subaccounts', quotas.subaccounts)
  const hasWebhooks = webhooks.length > 0 || log?.recording === true
  const subaccount = newSubaccount({ ...input, hasWebhooks, insertedAt: deps.clock() })
  if (await deps.subaccounts.create(subaccount)) return subaccount
  // The same request ran before and could not answer: what it stored is the answer.
  return (await deps.subaccounts.get(input.userId, input.subaccountId)) ?? subaccount
}

/** 404 also for a subaccount of another user. */
export const getSubaccount = async (
  deps: KeepSubaccountsDeps,
  userId: string,
  subaccountId: string,
): Promise<Subaccount | Problem> => (await deps.subaccounts.get(userId, subaccountId)) ?? notFound('Subaccount')

/** Fields that are undefined stay as they are. */
export interface SubaccountChange {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

/** The subaccount as changed, or 404. */
export const updateSubaccount = async (
  deps: KeepSubaccountsDeps,
  userId: string,
  subaccountId: string,
  change: SubaccountChange,
): Promise<Subaccount | Problem> =>
  (await changeSubaccount(deps, userId, subaccountId, (found) => ({
    ...found,
    name: change.name ?? found.name,
    description: change.description === undefined ? found.description : change.description,
    isActive: change.isActive ?? found.isActive,
  }))) ?? notFound('Subaccount')

export interface DeleteSubaccountDeps extends KeepSubaccountsDeps, QuietSyncDeps {
  readonly orders: OrderStore
  readonly complexOrders: Pick<ComplexOrderStore, 'list'>
  readonly credentials: CredentialsStore
  readonly customAssets: Pick<CustomAssetStore, 'list' | 'remove'>
  readonly log: Log
}

/**
 * Deactivated first, and removed only as long as nobody begins to send, so that no order can slip in between the look and the deletion. One
 * that dies leaves the subaccount as it was, inactive, or gone; its repeat goes on.
 */
export const deleteSubaccount = async (
  deps: DeleteSubaccountDeps,
  userId: string,
  subaccountId: string,
): Promise<null | Problem> => {
  const before = await deps.subaccounts.get(userId, subaccountId)
  if (before === null) {
    // What a deletion that died has left.
    await removeCustomAssets(deps, userId, subaccountId).catch(
      logged(deps.log, 'warn', 'custom assets of a deleted subaccount could not be cleared away', { subaccountId }),
    )
    return notFound('Subaccount')
  }
  // A deletion that is refused ends nothing: what plans further orders stops for a subaccount that is not active.
  if (await isInUse(deps, userId, subaccountId)) return IN_USE
  const closed = await updateSubaccount(deps, userId, subaccountId, { isActive: false })
  if ('problem' in closed) return closed
  const refused = await removeUnused(deps, userId, subaccountId)
  if (refused !== null) {
    if (before.isActive) await updateSubaccount(deps, userId, subaccountId, { isActive: true })
    return refused
  }
  await removeCustomAssets(deps, userId, subaccountId)
  return null
}

/** A poll that comes in between is no reason to refuse. */
const removeUnused = async (
  deps: DeleteSubaccountDeps,
  userId: string,
  subaccountId: string,
  tries = 3,
): Promise<null | Problem> => {
  const syncs = await Promise.all(EXCHANGE_NAMES.map((exchange) => quietSync(deps, { subaccountId, exchange })))
  if (await isInUse(deps, userId, subaccountId)) return IN_USE
  const current = await deps.subaccounts.get(userId, subaccountId)
  if (current === null) return null
  // After the subaccount: credentials that are stored from now on change its version, so that it is not removed without them.
  const records = await Promise.all(EXCHANGE_NAMES.map((exchange) => deps.credentials.get(subaccountId, exchange)))
  const removed = await deps.subaccounts.remove(
    current,
    records.filter((record) => record !== null),
    syncs.filter((sync) => sync !== null),
  )
  if (removed) return null
  return tries > 1 ? removeUnused(deps, userId, subaccountId, tries - 1) : CHANGED
}

/** Nobody sees them any more since their subaccount is gone (`find-custom-asset.ts`): this only clears them away. */
const removeCustomAssets = async (deps: DeleteSubaccountDeps, userId: string, subaccountId: string): Promise<void> => {
  const owned = (await deps.customAssets.list(userId)).filter((asset) => asset.subaccountId === subaccountId)
  await Promise.all(owned.map((asset) => deps.customAssets.remove(asset)))
}

const isInUse = async (deps: DeleteSubaccountDeps, userId: string, subaccountId: string): Promise<boolean> => {
  return (
    (await liveOrders(deps.orders, subaccountId)).length > 0 ||
    (await deps.orders.liveBaskets(subaccountId)).length > 0 ||
    (await hasComplexOrders(deps, userId, subaccountId))
  )
}

const hasComplexOrders = async (deps: DeleteSubaccountDeps, userId: string, subaccountId: string): Promise<boolean> => {
  // One after the other: what is armed meanwhile is ACTIVE by the second read.
  for (const status of ['PENDING', 'ACTIVE'] as const) {
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

const CHANGED = problem(409, 'conflict', 'The subaccount was changed at the same moment. Try again.')
