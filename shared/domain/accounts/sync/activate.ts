/** Activates the sync of an account, so that its polls begin. */

import { MINUTE, type Millis, SECOND } from '../../kernel/time.ts'
import type { AccountRef } from '../account-ref.ts'
import type { AccountSync } from './account-sync.ts'

/** A chain of polls without a poll for this long is started again. */
export const POLL_CHAIN_LOST_AFTER = 2 * MINUTE

/** An activation within this time of the last one needs no write. */
export const ACTIVATED_RECENTLY = 10 * SECOND

/** Returns the state to store so that the account is polled; null if the present state suffices. */
export const activate = (state: AccountSync | null, account: AccountRef, now: Millis): AccountSync | null =>
  state?.active === true && now - state.activatedAt < ACTIVATED_RECENTLY ? null : activated(state, account, now)

/** Returns the activated state, also if the present one would suffice. */
export const activated = (state: AccountSync | null, account: AccountRef, now: Millis): AccountSync => {
  if (state === null) {
    return {
      ...account,
      active: true,
      poll: 0,
      activatedAt: now,
      cursor: now - MINUTE,
      reconciledAt: now,
      account: null,
      history: null,
      positionsReadAt: 0,
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
  const runsOut = state.active && state.dueAt !== null ? state.dueAt : Number.POSITIVE_INFINITY
  return { ...state, active: true, activatedAt: now, dueAt: Math.min(runsOut, now + POLL_CHAIN_LOST_AFTER) }
}

/**
 * Activates an account with credentials of another account. Every later activation is a write, so that a run that is
 * about to send for the earlier account checks again.
 */
export const activatedForAnother = (state: AccountSync | null, account: AccountRef, now: Millis): AccountSync => ({
  ...activated(state, account, now),
  activatedAt: now - ACTIVATED_RECENTLY,
})

/** Longest time from an activation until the index of live orders shows the order of its send. */
export const UNDER_WAY_FOR = 2 * SECOND

/**
 * Returns the state for which every activation is a write. Null after so long that no running request relies on an
 * earlier activation.
 */
export const forgetActivation = (state: AccountSync, now: Millis): AccountSync | null => {
  const forgotten = now - ACTIVATED_RECENTLY - UNDER_WAY_FOR
  return state.active && state.activatedAt > forgotten ? { ...state, activatedAt: forgotten } : null
}

/** Adds wallet actions, and activates the sync that carries them out. */
export const addActions = (state: AccountSync, actionIds: readonly string[], now: Millis): AccountSync => ({
  ...state,
  active: true,
  activatedAt: now,
  actions: [...state.actions, ...actionIds],
  actAt: now,
  dueAt: now + POLL_CHAIN_LOST_AFTER,
})
