/**
 * Places the order of an alert, once. The alert counts for the limits of its hook before the order is stored. A run that dies in between leaves a
 * counted alert, whose repeat places the order and does not count again.
 */

import { matches } from '#domain/accounts/api-key-secret.ts'
import { type Alert, type AlertOrder, claimAlert, orderIdOfAlert, orderOfAlert } from '#domain/hooks/alert.ts'
import type { Hook, HookTemplate } from '#domain/hooks/hook.ts'
import { parseHookSecret } from '#domain/hooks/hook-secret.ts'
import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { HookStore } from '#ports/hooks/hook-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

export interface TakeAlertDeps<Accepted> {
  readonly hooks: HookStore
  readonly apiKeys: Pick<ApiKeyStore, 'get'>
  readonly clock: Clock
  /** Places the order of the user under its id. An order that an earlier run has stored is answered as it is. */
  readonly place: (template: HookTemplate, order: AlertOrder, userId: string) => Promise<Accepted | Problem>
  /** Finds the order that an earlier alert has placed, or null. */
  readonly findPlaced: (userId: string, orderId: string) => Promise<Accepted | null>
}

/** The hook of that id, if the secret is its own; null if the secret is wrong, or there is no such hook. */
export const hookOfSecret = async (
  { hooks }: { readonly hooks: Pick<HookStore, 'get'> },
  hookId: string,
  text: string,
): Promise<Hook | null> => {
  const sent = parseHookSecret(text)
  if (sent === null) return null
  const hook = await hooks.get(sent.userId, hookId)
  const isRight = matches(sent.secret, hook?.secretHash ?? NO_HASH)
  return isRight ? hook : null
}

/** Carries out the alert; a repeat of an accepted alert gets the first order, whatever its values. */
export const takeAlert = async <Accepted extends object>(
  deps: TakeAlertDeps<Accepted>,
  hook: Hook,
  alert: Alert,
): Promise<Accepted | Problem> => {
  const placed = await deps.findPlaced(hook.userId, orderIdOfAlert(hook.hookId, alert.alertId))
  if (placed !== null) return placed
  const order = orderOfAlert(hook, alert, deps.clock())
  if (isProblem(order)) return order
  const refused = (await refusalWithoutKey(deps, hook)) ?? (await claim(deps, hook, order))
  if (refused !== null) return refused
  return deps.place(hook.template, order, hook.userId)
}

/** A revoked key must leave nothing behind that trades: a thief could have made the secret with it. */
const refusalWithoutKey = async (
  { apiKeys }: Pick<TakeAlertDeps<unknown>, 'apiKeys'>,
  { keyId }: Hook,
): Promise<Problem | null> => ((await apiKeys.get(keyId))?.revokedAt === null ? null : KEY_REVOKED)

/** Counts the alert. Reads the hook anew, so that limits hold for alerts at the same moment. */
const claim = (
  { hooks, clock }: Pick<TakeAlertDeps<unknown>, 'hooks' | 'clock'>,
  { userId, hookId }: Hook,
  order: AlertOrder,
): Promise<Problem | null> =>
  retryOnConflict(`hook ${hookId}`, async () => {
    const hook = await hooks.get(userId, hookId)
    if (hook === null) return WRONG_SECRET
    const claimed = claimAlert(hook, order, clock())
    if (isProblem(claimed)) return claimed
    return claimed === hook || (await hooks.save(claimed)) ? null : AGAIN
  })

const KEY_REVOKED = problem(
  409,
  'hook_disabled',
  'The API key that gave this hook its secret is revoked. Give the hook a new secret.',
)

/** Hash of no secret. */
const NO_HASH = '0'.repeat(64)

export const WRONG_SECRET = problem(401, 'wrong_hook_secret', 'There is no such hook, or the secret is not its own.')
