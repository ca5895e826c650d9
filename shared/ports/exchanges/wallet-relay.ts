/** Acts with a wallet at an exchange that keeps money and shares in wallets. */

import type { Money } from '#domain/kernel/numbers.ts'
import type { ActionAttempt, WalletAction } from '#domain/portfolio/wallet-action.ts'
import type { ExchangeAccount } from './exchange-account.ts'

/** The next message for an action. `nothing`: there is nothing to do (any more). `later`: not possible yet. `refused`: never. */
export type ActionPreparation =
  | { readonly kind: 'ready'; readonly payload: string }
  | { readonly kind: 'nothing' | 'later' | 'refused'; readonly detail: string }

/**
 * - `accepted`: the relayer has it under that name.
 * - `later`: it was not taken; come back in `afterMs`.
 * - `stale`: its nonce was used, or its time is over: it cannot run (any more).
 * - `refused`: it will never be taken.
 * - `unknown`: it may have arrived.
 */
export type ActionOutcome =
  | { readonly kind: 'accepted'; readonly transactionId: string }
  | { readonly kind: 'later'; readonly detail: string; readonly afterMs: number }
  | { readonly kind: 'stale' | 'refused' | 'unknown'; readonly detail: string }

/** The state of an action. `payout` is null while the exchange does not show it; `expected` is the amount it should be. */
export type ActionReading =
  | { readonly kind: 'missing' }
  | { readonly kind: 'running'; readonly transactionId: string; readonly transaction: string | null }
  | {
      readonly kind: 'done'
      readonly transactionId: string
      readonly transaction: string
      readonly payout: Money | null
      readonly expected: Money
    }
  /** `skipped`: it was not sent to the chain. */
  | { readonly kind: 'failed' | 'skipped'; readonly transactionId: string; readonly detail: string }

/** Reads throw `ExchangeUnavailable`; `sendAction` never throws for what the exchange did. */
export interface WalletRelay {
  /** Decides what to sign, and sends nothing. Called once for each attempt: the caller stores the result. */
  prepareAction(
    account: ExchangeAccount,
    action: Pick<WalletAction, 'kind' | 'nativeId'>,
    signal: AbortSignal,
  ): Promise<ActionPreparation>
  /** Sends a stored attempt. The same one may be sent again: it is carried out once at most. */
  sendAction(account: ExchangeAccount, payload: string, signal: AbortSignal): Promise<ActionOutcome>
  /** Looks for an attempt, by its name or by its signed text. */
  findAction(
    account: ExchangeAccount,
    attempt: Pick<ActionAttempt, 'payload' | 'transactionId'>,
    signal: AbortSignal,
  ): Promise<ActionReading>
  /**
   * Returns whether the wallet holds anything of a market now; true also if that is not known. The positions that an exchange lists may be
   * behind, and may leave a market out.
   */
  holdsAny(account: ExchangeAccount, nativeId: string, signal: AbortSignal): Promise<boolean>
}
