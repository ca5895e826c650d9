/** One message of the account sync: polls an exchange account, then requests the next poll, or lets the account become idle. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { becomeIdle, mayBecomeIdle } from '#domain/accounts/sync/become-idle.ts'
import { nextPollIn } from '#domain/accounts/sync/next-poll-in.ts'
import { beginPoll } from '#domain/accounts/sync/poll.ts'
import { streamedSince } from '#domain/accounts/sync/streamed-since.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { ifUnavailableLogged, KeyRefused } from '#ports/exchanges/exchange-unavailable.ts'
import { enqueuePoll } from '../accounts/activate-account.ts'
import { checkReadiness } from '../accounts/credentials/record-readiness.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type CancelOverlookedDeps, cancelOverlooked } from '../orders/cancel/cancel-overlooked.ts'
import { isOursToCancel, PAUSE_WATCH } from '../orders/cancel/cancel-paused.ts'
import { type BeginWatchDeps, beginWatch } from '../work/begin-watch.ts'
import { RECONCILE_LOG } from './log-messages.ts'
import { type PollResult, pollAccount } from './poll-account.ts'
import type { Followed, PollAccountDeps, PollOptions } from './poll-context.ts'

export interface SyncAccountDeps
  extends PollAccountDeps,
    Pick<BeginWatchDeps, 'priceFeeds'>,
    Pick<CancelOverlookedDeps, 'subaccounts'> {}

/** The message of a poll. */
export interface PollRequest extends AccountRef, PollOptions {
  readonly poll: number
}

/**
 * A message that is not the next poll of the account is ignored. After an exchange that does not answer, and after any other failure, which
 * is thrown, the account is polled again in ten seconds.
 */
export const syncAccount = async (deps: SyncAccountDeps, request: PollRequest, signal: AbortSignal): Promise<void> => {
  const { subaccountId, look } = request
  const begun = await retryOnConflict(`the sync of ${subaccountId}`, () => begin(deps, request))
  if (begun === null) return
  const { polling, live } = begun
  const pollAgain = (check = false) => enqueuePoll(deps, polling, REQUESTED_AGAIN_AFTER, { look, check })
  try {
    await cancelOverlooked(deps, live)
    const protects = protectsOnce(deps, request)
    const polled = await pollAccount(deps, polling, request, { live, protects }, signal).catch(
      ifUnavailableLogged(deps.log, RECONCILE_LOG.accountUnanswered, (error) => ({ unread: error }), {
        subaccountId,
      }),
    )
    const isKeyRefused = 'unread' in polled && polled.unread instanceof KeyRefused
    // After the poll: a check before it could store a refusal that the poll no longer meets, and no later check would follow.
    if (request.check === true && (isKeyRefused || !('unread' in polled))) await checkAccount(deps, request, signal)
    // The next poll finds out whether the key is still refused, and stores that for the owner of the account.
    if ('unread' in polled) await pollAgain(isKeyRefused || request.check)
    else await scheduleNext(deps, polling, polled, { live, protects })
  } catch (error) {
    // The queue repeats this message in vain: its poll has begun.
    await pollAgain()
    throw error
  }
}

const REQUESTED_AGAIN_AFTER = 10 * SECOND

/** Finds out whether the account can trade, and stores it. */
const checkAccount = async (
  deps: SyncAccountDeps,
  { subaccountId, exchange }: AccountRef,
  signal: AbortSignal,
): Promise<void> => {
  const account = await deps.openAccount(subaccountId, exchange)
  if (account !== null) await checkReadiness(deps, { subaccountId, exchange }, account, signal)
}

/** The state with which a poll begins. */
interface Begun {
  readonly polling: AccountSync
  readonly live: readonly Order[]
}

/** Null if this is not the next poll. */
const begin = async (deps: SyncAccountDeps, request: PollRequest): Promise<Begun | null | typeof AGAIN> => {
  const { subaccountId, exchange } = request
  const state = await deps.accountSyncs.get(subaccountId, exchange)
  // A repeated message, or one of a chain that an activation has replaced.
  if (state === null || request.poll !== state.poll + 1) return null
  // Without credentials the account cannot be polled. No list waits for its poll, and no regular poll follows.
  if (!state.active && (await deps.openAccount(subaccountId, exchange)) === null) {
    const rests = state.dueAt === null || (await deps.accountSyncs.save(becomeIdle(state, false, deps.clock())))
    return rests ? null : AGAIN
  }
  const live = await deps.orders.live(subaccountId, exchange, { skipUnreadable: true })
  const begun = await followStream(deps, beginPoll(state, deps.clock()), live)
  // Other writers of the sync may request no poll.
  if (!(await deps.accountSyncs.save(begun))) return AGAIN
  return { polling: { ...begun, version: state.version + 1 }, live }
}

/** Reads the protect stops at most once, on the first request. */
const protectsOnce = (
  { complexOrders }: Pick<SyncAccountDeps, 'complexOrders'>,
  { subaccountId, exchange }: AccountRef,
): Followed['protects'] => {
  let read: Promise<readonly string[]> | null = null
  return () => {
    read ??= complexOrders.protects(subaccountId, exchange)
    return read
  }
}

/**
 * Makes the watch open the private stream of the account while one of its orders rests. The account sync continues
 * without the stream too.
 */
const followStream = async (
  deps: SyncAccountDeps,
  state: AccountSync,
  live: readonly Order[],
): Promise<AccountSync> => {
  const streamedAt = streamedSince(state, live, deps.clock())
  if (streamedAt === state.streamedAt) return state
  if (streamedAt === null) await deps.accountSyncs.endStream(state)
  else await deps.accountSyncs.stream(state, streamedAt)
  if (state.streamedAt === null) await beginWatch(deps, state.exchange, 'account')
  return { ...state, streamedAt }
}

/** Requests the next poll or lets the account become idle, by the state after any activation in between. */
const scheduleNext = async (
  deps: SyncAccountDeps,
  { subaccountId, exchange, poll: number }: AccountSync,
  { isOpen, pollAgainIn }: PollResult,
  { live, protects }: Followed,
): Promise<void> => {
  const stored = await deps.accountSyncs.get(subaccountId, exchange)
  if (stored === null || stored.poll !== number) return
  // An account without credentials follows no positions.
  const state = isOpen ? stored : { ...stored, holds: false, settling: false, history: null, actions: [], actAt: null }
  if (mayBecomeIdle(state, live.length, deps.clock()) && !(await isFollowed(deps, state, protects))) {
    // Not stored if the account was activated meanwhile: the message of the activation continues.
    await deps.accountSyncs.save(becomeIdle(stored, isOpen, deps.clock()))
    return
  }
  const newest = live.reduce<Millis | null>((latest, { updatedAt }) => Math.max(latest ?? 0, updatedAt), null)
  const waitMs = nextPollIn(state, newest, live.length, deps.clock())
  const pauseWatch = live.some(isOursToCancel) ? PAUSE_WATCH : waitMs
  await enqueuePoll(deps, state, Math.min(waitMs, pauseWatch, pollAgainIn ?? waitMs))
}

/**
 * True if the account's position matters between orders. Exits follow it, so that external trades shrink them within a
 * minute, or a daily limit counts its value. Protect stops may wait for a position, and end with their market.
 */
const isFollowed = async (
  { orders, tradingDays }: SyncAccountDeps,
  { holds, subaccountId, exchange }: AccountSync,
  protects: Followed['protects'],
): Promise<boolean> =>
  (await protects()).length > 0 ||
  (holds && ((await orders.countGuarded(subaccountId, exchange)) > 0 || (await tradingDays.get(subaccountId)) !== null))
