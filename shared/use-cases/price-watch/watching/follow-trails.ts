/**
 * Follows prices with trailing stops. Where each stands is kept in memory, so that it fires from the best price that was seen, and is
 * stored now and then. A watch that dies loses what it had not stored: the next one goes on from the stored price.
 */

import { inFiringOrder } from '#domain/contingent/firing-order.ts'
import { type Quote, type WatchedPrice, watchedPrice } from '#domain/contingent/mark-price.ts'
import { followed, hasMoved, nearer, type Trail, type Trailing } from '#domain/contingent/trailing.ts'
import { reaches } from '#domain/contingent/trigger-rule.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { WatchedStop } from '#ports/price-watch/watch-store.ts'
import { RATCHET_EVERY, type RatchetStopDeps, ratchetStop } from '../../contingent/fire/ratchet-stop.ts'
import { atOnce } from '../../kernel/at-once.ts'

export interface TrailMemory {
  readonly trail: Trail
  /** Where the stop stands by the best price seen; null: nowhere yet. */
  stands: Price | null
  /** Where it stands in the table, as far as is known. */
  stored: Price | null
  /** When it was last written, or tried to. */
  writtenAt: Millis
  seenAt: Millis
}

/** Where trailing stops stand, by complex order. */
export interface WithTrails {
  readonly trails: Map<string, TrailMemory>
}

/** A price that fires a stop. */
export interface Crossing extends WatchedPrice {
  /** Of a trailing stop: where it stands. */
  readonly stopPrice?: Price
}

const WRITES_AT_ONCE = 32
/** A stop that was not seen for so long has fired, was cancelled, or has no price to follow. */
const FORGET_AFTER = 10 * MINUTE

/** The price, if it fires the stop; null if it does not. A trailing stop follows it first. */
export const crossingOf = (
  memory: WithTrails,
  stop: Trailing & { readonly complexOrderId: string },
  watched: WatchedPrice,
  now: Millis,
): Crossing | null => {
  const { direction, stopPrice, trail } = stop
  if (trail === null) return fires(stop, stopPrice, watched.price) ? watched : null
  const known = memory.trails.get(stop.complexOrderId)
  const stored = nearer(direction, stopPrice, known?.stored ?? null)
  const stands = followed({ ...stop, stopPrice: nearer(direction, stored, known?.stands ?? null) }, watched.price)
  memory.trails.set(stop.complexOrderId, { trail, stands, stored, writtenAt: known?.writtenAt ?? 0, seenAt: now })
  return stands !== null && fires(stop, stands, watched.price) ? { ...watched, stopPrice: stands } : null
}

/** A stop that a price fires. */
export interface Firing {
  readonly stop: WatchedStop
  readonly crossing: Crossing
}

/** Those that the quote fires. */
export const firingAt = (
  memory: WithTrails,
  stops: readonly WatchedStop[],
  quote: Quote,
  now: Millis,
): readonly Firing[] =>
  stops.flatMap((stop) => {
    const watched = watchedPrice(quote, stop.triggerPriceType, stop.buyFlag, now)
    const crossing = watched === null ? null : crossingOf(memory, stop, watched, now)
    return crossing === null ? [] : [{ stop, crossing }]
  })

/** In the order in which they fire. */
export const sorted = (firing: readonly Firing[]): readonly Firing[] => {
  const places = new Map(inFiringOrder(firing.map(({ stop }) => stop)).map((stop, place) => [stop, place]))
  return firing.toSorted((one, other) => (places.get(one.stop) ?? 0) - (places.get(other.stop) ?? 0))
}

const fires = ({ direction }: Trailing, stopPrice: Price | null, at: Price): boolean =>
  stopPrice !== null && reaches({ direction, stopPrice }, at)

export interface StoreTrailsDeps extends RatchetStopDeps {
  readonly memory: WithTrails
  readonly log: Log
}

/** Stores where stops stand that have moved by a step or more: each at most once in five seconds. Never throws. */
export const storeTrails = async (deps: StoreTrailsDeps): Promise<void> => {
  const { trails } = deps.memory
  const now = deps.clock()
  for (const [complexOrderId, { seenAt }] of trails) if (now - seenAt >= FORGET_AFTER) trails.delete(complexOrderId)
  const due = [...trails].filter(
    ([, { trail, stored, stands, writtenAt }]) => hasMoved(trail, stored, stands) && now - writtenAt >= RATCHET_EVERY,
  )
  await atOnce(WRITES_AT_ONCE, due, ([complexOrderId, one]) => storeTrail(deps, complexOrderId, one))
}

const storeTrail = async (deps: StoreTrailsDeps, complexOrderId: string, known: TrailMemory): Promise<void> => {
  const { stands } = known
  if (stands === null) return
  // Prices go on while it is stored, and what was tried counts too.
  const note = (change: Partial<TrailMemory>): void => {
    const now = deps.memory.trails.get(complexOrderId)
    if (now !== undefined) deps.memory.trails.set(complexOrderId, { ...now, ...change })
  }
  note({ writtenAt: deps.clock() })
  await ratchetStop(deps, complexOrderId, stands).then(
    (stored) => {
      if (stored === 'not_armed') deps.memory.trails.delete(complexOrderId)
      else note({ stored })
    },
    logged(deps.log, 'warn', 'where a trailing stop stands could not be stored; it is tried again', { complexOrderId }),
  )
}
