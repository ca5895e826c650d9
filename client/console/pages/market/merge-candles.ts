/** Fewer candles of longer periods, each true to those it is made of. */

interface Candle {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** `candles` ascend. At most `most` are answered; the last may be of a shorter period. */
export const mergeCandles = (candles: readonly Candle[], most: number): readonly Candle[] => {
  const size = Math.ceil(candles.length / most)
  if (size <= 1) return candles
  return Array.from({ length: Math.ceil(candles.length / size) }, (_, place) =>
    merged(candles.slice(place * size, (place + 1) * size)),
  ).filter((candle) => candle !== null)
}

const merged = (group: readonly Candle[]): Candle | null => {
  const [first, last] = [group[0], group.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    timestamp: first.timestamp,
    open: first.open,
    high: Math.max(...group.map(({ high }) => high)),
    low: Math.min(...group.map(({ low }) => low)),
    close: last.close,
  }
}
