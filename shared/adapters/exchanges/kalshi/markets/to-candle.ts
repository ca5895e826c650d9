/** A candle of Kalshi as one of this service. */

import { SECOND } from '#domain/kernel/time.ts'
import type { Candle } from '#domain/markets/price-series.ts'
import type { WireCandle } from '../http/wire.ts'
import { toPrice, toQty } from '../http/wire-values.ts'

/**
 * Returns a candle of `length` milliseconds; null if nothing was traded in it. The exchange names its end (section
 * 5.4).
 */
export const toCandle = (wire: WireCandle, length: number): Candle | null => {
  const { open, high, low, close } = wire
  if (!open || !high || !low || !close) return null
  return {
    from: wire.end_period_ts * SECOND - length,
    open: toPrice('price.open', open),
    high: toPrice('price.high', high),
    low: toPrice('price.low', low),
    close: toPrice('price.close', close),
    volume: toQty('volume', wire.volume || '0'),
  }
}
