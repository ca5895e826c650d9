/** Price history in candles: trades here, and before them an invented past that ends at the first price. */

import type { EngineTrade } from '../ledger/engine-state.ts'
import { hashText } from './seeded-random.ts'

export interface Candle {
  /** The period ends here (exclusive start, inclusive end), in milliseconds. */
  readonly endsAt: number
  /** Null when nothing was traded. */
  readonly price: { open: number; high: number; low: number; close: number } | null
  readonly volume: number
}

export interface CandleHistory {
  readonly record: (trade: EngineTrade) => void
  /** Periods of `interval` that end within (from, to], ascending; those without any activity are left out. */
  readonly candles: (market: string, from: number, to: number, interval: number) => Candle[]
  readonly pastPrice: (market: string, at: number) => number
}

export interface Past {
  readonly opensAt: number
  readonly beganAt: number
  /** The price at which the past meets the present. */
  readonly mid: number
  readonly volumePerMinute: number
}

const MINUTE = 60_000
const MINUTES_KEPT = 5_000
const ONE = 1_000_000

export const createCandleHistory = (seed: number, pastOf: (market: string) => Past | undefined): CandleHistory => {
  const minutes = new Map<string, Map<number, Candle>>()

  const pastPrice = (market: string, at: number): number => {
    const past = pastOf(market)
    if (past === undefined) return ONE / 2
    const drift = wave(`${seed}:${market}`, at) - wave(`${seed}:${market}`, past.beganAt)
    const room = Math.min(past.mid, ONE - past.mid)
    return Math.round(Math.min(ONE - 10_000, Math.max(10_000, past.mid + drift * room)))
  }

  const pastCandle = (market: string, endsAt: number, interval: number, perMinute: number): Candle | null => {
    const luck = hashText(`${seed}:${market}:${interval}:${endsAt}`) / 2 ** 32
    const quiet = interval === MINUTE ? 0.8 : 0.05
    if (luck < quiet) return luck < quiet / 20 ? { endsAt, price: null, volume: 0 } : null
    const path = [0, 0.25, 0.5, 0.75, 1].map((part) => toCent(pastPrice(market, endsAt - interval * (1 - part))))
    const [open = 0, , , , close = 0] = path
    const price = { open, high: Math.max(...path), low: Math.min(...path), close }
    return { endsAt, price, volume: Math.max(1, Math.round(perMinute * (interval / MINUTE) * (0.3 + luck))) * ONE }
  }

  const livedCandle = (market: string, endsAt: number, interval: number): Candle | null => {
    const known = minutes.get(market)
    let candle: Candle | null = null
    for (let minute = endsAt - interval + MINUTE; known !== undefined && minute <= endsAt; minute += MINUTE) {
      const next = known.get(minute)
      if (next !== undefined) candle = candle === null ? { ...next, endsAt } : joined(candle, next)
    }
    return candle
  }

  return {
    pastPrice,
    record: ({ market, price, qty, at }) => {
      const known = minutes.get(market) ?? new Map<number, Candle>()
      minutes.set(market, known)
      const endsAt = Math.ceil(at / MINUTE) * MINUTE
      const next = { endsAt, price: { open: price, high: price, low: price, close: price }, volume: qty }
      const before = known.get(endsAt)
      known.set(endsAt, before === undefined ? next : joined(before, next))
      const [oldest] = known.keys()
      if (known.size > MINUTES_KEPT && oldest !== undefined) known.delete(oldest)
    },
    candles: (market, from, to, interval) => {
      const past = pastOf(market)
      if (past === undefined) return []
      const found: Candle[] = []
      const first = Math.max(from, past.opensAt)
      for (let endsAt = Math.ceil((first + 1) / interval) * interval; endsAt <= to; endsAt += interval) {
        const before = endsAt <= past.beganAt ? pastCandle(market, endsAt, interval, past.volumePerMinute) : null
        const candle = before ?? livedCandle(market, endsAt, interval)
        if (candle !== null) found.push(candle)
      }
      return found
    },
  }
}

const joined = (before: Candle, next: Candle): Candle => ({
  endsAt: before.endsAt,
  volume: before.volume + next.volume,
  price:
    before.price === null || next.price === null
      ? (before.price ?? next.price)
      : {
          open: before.price.open,
          high: Math.max(before.price.high, next.price.high),
          low: Math.min(before.price.low, next.price.low),
          close: next.price.close,
        },
})

const PERIODS = [
  [30 * 1440, 0.35],
  [7 * 1440, 0.2],
  [1440, 0.12],
  [240, 0.06],
  [30, 0.03],
  [5, 0.015],
] as const

/** Smooth noise over time, about -0.8..0.8: several waves of different length. */
const wave = (seed: string, at: number): number => {
  const begun = hashText(`${seed}:`)
  return PERIODS.reduce((sum, [period, height]) => {
    const position = at / (period * MINUTE)
    const whole = Math.floor(position)
    const part = position - whole
    const ease = part * part * (3 - 2 * part)
    const one = hashText(`${period}:${whole}`, begun) / 2 ** 31 - 1
    const other = hashText(`${period}:${whole + 1}`, begun) / 2 ** 31 - 1
    return sum + height * (one + (other - one) * ease)
  }, 0)
}

const toCent = (price: number): number => Math.min(990_000, Math.max(10_000, Math.round(price / 10_000) * 10_000))
