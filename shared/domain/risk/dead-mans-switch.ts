/** A switch that cancels the orders of a subaccount if its user does not renew it in time. */

import type { Millis } from '../kernel/time.ts'

/** How often it has to be renewed, and what happens otherwise. */
export interface SwitchTerms {
  readonly timeoutMs: Millis
  /** Complex orders are cancelled too: conditional ones, which may protect a position, and TWAPs. */
  readonly includeComplexOrders: boolean
  /** Trading is halted too. */
  readonly halt: boolean
}

export interface DeadMansSwitch extends SwitchTerms {
  readonly userId: string
  readonly subaccountId: string
  readonly renewedAt: Millis
  /** When it last cancelled; null if it never did since it was set. */
  readonly firedAt: Millis | null
  /** When it cancels unless it is renewed; null once it has fired. */
  readonly dueAt: Millis | null
  /** 0 before it is stored. */
  readonly version: number
}

/** The switch, set or renewed now. */
export const renewed = (
  found: Pick<DeadMansSwitch, 'version'> | null,
  of: Pick<DeadMansSwitch, 'userId' | 'subaccountId'>,
  terms: SwitchTerms,
  now: Millis,
): DeadMansSwitch => ({
  ...of,
  ...terms,
  renewedAt: now,
  dueAt: now + terms.timeoutMs,
  firedAt: null,
  version: found?.version ?? 0,
})

/** It has cancelled, and does nothing more until it is renewed. */
export const fired = (found: DeadMansSwitch, now: Millis): DeadMansSwitch => ({ ...found, dueAt: null, firedAt: now })

/** What orders that it cancels show as their `cancel_reason`. */
export const DEAD_MANS_SWITCH = 'dead_mans_switch'
