/** Sizes of a signer's token buckets, by the tier that answers name (Polymarket reference, section 8.3). */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { BucketSize } from '../../http/rate-budget.ts'

export interface TradingLimits {
  readonly orders: BucketSize
  readonly cancels: BucketSize
}

export interface KnownTiers {
  /** Returns the limits of the Standard tier until an answer names another: they hold for every account. */
  of(accountKey: string): TradingLimits
  /** Stores the tier that an answer names, in lower case. An unknown tier counts as Standard. */
  record(accountKey: string, tier: string): void
}

/** Begins empty, and is private to this process. */
export const knownTiers = (): KnownTiers => {
  const known = new Map<string, TradingLimits>()
  return {
    of: (accountKey) => known.get(accountKey) ?? STANDARD,
    record: (accountKey, tier) => keepNewest(known, accountKey, TIERS[tier] ?? STANDARD, MOST_ACCOUNTS),
  }
}

/** More than the accounts that a container serves. */
const MOST_ACCOUNTS = 1_000

const limits = (orders: readonly [number, number], cancels: readonly [number, number]): TradingLimits => ({
  orders: { perSecond: orders[0], capacity: orders[1] },
  cancels: { perSecond: cancels[0], capacity: cancels[1] },
})

const STANDARD = limits([40, 60], [80, 120])

/**
 * Refill a second, and burst, by the name of the tier in lower case. Platinum and Diamond are from a third party's copy
 * of the exchange's page on trading rate limits. Its other rows equal the reference.
 */
export const TIERS: Readonly<Record<string, TradingLimits>> = {
  standard: STANDARD,
  copper: limits([60, 90], [120, 180]),
  bronze: limits([80, 120], [160, 240]),
  silver: limits([200, 300], [400, 600]),
  gold: limits([400, 600], [800, 1_200]),
  platinum: limits([450, 675], [900, 1_350]),
  diamond: limits([525, 787], [1_050, 1_575]),
  elite: limits([600, 900], [1_200, 1_800]),
}
