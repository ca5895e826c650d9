/** Creates, reads and changes the subaccounts of a user. */

import { overQuota, type QuotaLimits } from '#domain/accounts/quotas.ts'
import { newSubaccount, type Subaccount } from '#domain/accounts/subaccount.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import type { WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { changeSubaccount } from './change-subaccount.ts'

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
