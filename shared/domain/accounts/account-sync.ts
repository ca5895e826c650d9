/**
 * The state of the sync of one exchange account. The sync is awake while its orders or their exits need to be followed.
 * An account that is asleep is polled every five minutes if it has a position, each hour otherwise.
 */

import { DAY, HOUR, MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import type { AccountRef } from './account-ref.ts'

export interface AccountSync extends AccountRef {
  readonly awake: boolean
  /** Grows with every poll. A message names the poll it asks for, so a repeated message starts no second chain. */
  readonly poll: number
  /** When a wake-up last said that there is something to watch. */
  readonly wokenAt: Millis
  /** Everything the exchange reported up to here has been stored. */
  readonly cursor: Millis
  /** The last time at which fills well before the cursor were read again, to catch late ones. */
  readonly reconciledAt: Millis
  /** The account at the exchange, and its wallet (`HolderName`); null before the first poll. */
  readonly account: string | null
  /** How far back the fills from before our time have been read; null once all are stored. */
  readonly history: History | null
  /** When positions and what they are worth were last asked for, and whether there were any to follow. */
  readonly lookedAt: Millis
  readonly holds: boolean
  /** True if another poll has to confirm the positions: a difference, a recount, or a fill that may be reversed. */
  readonly settling: boolean
  /** Actions of the wallet that are not over, in their order, and when the next step of the first is due. */
  readonly actions: readonly string[]
  readonly actAt: Millis | null
  /** Start of the stored request to the watch to hold the private stream of the account; null without one. */
  readonly streamedAt: Millis | null
  /**
   * When the sweeper should start a chain of polls: if the present one has died, or for the regular poll of a sleeping account.
   * Null for an account without credentials, which is not polled.
   */
  readonly dueAt: Millis | null
  readonly version: number
}

/** The fills before an instant are read page by page, from the newest; the cursor is where the next page begins. */
export interface History {
  readonly before: Millis
  readonly cursor: string | null
}

/** A chain of polls that has shown no sign of life for this long is taken up again. */
export const POLL_CHAIN_LOST_AFTER = 2 * MINUTE

/** A wake-up within this time of the last one needs no write. */
const WOKEN_LATELY = 10 * SECOND

/** How long the account must have been quiet before its sync may sleep: longer than any index lags. */
export const QUIET_BEFORE_SLEEP = 30 * SECOND

/** The state that makes sure the account is watched; null when the present one does already. */
export const activate = (state: AccountSync | null, account: AccountRef, now: Millis): AccountSync | null =>
  state?.awake === true && now - state.wokenAt < WOKEN_LATELY ? null : woken(state, account, now)

/** The state that makes sure the account is watched, whatever the present one does. */
export const woken = (state: AccountSync | null, account: AccountRef, now: Millis): AccountSync => {
  if (state === null) {
    return {
      ...account,
      awake: true,
      poll: 0,
      wokenAt: now,
      cursor: now - MINUTE,
      reconciledAt: now,
      account: null,
      history: null,
      lookedAt: 0,
      holds: false,
      settling: false,
      actions: [],
      actAt: null,
      streamedAt: null,
      dueAt: now + POLL_CHAIN_LOST_AFTER,
      version: 0,
    }
  }
  // The poll's number stays: this message and the message of a slow chain ask for the same poll, and one of them gets
  // it. A running due date continues, so that repeated activations of a dead chain do not delay the sweeper.
  const runsOut = state.awake && state.dueAt !== null ? state.dueAt : Number.POSITIVE_INFINITY
  return { ...state, awake: true, wokenAt: now, dueAt: Math.min(runsOut, now + POLL_CHAIN_LOST_AFTER) }
}

/**
 * Activates an account with credentials of another account. Every later activation is a write, so that a run that is
 * about to send for the earlier account checks again.
 */
export const wokenForAnother = (state: AccountSync | null, account: AccountRef, now: Millis): AccountSync => ({
  ...woken(state, account, now),
  wokenAt: now - WOKEN_LATELY,
})

/** How long after its wake-up a send may be under way before the index of live orders shows its order. */
export const UNDER_WAY_FOR = 2 * SECOND

/**
 * Returns the state for which every activation is a write. Null after so long that no running request relies on an
 * earlier activation.
 */
export const forgetWakeUp = (state: AccountSync, now: Millis): AccountSync | null => {
  const forgotten = now - WOKEN_LATELY - UNDER_WAY_FOR
  return state.awake && state.wokenAt > forgotten ? { ...state, wokenAt: forgotten } : null
}

/** Begins a poll: reserves its number, and delays the sweeper. Due dates move rarely, because each move is a write. */
export const beginPoll = (state: AccountSync, now: Millis): AccountSync => ({
  ...state,
  awake: true,
  poll: state.poll + 1,
  dueAt: runsFor(state, now) < POLL_CHAIN_LOST_AFTER / 2 ? now + POLL_CHAIN_LOST_AFTER : state.dueAt,
})

/** Before that, polls come every two seconds anyway, and most orders that rest for less are over by then. */
const STREAMED_AFTER = 8 * SECOND
/** How often it is stored again that the account is to be streamed. A row that is older was left behind. */
const STREAMED_AGAIN_AFTER = HOUR
export const STREAMED_FOR = 2 * HOUR

/** The value of `streamedAt` with these live orders: an account is streamed while an order of it rests at the exchange. */
export const streamedSince = (
  { streamedAt }: Pick<AccountSync, 'streamedAt'>,
  live: ReadonlyArray<{ readonly exchangeState: 'live' | 'ended' | null; readonly createdAt: Millis }>,
  now: Millis,
): Millis | null => {
  const resting = live.filter(({ exchangeState }) => exchangeState === 'live')
  if (streamedAt === null) return resting.some(({ createdAt }) => now - createdAt > STREAMED_AFTER) ? now : null
  if (resting.length === 0) return null
  return now - streamedAt >= STREAMED_AGAIN_AFTER ? now : streamedAt
}

/** How long the due date of a chain of polls still runs. */
const runsFor = ({ awake, dueAt }: AccountSync, now: Millis): number => (awake && dueAt !== null ? dueAt - now : 0)

/**
 * Names the holder whose orders, fills and positions an exchange reports: an account, and one of its wallets if a key
 * signs for several.
 */
export interface HolderName {
  /** The exchange's name of the account. */
  readonly account: string
  /** The same, with its wallet where there are several. */
  readonly holder: string
}

/**
 * True if the sync is about that holder. Null if that is unknown: the account was not polled yet, or only before
 * wallets were distinguished.
 */
export const isAbout = (
  { account: known }: Pick<AccountSync, 'account'>,
  { account, holder }: HolderName,
): boolean | null => {
  if (known === holder) return true
  return known === null || known === account ? null : false
}

/**
 * Returns the state for this account. For an account that was never polled, all earlier trades are read too; the polls
 * read from `overlap` before the cursor on. An account that replaces another begins a day back.
 */
export const ofAccount = (state: AccountSync, name: HolderName, overlap: number, now: Millis): AccountSync => {
  const { holder } = name
  if (state.account === holder) return state
  if (state.account !== null && isAbout(state, name) === null) return { ...state, account: holder }
  const cursor = state.account === null ? state.cursor : now - DAY
  return {
    ...state,
    account: holder,
    cursor,
    reconciledAt: now,
    history: { before: cursor - overlap, cursor: null },
    lookedAt: 0,
    holds: false,
    settling: false,
  }
}

/** Between two reads of the positions of an account that holds something, at least. */
const CHECK_EVERY = 15 * SECOND

/** True if the account was read more than 15 s ago. A request for it then also requests a poll. */
export const isStale = ({ lookedAt }: Pick<AccountSync, 'lookedAt'>, now: Millis): boolean =>
  now - lookedAt >= CHECK_EVERY

/**
 * True if this poll also reads positions: soon after news. Without news at most every 15 s, if the account has
 * positions or they are requested. An account without any trade is not read otherwise.
 */
export const looksDue = (state: AccountSync, hasUpdates: boolean, isRequestedFor: boolean, now: Millis): boolean =>
  state.lookedAt === 0 ||
  (hasUpdates && now - state.lookedAt >= 5 * SECOND) ||
  ((state.holds || isRequestedFor) && isStale(state, now))

/**
 * From when on to read fills at this poll: `overlap` before the cursor, so that late ones are caught (the set makes repeats
 * free); once a day from two days back.
 */
export const readFrom = (state: AccountSync, overlap: number, now: Millis): Millis =>
  now - state.reconciledAt >= DAY ? Math.min(state.cursor - overlap, now - 2 * DAY) : state.cursor - overlap

/**
 * The state after a poll that stored everything up to `asOf`. The same object if nothing is worth a write; `isWritten` says that
 * the state is written anyway.
 */
export const endPoll = (state: AccountSync, asOf: Millis, isWritten: boolean, now: Millis): AccountSync => {
  const reconciled = now - state.reconciledAt >= DAY
  if (!isWritten && !reconciled && asOf - state.cursor < MINUTE) return state
  return { ...state, cursor: Math.max(state.cursor, asOf), reconciledAt: reconciled ? now : state.reconciledAt }
}

/** A sleeping account is polled this often: a fill may show late, and its owner may trade without this service. */
const POLLED_IDLE_EVERY = HOUR

/** The same while it holds something: prices move, and markets end. A request for its positions has it polled at once. */
const POLLED_HOLDING_EVERY = 5 * MINUTE

const polledIdleEvery = ({ holds }: Pick<AccountSync, 'holds'>): number =>
  holds ? POLLED_HOLDING_EVERY : POLLED_IDLE_EVERY

/**
 * The state that rests until the next wake-up or regular poll. An account without credentials has none. A due date that is as good
 * stays: to move it costs more than all else that is written.
 */
export const becomeIdle = (state: AccountSync, hasCredentials: boolean, now: Millis): AccountSync => {
  const every = polledIdleEvery(state)
  const left = (state.dueAt ?? 0) - now
  const regular = left > every / 2 && left <= every ? now + left : now + every
  const dueAt = hasCredentials ? Math.min(regular, state.actAt ?? Number.POSITIVE_INFINITY) : null
  return { ...state, awake: false, dueAt }
}

/**
 * Returns the state for which the sweeper requests a poll. If that poll dies, the next one begins in two minutes. For
 * an account that only has positions, it begins at the next regular poll.
 */
export const revive = (state: AccountSync, now: Millis): AccountSync => {
  const onlyHolds = !state.awake && state.holds && state.actAt === null
  return { ...state, awake: true, dueAt: now + (onlyHolds ? POLLED_HOLDING_EVERY : POLL_CHAIN_LOST_AFTER) }
}

/** The time up to which all fills of these accounts are stored; null before the first poll and while earlier fills are being read. */
export const fillsKnownTo = (accounts: readonly AccountSync[]): Millis | null =>
  oldest(accounts.filter(isFollowed).map(({ account, history, cursor }) => (account && history === null ? cursor : 0)))

/** When the positions of these accounts were last read; null if one of them never was. */
export const positionsReadAt = (accounts: readonly AccountSync[]): Millis | null =>
  oldest(accounts.filter(isFollowed).map(({ lookedAt }) => lookedAt))

/** An account without credentials is not polled, and would keep the others from ever being up to date. */
const isFollowed = ({ awake, dueAt }: AccountSync): boolean => awake || dueAt !== null

const oldest = (times: readonly Millis[]): Millis | null => (times.length === 0 ? null : Math.min(...times) || null)

/**
 * True if the sync may stop: no live order was seen, nothing has to be confirmed, and no recent request has activated
 * it. The caller knows about exits.
 */
export const maySleep = (state: AccountSync, liveOrders: number, now: Millis): boolean =>
  liveOrders === 0 &&
  !state.settling &&
  state.history === null &&
  (state.actAt === null || state.actAt - now > POLL_CHAIN_LOST_AFTER) &&
  now - state.wokenAt >= QUIET_BEFORE_SLEEP

/**
 * Returns the time until the next poll. It is 2 s after a change, after an activation, or while the past is being read,
 * and decays to 60 s. Without live orders there is one more poll after the quiet time. Then the account is polled each
 * minute while exits protect or wait for a position, or a position has to be confirmed. With more than a thousand live
 * orders the time is longer, 20 s with ten thousand.
 */
export const nextPollIn = (
  state: Pick<AccountSync, 'history' | 'wokenAt' | 'actAt'>,
  newestChange: Millis | null,
  liveOrders: number,
  now: Millis,
): number => {
  const regular = Math.min(MINUTE, Math.max(withoutActions(state, newestChange, now), liveOrders * READING_MS))
  return state.actAt === null ? regular : Math.min(regular, Math.max(SECOND, state.actAt - now))
}

/** A poll reads all live orders of the account: at most so many of them a second. */
const READING_MS = 2

const withoutActions = (
  state: Pick<AccountSync, 'history' | 'wokenAt'>,
  newestChange: Millis | null,
  now: Millis,
): number => {
  // A send right after a wake-up wakes nothing, and relies on the polls that follow.
  const wokenLately = now - state.wokenAt < WOKEN_LATELY + 2 * SECOND
  if (state.history !== null || wokenLately) return 2 * SECOND
  if (newestChange !== null) return Math.min(MINUTE, Math.max(2 * SECOND, Math.round((now - newestChange) / 10)))
  return now - state.wokenAt >= QUIET_BEFORE_SLEEP ? MINUTE : QUIET_BEFORE_SLEEP + SECOND
}

/** The sync with more actions to carry out, awake. */
export const addActions = (state: AccountSync, actionIds: readonly string[], now: Millis): AccountSync => ({
  ...state,
  awake: true,
  wokenAt: now,
  actions: [...state.actions, ...actionIds],
  actAt: now,
  dueAt: now + POLL_CHAIN_LOST_AFTER,
})
