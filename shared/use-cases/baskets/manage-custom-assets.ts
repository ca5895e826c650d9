/** Creates, shows, changes and deletes the custom assets of a user. */

import { overQuota, type QuotaLimits } from '#domain/accounts/quotas.ts'
import { type CustomAsset, MOST_MEMBERS, withMembers, withoutMembers } from '#domain/baskets/custom-asset.ts'
import { WAITING_STATUSES } from '#domain/complex-orders/status.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { missingMarket } from '../markets/missing-market.ts'
import { type FindCustomAssetDeps, findCustomAsset, listCustomAssets } from './find-custom-asset.ts'

export interface ManageCustomAssetsDeps extends FindCustomAssetDeps {
  readonly markets: Pick<MarketStore, 'getMany' | 'name'>
  readonly clock: Clock
}

export interface GrowCustomAssetsDeps extends ManageCustomAssetsDeps {
  readonly quotas: Pick<QuotaLimits, 'custom_assets' | 'custom_asset_members'>
}

/** A custom asset and the markets it holds, in the order they were added. */
export interface CustomAssetDetail {
  readonly asset: CustomAsset
  readonly members: readonly Market[]
}

/** Creates a custom asset; 404 for an unknown subaccount or market, 409 beyond a quota. A repeated request returns the stored one. */
export const createCustomAsset = async (
  deps: GrowCustomAssetsDeps,
  input: Omit<CustomAsset, 'insertedAt' | 'updatedAt' | 'version'>,
): Promise<CustomAssetDetail | Problem> => {
  if ((await deps.subaccounts.get(input.userId, input.subaccountId)) === null) return notFound('Subaccount')
  const svcIds = withMembers([], input.svcIds)
  const members = await deps.markets.getMany(svcIds)
  const missing = missingMarket(svcIds, members)
  if (missing !== null) return missing
  const refused = await overQuotaWith(deps, input.userId, { customAssetId: input.customAssetId, svcIds })
  if (refused !== null) return refused
  await deps.markets.name(members)
  const now = deps.clock()
  const asset = { ...input, svcIds, insertedAt: now, updatedAt: now, version: 0 }
  if (await deps.customAssets.create(asset)) return { asset, members }
  // An earlier run of the same request has stored the custom asset, but could not answer.
  return getCustomAsset(deps, input.userId, input.customAssetId)
}

/** The custom asset with its members, or 404. */
export const getCustomAsset = async (
  deps: ManageCustomAssetsDeps,
  userId: string,
  customAssetId: string,
): Promise<CustomAssetDetail | Problem> => detailOf(deps, await findCustomAsset(deps, userId, customAssetId))

/** Fields that are undefined stay as they are. */
export interface CustomAssetChange {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly allocation?: CustomAsset['allocation'] | undefined
}

/** Changes name, description or allocation; 404 for an unknown custom asset. */
export const changeCustomAsset = (
  deps: ManageCustomAssetsDeps,
  userId: string,
  customAssetId: string,
  change: CustomAssetChange,
): Promise<CustomAsset | Problem> =>
  rewrite(deps, userId, customAssetId, (found) => ({
    name: change.name ?? found.name,
    description: change.description === undefined ? found.description : change.description,
    allocation: change.allocation ?? found.allocation,
  }))

/** Adds members. Adding a member again is no error; an unknown market is 404, beyond the quota it is 409, and nothing changes. */
export const addMembers = async (
  deps: GrowCustomAssetsDeps,
  userId: string,
  customAssetId: string,
  svcIds: readonly number[],
): Promise<CustomAssetDetail | Problem> => {
  const changed = await rewrite(deps, userId, customAssetId, async (found) => {
    const next = withMembers(found.svcIds, svcIds)
    const newIds = next.slice(found.svcIds.length)
    const added = await deps.markets.getMany(newIds)
    const missing = missingMarket(newIds, added)
    if (missing !== null) return missing
    if (next.length > MOST_MEMBERS) return tooMany(next.length)
    const refused = await overQuotaWith(deps, userId, { customAssetId, svcIds: next })
    if (refused !== null) return refused
    await deps.markets.name(added)
    return { svcIds: next }
  })
  return detailOf(deps, changed)
}

