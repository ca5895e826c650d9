/**
 * Decides whether a user may place more, by counting stored objects: there is no counter that a crash could make wrong.
 * A count that finds much room is good for a while and for a part of that room, so that few requests count.
 */

import { overQuota, type QuotaLimits } from '#domain/accounts/quotas.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'

/** The quotas that are counted in a history without end. */
export type PlacedQuota = 'open_orders' | 'open_complex_orders' | 'unsent_orders_per_account'

/**
 * Null if `wanted` more may be placed; else the refusal. Takes nothing where it refuses. `owner` is the user, or the
 * name of the exchange account (`accountName`) where the quota is one of each account.
 */
export type RoomFor = (owner: string, quota: PlacedQuota, requested: number) => Promise<Problem | null>

export interface RoomKeeperDeps {
  readonly limits: QuotaLimits
  /** How many the owner has now. May lag by a moment. */
  readonly count: Readonly<Record<PlacedQuota, (owner: string) => Promise<number>>>
  readonly clock: Clock
}

/** A count is good for one part in so many of the room it found. As many containers may count at the same moment. */
const PARTS = 20

const GOOD_FOR = MINUTE

/** A full quota is not counted again before. */
const FULL_FOR = SECOND

/** Owners remembered at most; forgetting one costs a count. */
const KEPT = 10_000

interface Grant {
  readonly left: number
  readonly until: Millis
  readonly full: boolean
}

/** For one container. Requests at the same moment in many containers can pass the limit by about as many. */
export const roomKeeper = ({ limits, count, clock }: RoomKeeperDeps): RoomFor => {
  const grants = new Map<string, Grant>()
  return async (owner, quota, needed) => {
    if (needed === 0) return null
    const key = `${quota} ${owner}`
    const known = grants.get(key)
    const isGood = known !== undefined && clock() < known.until
    if (isGood && known.full) return overQuota(quota, limits[quota])
    if (isGood && known.left >= needed) {
      grants.set(key, { ...known, left: known.left - needed })
      return null
    }
    const room = limits[quota] - (await count[quota](owner))
    if (room < needed) {
      keepNewest(grants, key, { left: 0, until: clock() + FULL_FOR, full: room <= 0 }, KEPT)
      return overQuota(quota, limits[quota])
    }
    const left = Math.floor((room - needed) / PARTS)
    keepNewest(grants, key, { left, until: clock() + GOOD_FOR, full: false }, KEPT)
    return null
  }
}
