/** Keeps the levels of trailing stops in memory, so that a stop fires from the best price seen. */

import { isAfterArming } from '#domain/contingent/trigger/first-reaching.ts'
import { followed, hasMoved, nearer, type Trail, type Trailing } from '#domain/contingent/trigger/trailing.ts'
import { reaches } from '#domain/contingent/trigger/trigger-rule.ts'
import { largest, type Price, smallest } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { MadeTrade, WatchedPrice } from '#domain/markets/mark-price.ts'
import { RATCHET_EVERY } from '../../contingent/fire/ratchet-stop.ts'
import type { TriggerHit } from '../fire/send-trigger.ts'

/** A stop as the comparisons read it. */
export interface ComparedStop extends Trailing {
  readonly complexOrderId: string
}

export interface TrailingStop extends ComparedStop {
  readonly trail: Trail
}

interface TrailLevel {
  readonly trail: Trail
  /** Level by the best price seen; null before the first price. */
  readonly level: Price | null
  /** Level in the table, as far as this container has read or written it. */
  readonly stored: Price | null
  /** Time of the last attempt to store the level. */
  readonly writtenAt: Millis
  readonly seenAt: Millis
  /** Time of the newest price that the stop has followed. */
  readonly followedTo: Millis
}

/** Maximum time without a price. Such a stop has fired, was cancelled, or has no price to follow. */
const FORGET_AFTER = 10 * MINUTE

/** The trail levels of one container, by complex order. A container that dies loses the levels it has not stored. */
export class TrailLevels {
  readonly #levels = new Map<string, TrailLevel>()

  /** Moves the level of the stop by a price made at `madeAt`. Returns the hit if the price fires the stop. */
  hit(stop: TrailingStop, watched: WatchedPrice, now: Millis, madeAt: Millis): TriggerHit | null {
    const followedBefore = this.#levels.get(stop.complexOrderId)?.followedTo ?? 0
    const level = this.#follow(stop, watched.price, now)
    // A price that has fired the stop fires it again until the stop is gone.
    if (level !== null && reaches({ direction: stop.direction, stopPrice: level }, watched.price))
      return { ...watched, stopPrice: level }
    this.#change(stop.complexOrderId, { followedTo: Math.max(followedBefore, madeAt) })
    return null
  }

  /**
   * Moves the level by every trade since the stop was armed, however late a trade is reported. Returns the first hit. Only trades newer than
   * every price followed before can fire the stop: an older trade may have come before the best price.
   */
  hitByTrades(
    stop: TrailingStop & { readonly armedAt: Millis | null },
    trades: readonly MadeTrade[],
    now: Millis,
  ): TriggerHit | null {
    const sinceArming = trades.filter((trade) => isAfterArming(trade, stop.armedAt))
    const followedTo = this.#levels.get(stop.complexOrderId)?.followedTo ?? now
    const best = bestPrice(
      stop,
      sinceArming.filter(({ at }) => at <= followedTo),
    )
    if (best !== null) this.#follow(stop, best, now)
    for (const { price, at } of sinceArming.filter((trade) => trade.at > followedTo)) {
      const hit = this.hit(stop, { price, source: 'last_trade' }, now, at)
      if (hit !== null) return hit
    }
    return null
  }

  /** Forgets stops without a recent price. Returns the levels that moved by a step or more since they were stored. */
  dueForStorage(now: Millis): ReadonlyArray<{ readonly complexOrderId: string; readonly level: Price }> {
    for (const [id, { seenAt }] of this.#levels) if (now - seenAt >= FORGET_AFTER) this.#levels.delete(id)
    return [...this.#levels].flatMap(([complexOrderId, { trail, stored, level, writtenAt }]) =>
      level !== null && hasMoved(trail, stored, level) && now - writtenAt >= RATCHET_EVERY
        ? [{ complexOrderId, level }]
        : [],
    )
  }

  /** Records an attempt to store the level, successful or not. */
  recordWrite(complexOrderId: string, writtenAt: Millis): void {
    this.#change(complexOrderId, { writtenAt })
  }

  recordStored(complexOrderId: string, stored: Price | null): void {
    this.#change(complexOrderId, { stored })
  }

  forget(complexOrderId: string): void {
    this.#levels.delete(complexOrderId)
  }

  /** Returns the level after the price. */
  #follow(stop: TrailingStop, price: Price, now: Millis): Price | null {
    const { complexOrderId, direction, stopPrice, trail } = stop
    const known = this.#levels.get(complexOrderId)
    const stored = nearer(direction, stopPrice, known?.stored ?? null)
    const level = followed({ ...stop, stopPrice: nearer(direction, stored, known?.level ?? null) }, price)
    const { writtenAt, followedTo } = known ?? { writtenAt: 0, followedTo: now }
    this.#levels.set(complexOrderId, { trail, level, stored, writtenAt, seenAt: now, followedTo })
    return level
  }

  #change(complexOrderId: string, change: Partial<TrailLevel>): void {
    const known = this.#levels.get(complexOrderId)
    if (known !== undefined) this.#levels.set(complexOrderId, { ...known, ...change })
  }
}

const bestPrice = ({ direction }: TrailingStop, trades: readonly MadeTrade[]): Price | null => {
  const [first, ...others] = trades.map(({ price }) => price)
  if (first === undefined) return null
  return direction === 'down' ? largest(first, ...others) : smallest(first, ...others)
}
