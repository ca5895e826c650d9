/** Creates, lists, changes and removes the hooks of a user, and gives them new secrets. */

import { type Hook, MOST_HOOKS, newHook, TOO_MANY_HOOKS } from '#domain/hooks/hook.ts'
import { newHookSecret } from '#domain/hooks/hook-secret.ts'
import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { HookStore } from '#ports/hooks/hook-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import { AGAIN, changeStored, retryOnConflict } from '../kernel/retry-on-conflict.ts'

export interface ReadHooksDeps {
  readonly hooks: HookStore
}

export interface RotateHookDeps extends ReadHooksDeps {
  readonly ids: Pick<Ids, 'random'>
}

export interface CreateHookDeps extends RotateHookDeps {
  readonly clock: Clock
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly markets: Pick<MarketStore, 'get'>
}

/** `secret` is shown this once. */
export interface HookWithSecret {
  readonly hook: Hook
  readonly secret: string
}

/** Creates it; 404 without its subaccount or market, 409 beyond the limit. */
export const createHook = async (
  { hooks, clock, ids, subaccounts, markets }: CreateHookDeps,
  requested: Pick<Hook, 'hookId' | 'userId' | 'name' | 'template' | 'fields' | 'limits' | 'keyId'>,
): Promise<HookWithSecret | Problem> => {
  const { userId, template } = requested
  if ((await hooks.list(userId)).length >= MOST_HOOKS) return TOO_MANY_HOOKS
  if ((await subaccounts.get(userId, template.subaccountId)) === null) return notFound('Subaccount')
  if ((await markets.get(template.svcId)) === null) return notFound('Market')
  const { text, hash } = newHookSecret(userId, ids.random)
  const hook = newHook({ ...requested, secretHash: hash }, clock())
  return (await hooks.create(hook)) ? { hook, secret: text } : CHANGED
}

/** The hook, or 404. */
export const getHook = async ({ hooks }: ReadHooksDeps, userId: string, hookId: string): Promise<Hook | Problem> =>
  (await hooks.get(userId, hookId)) ?? notFound('Hook')

/** The hook as changed, or 404. `change` answers the same object when nothing is to be stored. */
export const updateHook = async (
  { hooks }: ReadHooksDeps,
  userId: string,
  hookId: string,
  change: (hook: Hook) => Hook,
): Promise<Hook | Problem> =>
  (await changeStored(
    `hook ${hookId}`,
    { read: () => hooks.get(userId, hookId), save: (next) => hooks.save(next) },
    change,
  )) ?? notFound('Hook')

/** Gives it a new secret; the old one is worth nothing at once. 404 when there is none. */
export const rotateHookSecret = async (
  deps: RotateHookDeps,
  { userId, keyId }: Pick<Hook, 'userId' | 'keyId'>,
  hookId: string,
  rotationId: string,
): Promise<HookWithSecret | Problem> => {
  const { text, hash } = newHookSecret(userId, deps.ids.random)
  const hook = await updateHook(deps, userId, hookId, (found) => ({ ...found, secretHash: hash, keyId, rotationId }))
  return 'problem' in hook ? hook : { hook, secret: text }
}

/** Deletes it; 404 when there is none. */
export const removeHook = ({ hooks }: ReadHooksDeps, userId: string, hookId: string): Promise<null | Problem> =>
  retryOnConflict(`hook ${hookId}`, async () => {
    const found = await hooks.get(userId, hookId)
    if (found === null) return notFound('Hook')
    return (await hooks.remove(found)) ? null : AGAIN
  })

const CHANGED = problem(409, 'conflict', 'The hook was changed at the same moment. Try again.')
