/** One thing the service does with a wallet besides trading: approve contracts, redeem a decided position, merge pairs. */

import { createHash } from 'node:crypto'
import type { ExchangeName } from '../kernel/exchange-name.ts'
import type { Money } from '../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'

export type ActionKind = 'approve' | 'redeem' | 'merge'

/** PENDING: not sent. SUBMITTED: sent, or perhaps sent. DONE and FAILED are final. */
export const ACTION_STATES = ['PENDING', 'SUBMITTED', 'DONE', 'FAILED'] as const
export type ActionState = (typeof ACTION_STATES)[number]

export interface WalletAction {
  readonly actionId: string
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly kind: ActionKind
  /** The market; null for approvals. */
  readonly svcId: number | null
  readonly nativeId: string | null
  readonly state: ActionState
  /** The data that is sent, fixed before the first send; null before, and after a final failure. */
  readonly attempt: ActionAttempt | null
  /** Attempts that failed on chain. */
  readonly failures: number
  /** When the next step is to be taken. */
  readonly dueAt: Millis
  /** Proceeds, in 1e-6 dollars; null before they are known. */
  readonly payout: Money | null
  /** Hash of the transaction on chain; null before there is one. */
  readonly transaction: string | null
  /** Why it waits, failed, or had nothing to do; null when there is nothing to say. */
  readonly detail: string | null
  readonly insertedAt: Millis
  readonly updatedAt: Millis
  readonly version: number
}

/** One signed set of calls. A nonce in it makes the chain carry it out at most once, however often it is sent. */
export interface ActionAttempt {
  /** The adapter's own: everything that is signed. */
  readonly payload: string
  readonly sends: number
  readonly lastSentAt: Millis
  /** The relayer's name of it; null while it is not known whether it has arrived. */
  readonly transactionId: string | null
}

/** An action that nothing has been done for yet; it is due at once. */
export const newAction = (
  place: Pick<WalletAction, 'actionId' | 'subaccountId' | 'exchange' | 'kind' | 'svcId' | 'nativeId'>,
  now: Millis,
): WalletAction => ({
  ...place,
  state: 'PENDING',
  attempt: null,
  failures: 0,
  dueAt: now,
  payout: null,
  transaction: null,
  detail: null,
  insertedAt: now,
  updatedAt: now,
  version: 0,
})

/**
 * Returns the id of a requested action, the same for each repeat of the request. The id begins with the time of the
 * request's own id.
 */
export const actionIdOf = (requestId: string, { kind, svcId }: Pick<WalletAction, 'kind' | 'svcId'>): string => {
  const drawn = createHash('sha256').update(`${requestId} ${kind} ${svcId}`).digest('hex')
  return `${requestId.slice(0, 15)}${drawn.slice(0, 3)}-8${drawn.slice(3, 6)}-${drawn.slice(6, 18)}`
}

/** True if the action has ended. */
export const isOver = ({ state }: Pick<WalletAction, 'state'>): boolean => state === 'DONE' || state === 'FAILED'

/** So long a run may take from the moment it says it sends to the moment it notes the answer. */
const SEND_LEASE = 30 * SECOND

/** Returns the action as it is stored before a send: its payload, and that it may have arrived from now on. */
export const claimSend = (action: WalletAction, payload: string, now: Millis): WalletAction => ({
  ...action,
  state: 'SUBMITTED',
  attempt: { payload, sends: (action.attempt?.sends ?? 0) + 1, lastSentAt: now, transactionId: null },
  dueAt: now + SEND_LEASE,
  updatedAt: now,
})

/** The relayer has it under that name. */
export const recordArrival = (action: WalletAction, transactionId: string, now: Millis): WalletAction =>
  action.attempt === null
    ? action
    : {
        ...action,
        attempt: { ...action.attempt, transactionId },
        detail: null,
        dueAt: now + CHECK_EVERY,
        updatedAt: now,
      }

const CHECK_EVERY = 2 * SECOND

/** Looks again later; of one that takes long, less often. */
export const awaitChain = (action: WalletAction, transaction: string | null, now: Millis): WalletAction => ({
  ...action,
  transaction: transaction ?? action.transaction,
  dueAt: now + (now - (action.attempt?.lastSentAt ?? now) < 5 * MINUTE ? CHECK_EVERY : 30 * SECOND),
  updatedAt: now,
})

/** Prepares the action again after a while: nothing was carried out, and nothing sent so far can be. */
export const startOver = (action: WalletAction, detail: string, afterMs: number, now: Millis): WalletAction => ({
  ...action,
  state: 'PENDING',
  attempt: null,
  detail,
  dueAt: now + afterMs,
  updatedAt: now,
})

/** True if it was carried out is still unknown: it is searched for again. */
export const searchAgain = (action: WalletAction, detail: string, now: Millis): WalletAction => ({
  ...action,
  detail,
  dueAt: now + 5 * SECOND,
  updatedAt: now,
})

/** The chain refused it. Tried again with a new nonce, three times in all. */
export const recordFailure = (action: WalletAction, detail: string, now: Millis): WalletAction => {
  const failures = action.failures + 1
  return failures >= MOST_FAILURES
    ? { ...endAction(action, 'FAILED', { detail }, now), failures }
    : { ...startOver(action, detail, 10 * SECOND * failures, now), failures }
}

const MOST_FAILURES = 3

/** The relayer did not send it. Tried again for some minutes, because its look at the wallet may lag; that is no failure of the chain. */
export const recordSkip = (action: WalletAction, detail: string, now: Millis): WalletAction =>
  now - action.insertedAt >= SKIPPED_FOR
    ? endAction(action, 'FAILED', { detail }, now)
    : startOver(action, detail, MINUTE, now)

/** The list of positions lags by minutes after a resolution; other actions of the wallet wait behind this one. */
const SKIPPED_FOR = 15 * MINUTE

/** Returns the action at its end, with its result or the reason of its failure. */
export const endAction = (
  action: WalletAction,
  state: 'DONE' | 'FAILED',
  result: Partial<Pick<WalletAction, 'payout' | 'transaction' | 'detail'>>,
  now: Millis,
): WalletAction => ({ ...action, detail: null, ...result, state, updatedAt: now })
