/** Stores what a wallet is to do, together with the sync that does it. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { activate, addActions } from '#domain/accounts/sync/activate.ts'
import { actionIdOf, isOver, newAction, type WalletAction } from '#domain/portfolio/wallet-action.ts'
import type { WalletActionStore } from '#ports/portfolio/wallet-action-store.ts'
import { type ActivateAccountDeps, enqueuePoll } from '../accounts/activate-account.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

export interface RequestActionsDeps extends ActivateAccountDeps {
  readonly walletActions: Pick<WalletActionStore, 'get' | 'add'>
}

export type RequestedAction = Pick<WalletAction, 'kind' | 'svcId' | 'nativeId'>

/**
 * Answers the action of each wish, in their order. One that is under way already is not begun again. At most 90 new ones, whose ids
 * follow from `requestId`.
 */
export const requestActions = (
  deps: RequestActionsDeps,
  place: AccountRef,
  requested: readonly RequestedAction[],
  requestId: string,
): Promise<readonly WalletAction[]> =>
  retryOnConflict(`the actions of ${place.subaccountId}`, async () => {
    const now = deps.clock()
    const stored = await deps.accountSyncs.get(place.subaccountId, place.exchange)
    const state: AccountSync | null = stored ?? activate(null, place, now)
    if (state === null) return []
    const known = await Promise.all(state.actions.map((id) => deps.walletActions.get(place.subaccountId, id)))
    const waiting = known.filter((action) => action !== null).filter((action) => !isOver(action))
    const found = requested.map(
      (wish) =>
        waiting.find(({ kind, svcId }) => kind === wish.kind && svcId === wish.svcId) ??
        newAction({ ...place, ...wish, actionId: actionIdOf(requestId, wish) }, now),
    )
    const fresh = found.filter(({ version }) => version === 0).slice(0, MOST_AT_ONCE)
    if (fresh.length > 0) {
      const next = addActions(
        state,
        fresh.map(({ actionId }) => actionId),
        now,
      )
      if (!(await deps.walletActions.add(fresh, next))) return AGAIN
      await enqueuePoll(deps, next, 0)
    }
    const kept = new Set(fresh)
    return found.filter((action) => action.version > 0 || kept.has(action))
  })

/** A transaction of the table holds a hundred writes. */
const MOST_AT_ONCE = 90
