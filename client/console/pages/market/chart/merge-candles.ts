/** Fewer candles of a longer, round period, each true to those it is made of. */

interface Candle {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** A period without a candle, which keeps its place in time. */
interface Gap {
  readonly timestamp: number
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

/** In seconds. A period begins at a time that people would name. */
const PERIODS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 4, 7, 14, 28].map((days) => days * DAY),
]

/** `candles` ascend. `ahead` are the seconds by which the clock of the reader is ahead of UTC: periods begin by that clock. */
export const mergeCandles = (candles: readonly Candle[], most: number, ahead = 0): readonly (Candle | Gap)[] => {
  const [first, last] = [candles[0], candles.at(-1)]
  if (first === undefined || last === undefined || first === last) return candles
  const period = periodOf(candles, (last.timestamp - first.timestamp) / most)
  const beginOf = (at: number): number => at - ((at + ahead) % period)
  const groups = new Map<number, Candle[]>()
  for (const candle of candles) {
    const begin = beginOf(candle.timestamp)
    const group = groups.get(begin)
    if (group === undefined) groups.set(begin, [candle])
    else group.push(candle)
  }
  const begin = beginOf(first.timestamp)
  return Array.from({ length: (beginOf(last.timestamp) - begin) / period + 1 }, (_, place) => {
    const timestamp = begin + place * period
    return merged(timestamp, groups.get(timestamp) ?? [])
  })
}

/** The shortest one that is not shorter than the candles, nor than `least` seconds. */
const periodOf = (candles: readonly Candle[], least: number): number => {
  const apart = candles.slice(1).map(({ timestamp }, before) => timestamp - (candles[before]?.timestamp ?? 0))
  const needed = Math.max(least, Math.min(...apart))
  return PERIODS.find((period) => period >= needed) ?? Math.ceil(least / DAY) * DAY
}

const merged = (timestamp: number, group: readonly Candle[]): Candle | Gap => {
  const [first, last] = [group[0], group.at(-1)]
  if (first === undefined || last === undefined) return { timestamp }
  return {
    timestamp,
    open: first.open,
    high: Math.max(...group.map(({ high }) => high)),
    low: Math.min(...group.map(({ low }) => low)),
    close: last.close,
  }
}
