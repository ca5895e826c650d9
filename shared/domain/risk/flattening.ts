/** A request to leave everything that a subaccount has: it lasts until nothing of it can be left half done. */

import type { Price } from '../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'

/**
 * `cancels`: orders and complex orders are being cancelled. `closes`: they are cancelled, and closing orders are being
 * stored. `watches`: closing orders are stored, and cancelled orders may still fill while they leave their books.
 */
export const FLATTENING_STAGES = ['cancels', 'closes', 'watches'] as const

export interface Flattening {
  readonly userId: string
  readonly subaccountId: string
  /** The id of the request. The ids of its closing orders follow from it. */
  readonly flattenId: string
  readonly requestedAt: Millis
  /** How far from the best price a closing order may trade; null for the usual allowance. */
  readonly maxSlippage: Price | null
  /** Markets (svc_ids) whose trades settle before they can be closed; empty while all markets are looked at. */
  readonly awaited: readonly number[]
  /** A run that dies is repeated from here. */
  readonly stage: (typeof FLATTENING_STAGES)[number]
  /** The next look at whether cancelled orders have left something open. */
  readonly dueAt: Millis
  /** 0 before it is stored. */
  readonly version: number
}

/** How long the request itself has before the sweeper takes over. */
const ENDPOINT_GRACE = 35 * SECOND

/**
 * Longest time for cancelled orders to leave their books, and for trades to settle, before the flattening ends without
 * them.
 */
const PATIENCE = 10 * MINUTE

/** A new one takes the place of one that is under way: it covers all that is open now. */
export const newFlattening = (
  requested: Pick<Flattening, 'userId' | 'subaccountId' | 'flattenId' | 'maxSlippage'>,
  found: Pick<Flattening, 'version'> | null,
  now: Millis,
): Flattening => ({
  ...requested,
  requestedAt: now,
  awaited: [],
  stage: 'cancels',
  dueAt: now + ENDPOINT_GRACE,
  version: found?.version ?? 0,
})

/** Everything is cancelled: it is not cancelled again, because the orders that close are live orders too. */
export const recordCancelled = (one: Flattening): Flattening => ({ ...one, stage: 'closes' })

/** The orders that close are stored. */
export const recordClosing = (one: Flattening, now: Millis): Flattening => ({
  ...one,
  stage: 'watches',
  dueAt: now + 3 * SECOND,
})

/** Orders are still leaving. */
export const waitOn = (one: Flattening, now: Millis): Flattening => ({ ...one, dueAt: now + 5 * SECOND })

/** No order is leaving any more, and only these markets are left to close. */
export const awaitSettlement = (one: Flattening, svcIds: readonly number[], now: Millis): Flattening => ({
  ...waitOn(one, now),
  awaited: svcIds,
})

/** True if the flattening no longer waits for its orders. */
export const isGivenUp = ({ requestedAt }: Flattening, now: Millis): boolean => now > requestedAt + PATIENCE

/** The `cancel_reason` of orders that it cancels. */
export const FLATTENED = 'flatten'