/** Removes members. A market that is no member is no error; an unknown market is 404 and changes nothing. */
export const removeMembers = async (
  deps: ManageCustomAssetsDeps,
  userId: string,
  customAssetId: string,
  svcIds: readonly number[],
): Promise<CustomAssetDetail | Problem> => {
  const changed = await rewrite(deps, userId, customAssetId, async (found) => {
    const strangers = withoutMembers(withMembers([], svcIds), found.svcIds)
    const missing = missingMarket(strangers, await deps.markets.getMany(strangers))
    if (missing !== null) return missing
    return { svcIds: withoutMembers(found.svcIds, svcIds) }
  })
  return detailOf(deps, changed)
}

/**
 * Returns the refusal by a quota of the new or changed custom asset; null without one. A custom asset that does not grow is never refused.
 */
const overQuotaWith = async (
  deps: GrowCustomAssetsDeps,
  userId: string,
  changed: Pick<CustomAsset, 'customAssetId' | 'svcIds'>,
): Promise<Problem | null> => {
  const { quotas } = deps
  const all = await listCustomAssets(deps, userId)
  const others = all.filter(({ customAssetId }) => customAssetId !== changed.customAssetId)
  const members = others.reduce((total, { svcIds }) => total + svcIds.length, changed.svcIds.length)
  const before = all.reduce((total, { svcIds }) => total + svcIds.length, 0)
  if (others.length === all.length && all.length >= quotas.custom_assets)
    return overQuota('custom_assets', quotas.custom_assets)
  if (members > before && members > quotas.custom_asset_members)
    return overQuota('custom_asset_members', quotas.custom_asset_members)
  return null
}

export interface DeleteCustomAssetDeps extends FindCustomAssetDeps {
  readonly orders: Pick<OrderStore, 'list'>
  readonly complexOrders: Pick<ComplexOrderStore, 'list'>
}

/**
 * Deletes a custom asset; 409 while orders use it. Orders keep the members of their acceptance, so an order that is accepted meanwhile
 * loses nothing.
 */
export const deleteCustomAsset = (
  deps: DeleteCustomAssetDeps,
  userId: string,
  customAssetId: string,
): Promise<null | Problem> =>
  retryOnConflict(`custom asset ${customAssetId}`, async () => {
    const asset = await findCustomAsset(deps, userId, customAssetId)
    if (isProblem(asset)) return asset
    if (await isInUse(deps, userId, customAssetId)) return IN_USE
    return (await deps.customAssets.remove(asset)) ? null : AGAIN
  })

const rewrite = (
  deps: ManageCustomAssetsDeps,
  userId: string,
  customAssetId: string,
  change: (found: CustomAsset) => Partial<CustomAsset> | Promise<Partial<CustomAsset> | Problem>,
): Promise<CustomAsset | Problem> =>
  retryOnConflict(`custom asset ${customAssetId}`, async () => {
    const found = await findCustomAsset(deps, userId, customAssetId)
    if (isProblem(found)) return found
    const changed = await change(found)
    if (isProblem(changed)) return changed
    const next = { ...found, ...changed, updatedAt: deps.clock() }
    if (isSame(found, next)) return found
    return (await deps.customAssets.save(next)) ? next : AGAIN
  })

const isSame = (a: CustomAsset, b: CustomAsset): boolean =>
  a.name === b.name &&
  a.description === b.description &&
  a.allocation === b.allocation &&
  a.svcIds.length === b.svcIds.length &&
  a.svcIds.every((svcId, index) => svcId === b.svcIds[index])

const detailOf = async (
  deps: ManageCustomAssetsDeps,
  asset: CustomAsset | Problem,
): Promise<CustomAssetDetail | Problem> =>
  isProblem(asset) ? asset : { asset, members: await deps.markets.getMany(asset.svcIds) }

const isInUse = async (deps: DeleteCustomAssetDeps, userId: string, customAssetId: string): Promise<boolean> => {
  const one = { limit: 1, offset: 0 }
  // One state after the other, in the order of their moves: a later read meets an order that moves meanwhile.
  for (const status of WAITING_STATUSES)
    if ((await deps.complexOrders.list(userId, { customAssetId, status }, one)).count > 0) return true
  for (const status of LIVE) if ((await deps.orders.list(userId, { customAssetId, status }, one)).count > 0) return true
  return false
}

const LIVE = ['PENDING_SUBMISSION', 'PROCESSING', 'RESTING', 'PARTIALLY_FILLED'] as const

const tooMany = (count: number): Problem =>
  problem(422, 'value_error', `a custom asset has at most ${MOST_MEMBERS} members, and this would make ${count}`, {
    loc: ['body', 'svc_ids'],
  })

const IN_USE = problem(
  409,
  'custom_asset_in_use',
  'The custom asset has live orders or complex orders. Cancel them, and wait until they have ended.',
)
