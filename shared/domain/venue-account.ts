/** How the sync of one venue account stands: awake while it has live orders, asleep otherwise. */

import type { ExchangeName } from './exchange-name.ts'
import { DAY, HOUR, MINUTE, type Millis, SECOND } from './time.ts'

export interface VenueAccountState {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly awake: boolean
  /** Grows with every poll. A message names the poll it asks for, so a repeated message starts no second chain. */
  readonly poll: number
  /** The last time somebody said there is something to watch. */
  readonly wokenAt: Millis
  /** Everything the exchange reported up to here has been stored. */
  readonly cursor: Millis
  /** The last time fills were read again from well before the cursor, to catch what came late. */
  readonly reconciledAt: Millis
  /** When the sweeper should start a new chain of polls: if the present one has died, or to look a last time while asleep. */
  readonly dueAt: Millis | null
  readonly version: number
}

/** A chain of polls that has shown no sign of life for this long is taken up again. */
export const POLL_CHAIN_LOST_AFTER = 2 * MINUTE

/** A wake-up within this time of the last one needs no write. */
const WOKEN_LATELY = 10 * SECOND

/** How long the account must have been quiet before its sync may sleep: longer than any index lags. */
export const QUIET_BEFORE_SLEEP = 30 * SECOND

/** The state that makes sure the account is watched; null when the present one does already. */
export const wake = (
  state: VenueAccountState | null,
  account: Pick<VenueAccountState, 'subaccountId' | 'exchange'>,
  now: Millis,
): VenueAccountState | null => {
  if (state === null) {
    return {
      ...account,
      awake: true,
      poll: 0,
      wokenAt: now,
      cursor: now - MINUTE,
      reconciledAt: now,
      dueAt: now + POLL_CHAIN_LOST_AFTER,
      version: 0,
    }
  }
  if (state.awake && now - state.wokenAt < WOKEN_LATELY) return null
  // The poll's number stays: the message this sends and the one of a slow chain ask for the same poll, and one of them gets it.
  // A due date that runs keeps running: whoever wakes a dead chain again and again must not keep the sweeper from it.
  const dueAt = state.awake && state.dueAt !== null ? state.dueAt : now + POLL_CHAIN_LOST_AFTER
  return { ...state, awake: true, wokenAt: now, dueAt }
}

/** The state while a poll runs: this poll is taken, and the sweeper is told to wait. Due dates move rarely: each move is a write. */
export const beginPoll = (state: VenueAccountState, now: Millis): VenueAccountState => ({
  ...state,
  poll: state.poll + 1,
  dueAt:
    state.dueAt === null || state.dueAt - now < POLL_CHAIN_LOST_AFTER / 2 ? now + POLL_CHAIN_LOST_AFTER : state.dueAt,
})

/**
 * From when on to read fills at this poll: `overlap` before the cursor, so that late ones are caught (the set makes repeats
 * free); once a day from two days back.
 */
export const readFrom = (state: VenueAccountState, overlap: number, now: Millis): Millis =>
  now - state.reconciledAt >= DAY ? Math.min(state.cursor - overlap, now - 2 * DAY) : state.cursor - overlap

/** The state after a poll that stored everything up to `asOf`; the same object when nothing is worth a write. */
export const endPoll = (state: VenueAccountState, asOf: Millis, now: Millis): VenueAccountState => {
  const reconciled = now - state.reconciledAt >= DAY
  if (!reconciled && asOf - state.cursor < MINUTE) return state
  return { ...state, cursor: Math.max(state.cursor, asOf), reconciledAt: reconciled ? now : state.reconciledAt }
}

/** An account that has been left alone is looked at once more after this long: a fill may show late. */
const LAST_LOOK_AFTER = HOUR

/** The state that rests until the next wake-up, or until the last look. */
export const fallAsleep = (state: VenueAccountState, now: Millis): VenueAccountState => ({
  ...state,
  awake: false,
  dueAt: now - state.wokenAt < LAST_LOOK_AFTER ? state.wokenAt + LAST_LOOK_AFTER : null,
})

/** Whether the sync may stop: nothing live was seen, and nobody has asked for it for a while. */
export const maySleep = (state: VenueAccountState, liveOrders: number, now: Millis): boolean =>
  liveOrders === 0 && now - state.wokenAt >= QUIET_BEFORE_SLEEP

/** How long until the next poll: 2 s while things move, decaying to 60 s; when nothing is live, once more after the quiet time. */
export const nextPollIn = (newestChange: Millis | null, now: Millis): number =>
  newestChange === null
    ? QUIET_BEFORE_SLEEP + SECOND
    : Math.min(60 * SECOND, Math.max(2 * SECOND, Math.round((now - newestChange) / 10)))
