/**
 * Follows prices with trailing stops. Where each stands is kept in memory, so that it fires from the best price that was seen, and is
 * stored now and then. A watch that dies loses what it had not stored: the next one goes on from the stored price.
 */

import { inFiringOrder } from '#domain/contingent/firing-order.ts'
import { firstReaching, isAfterArming } from '#domain/contingent/first-reaching.ts'
import { followed, hasMoved, nearer, type Trail, type Trailing } from '#domain/contingent/trailing.ts'
import { reaches } from '#domain/contingent/trigger-rule.ts'
import { largest, type Price, smallest } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { type MadeTrade, type Quote, type WatchedPrice, watchedPrice } from '#domain/markets/mark-price.ts'
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
  /** When the newest price was made that it has followed. */
  followedTo: Millis
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
  stop: FollowedStop,
  watched: WatchedPrice,
  now: Millis,
  followedTo = now,
): Crossing | null => {
  if (stop.trail === null) return fires(stop, stop.stopPrice, watched.price) ? watched : null
  const before = memory.trails.get(stop.complexOrderId)
  const { stands } = follow(memory, stop, stop.trail, watched.price, now)
  if (stands === null || !fires(stop, stands, watched.price)) {
    note(memory, stop, { followedTo: Math.max(before?.followedTo ?? 0, followedTo) })
    return null
  }
  // What has fired the stop fires it again, until it is gone.
  return { ...watched, stopPrice: stands }
}

type FollowedStop = Trailing & { readonly complexOrderId: string }

/** Where the stop stands once it has seen that price. */
const follow = (memory: WithTrails, stop: FollowedStop, trail: Trail, at: Price, now: Millis): TrailMemory => {
  const { complexOrderId, direction, stopPrice } = stop
  const known = memory.trails.get(complexOrderId)
  const stored = nearer(direction, stopPrice, known?.stored ?? null)
  const stands = followed({ ...stop, stopPrice: nearer(direction, stored, known?.stands ?? null) }, at)
  const { writtenAt, followedTo } = known ?? { writtenAt: 0, followedTo: now }
  const moved = { trail, stands, stored, writtenAt, seenAt: now, followedTo }
  memory.trails.set(complexOrderId, moved)
  return moved
}

const note = (
  { trails }: WithTrails,
  { complexOrderId }: Pick<FollowedStop, 'complexOrderId'>,
  change: Partial<TrailMemory>,
): void => {
  const known = trails.get(complexOrderId)
  if (known !== undefined) trails.set(complexOrderId, { ...known, ...change })
}

/** A stop that a price fires. */
export interface Firing {
  readonly stop: WatchedStop
  readonly crossing: Crossing
}

/** Those that the quote fires, or a trade that came and went. */
export const firingAt = (
  memory: WithTrails,
  stops: readonly WatchedStop[],
  quote: Quote,
  now: Millis,
): readonly Firing[] => {
  const past = pastCrossings(memory, quote.paused ? [] : (quote.trades ?? []), now)
  return stops.flatMap((stop) => {
    const crossed = stop.triggerPriceType === 'LAST' ? past(stop) : null
    if (crossed !== null) return [{ stop, crossing: crossed }]
    const watched = watchedPrice(quote, stop.triggerPriceType, stop.buyFlag, now)
    const crossing = watched === null ? null : crossingOf(memory, stop, watched, now, quote.lastTradeAt ?? now)
    return crossing === null ? [] : [{ stop, crossing }]
  })
}

interface ArmedStop extends FollowedStop {
  readonly armedAt: Millis | null
}

/** The first of these trades that fires a stop which watches the last trade; null: none of them. */
export const pastCrossings = (
  memory: WithTrails,
  trades: readonly MadeTrade[],
  now: Millis,
): ((stop: ArmedStop) => Crossing | null) => {
  if (trades.length === 0) return () => null
  const reached = firstReaching(trades)
  return (stop) => {
    const { stopPrice, trail } = stop
    if (trail !== null) return pastTrailing(memory, stop, trail, trades, now)
    const first = stopPrice === null ? null : reached({ ...stop, stopPrice })
    return first === null ? null : { price: first.price, source: 'last_trade' }
  }
}

/**
 * A stop that trails goes by the best trade since it was armed, whenever that is told. It fires by those only that are newer than every
 * price that it has followed: an older one may have come before the best.
 */
const pastTrailing = (
  memory: WithTrails,
  stop: ArmedStop,
  trail: Trail,
  trades: readonly MadeTrade[],
  now: Millis,
): Crossing | null => {
  const since = trades.filter((trade) => isAfterArming(trade, stop.armedAt))
  const { followedTo } = memory.trails.get(stop.complexOrderId) ?? { followedTo: now }
  const [older, newer] = [since.filter(({ at }) => at <= followedTo), since.filter(({ at }) => at > followedTo)]
  const prices = older.map(({ price }) => price)
  const [one, ...others] = prices
  if (one !== undefined) {
    const best = stop.direction === 'down' ? largest(one, ...others) : smallest(one, ...others)
    follow(memory, stop, trail, best, now)
  }
  for (const trade of newer) {
    const crossing = crossingOf(memory, stop, { price: trade.price, source: 'last_trade' }, now, trade.at)
    if (crossing !== null) return crossing
  }
  return null
}

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
  const noteOf = (change: Partial<TrailMemory>): void => note(deps.memory, { complexOrderId }, change)
  noteOf({ writtenAt: deps.clock() })
  await ratchetStop(deps, complexOrderId, stands).then(
    (stored) => {
      if (stored === 'not_armed') deps.memory.trails.delete(complexOrderId)
      else noteOf({ stored })
    },
    logged(deps.log, 'warn', 'where a trailing stop stands could not be stored; it is tried again', { complexOrderId }),
  )
}
