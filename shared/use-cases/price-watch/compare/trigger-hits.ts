/** Finds the armed stops that a quote fires, or a trade of the last minutes. */

import { inFiringOrder } from '#domain/contingent/trigger/firing-order.ts'
import { firstReaching } from '#domain/contingent/trigger/first-reaching.ts'
import { reaches } from '#domain/contingent/trigger/trigger-rule.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { type MadeTrade, type Quote, type WatchedPrice, watchedPrice } from '#domain/markets/mark-price.ts'
import type { WatchedStop } from '#ports/price-watch/watch-store.ts'
import type { TriggerHit } from '../fire/send-trigger.ts'
import type { ComparedStop, TrailLevels } from './trail-levels.ts'

/** A stop with the price that fires it. */
export interface TriggeredStop {
  readonly stop: WatchedStop
  readonly hit: TriggerHit
}

/** Returns the stops that the quote or one of its trades fires, in firing order. Moves the levels of trailing stops. */
export const triggeredStops = (
  trails: TrailLevels,
  stops: readonly WatchedStop[],
  quote: Quote,
  now: Millis,
): readonly TriggeredStop[] => {
  const pastHit = pastHits(trails, quote.paused ? [] : (quote.trades ?? []), now)
  const triggered = stops.flatMap((stop) => {
    const past = stop.triggerPriceType === 'LAST' ? pastHit(stop) : null
    if (past !== null) return [{ stop, hit: past }]
    const watched = watchedPrice(quote, stop.triggerPriceType, stop.buyFlag, now)
    const hit = watched === null ? null : hitBy(trails, stop, watched, now, quote.lastTradeAt ?? now)
    return hit === null ? [] : [{ stop, hit }]
  })
  return inOrder(triggered)
}

/** Returns the hit if the price, made at `madeAt`, fires the stop. A trailing stop first follows the price. */
export const hitBy = (
  trails: TrailLevels,
  stop: ComparedStop,
  watched: WatchedPrice,
  now: Millis,
  madeAt: Millis = now,
): TriggerHit | null => {
  const { trail, direction, stopPrice } = stop
  if (trail !== null) return trails.hit({ ...stop, trail }, watched, now, madeAt)
  return stopPrice !== null && reaches({ direction, stopPrice }, watched.price) ? watched : null
}

/** Returns a function that finds the first of these trades that fires a stop on the last trade. */
export const pastHits = (
  trails: TrailLevels,
  trades: readonly MadeTrade[],
  now: Millis,
): ((stop: ComparedStop & { readonly armedAt: Millis | null }) => TriggerHit | null) => {
  if (trades.length === 0) return () => null
  const reached = firstReaching(trades)
  return (stop) => {
    const { stopPrice, trail } = stop
    if (trail !== null) return trails.hitByTrades({ ...stop, trail }, trades, now)
    const first = stopPrice === null ? null : reached({ ...stop, stopPrice })
    return first === null ? null : { price: first.price, source: 'last_trade' }
  }
}

const inOrder = (triggered: readonly TriggeredStop[]): readonly TriggeredStop[] => {
  const places = new Map(inFiringOrder(triggered.map(({ stop }) => stop)).map((stop, place) => [stop, place]))
  return triggered.toSorted((one, other) => (places.get(one.stop) ?? 0) - (places.get(other.stop) ?? 0))
}
