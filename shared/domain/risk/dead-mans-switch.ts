/** A switch that cancels the orders of a subaccount if its user does not renew it in time. */

import type { Millis } from '../kernel/time.ts'

/** Effects of the switch besides the cancel of orders. */
export interface SwitchScope {
  /** Complex orders are cancelled too: conditional ones, which may protect a position, and TWAPs. */
  readonly includeComplexOrders: boolean
  /** Trading is halted too. */
  readonly halt: boolean
}

/** How often it has to be renewed, and what happens otherwise. */
export interface SwitchTerms extends SwitchScope {
  readonly timeoutMs: Millis
}

export interface DeadMansSwitch extends SwitchTerms {
  readonly userId: string
  readonly subaccountId: string
  readonly renewedAt: Millis
  /** Time of the last firing; null after the second renewal since then, unless the firing is not complete. */
  readonly firedAt: Millis | null
  /** Scope of a firing that is not complete; null without one. A renewal does not change it. */
  readonly firing: SwitchScope | null
  /** When the sweeper works on it: at once while it fires, else at its next firing; null if it is not armed. */
  readonly dueAt: Millis | null
  /** 0 before it is stored. */
  readonly version: number
}

/** Time of the next firing, unless the switch is renewed; null after a firing. */
export const firesAt = ({
  renewedAt,
  timeoutMs,
  firedAt,
}: Pick<DeadMansSwitch, 'renewedAt' | 'timeoutMs' | 'firedAt'>): Millis | null =>
  firedAt === null || firedAt < renewedAt ? renewedAt + timeoutMs : null

/** Sets or renews the switch. A firing before this renewal shows until the next renewal, and as long as it is not complete. */
export const renewed = (
  found: DeadMansSwitch | null,
  of: Pick<DeadMansSwitch, 'userId' | 'subaccountId'>,
  terms: SwitchTerms,
  now: Millis,
): DeadMansSwitch => {
  const hasFired = found !== null && firesAt(found) === null
  return {
    ...found,
    ...of,
    ...terms,
    // Later than the firing, even if the clock of the firing run is ahead.
    renewedAt: hasFired ? Math.max(now, (found.firedAt ?? 0) + 1) : now,
    dueAt: found?.firing ? found.dueAt : now + terms.timeoutMs,
    // An incomplete firing continues with its own time.
    firedAt: hasFired || found?.firing ? found.firedAt : null,
    firing: found?.firing ?? null,
    version: found?.version ?? 0,
  }
}

/** Begins a firing, which is due until it is complete. The same object during a firing, and before its time. */
export const beginFiring = (found: DeadMansSwitch, now: Millis): DeadMansSwitch => {
  const at = firesAt(found)
  if (found.firing !== null || at === null || at > now) return found
  const { includeComplexOrders, halt } = found
  return { ...found, firedAt: now, firing: { includeComplexOrders, halt }, dueAt: now }
}

/** Ends a firing. Unless the switch was renewed meanwhile, it does nothing more until its renewal. */
export const endFiring = (found: DeadMansSwitch): DeadMansSwitch => ({ ...found, firing: null, dueAt: firesAt(found) })

/** The `cancel_reason` of orders that it cancels. */
export const DEAD_MANS_SWITCH = 'dead_mans_switch'
