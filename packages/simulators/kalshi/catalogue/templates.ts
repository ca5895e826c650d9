/** How the invented series, events and markets are written down before they become a catalogue. */

import type { PriceGrid } from '../markets/price-grids.ts'
import type { FeeTerms } from '../orders/fees.ts'

// Made once: making a formatter takes much longer than using it.
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export interface MarketTemplate {
  readonly suffix: string
  readonly yes: string
  readonly title: string
  readonly rules: string
  /** The probability at the start, 0..1. */
  readonly mid: number
  readonly grid?: PriceGrid
  readonly strike?: { readonly type: string; readonly floor?: number; readonly cap?: number }
}

export interface EventTemplate {
  readonly suffix: string
  readonly title: string
  readonly subTitle: string
  readonly opensAt: number
  readonly closesAt: number
  readonly exclusive: boolean
  readonly markets: readonly MarketTemplate[]
  /** Trading is paused when the simulator starts. */
  readonly paused?: boolean
}

export interface SeriesTemplate {
  readonly ticker: string
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  readonly frequency: string
  readonly shard: number
  readonly fees?: FeeTerms
  readonly source: { readonly name: string; readonly url: string }
  readonly secondaryRules: string
  /** How far the price wanders per step, about 0.01 to 0.05. */
  readonly volatility: number
  readonly events: readonly EventTemplate[]
}

/** Markets "above x" around the expected value: the further above, the less likely. */
export const ladder = (options: {
  readonly values: readonly number[]
  readonly center: number
  readonly width: number
  readonly label: (value: number) => string
  readonly title: (label: string) => string
  readonly rules: (label: string) => string
  readonly grid?: PriceGrid
}): MarketTemplate[] =>
  options.values.map((value) => {
    const label = options.label(value)
    return {
      suffix: `T${value}`,
      yes: label,
      title: options.title(label),
      rules: options.rules(label),
      mid: 1 / (1 + Math.exp((value - options.center) / options.width)),
      strike: { type: 'greater', floor: value },
      ...(options.grid === undefined ? {} : { grid: options.grid }),
    }
  })

/** Markets "from a to b" that together cover everything, the outer two open-ended. */
export const buckets = (options: {
  readonly lowest: number
  readonly step: number
  readonly inner: number
  readonly center: number
  readonly width: number
  readonly unit: string
  readonly title: (label: string) => string
  readonly rules: (label: string) => string
}): MarketTemplate[] => {
  const { lowest, step, inner, center, width, unit } = options
  const below = (value: number): number => 1 / (1 + Math.exp((center - value) / width))
  const highest = lowest + inner * step
  const make = (suffix: string, yes: string, mid: number, strike: MarketTemplate['strike']): MarketTemplate => ({
    suffix,
    yes,
    title: options.title(yes),
    rules: options.rules(yes),
    mid,
    ...(strike === undefined ? {} : { strike }),
  })
  return [
    make(`T${lowest}`, `${lowest - 1}${unit} or below`, below(lowest), { type: 'less', cap: lowest }),
    ...Array.from({ length: inner }, (_, index) => {
      const from = lowest + index * step
      const to = from + step - 1
      const label = `${from}${unit} to ${to}${unit}`
      const strike = { type: 'between', floor: from, cap: to }
      return make(`B${from + (step - 1) / 2}`, label, below(from + step) - below(from), strike)
    }),
    make(`T${highest - 1}`, `${highest}${unit} or above`, 1 - below(highest), { type: 'greater', floor: highest - 1 }),
  ]
}

/** One market per name, mids in the given shares. */
export const named = (
  names: readonly (readonly [suffix: string, name: string, mid: number])[],
  title: (name: string) => string,
  rules: (name: string) => string,
  grid?: PriceGrid,
): MarketTemplate[] =>
  names.map(([suffix, name, mid]) => ({
    suffix,
    yes: name,
    title: title(name),
    rules: rules(name),
    mid,
    strike: { type: 'structured' },
    ...(grid === undefined ? {} : { grid }),
  }))

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** "26NOV21" */
export const dayCode = (at: number): string => {
  const date = new Date(at)
  const day = String(date.getUTCDate()).padStart(2, '0')
  return `${String(date.getUTCFullYear()).slice(2)}${MONTHS[date.getUTCMonth()]}${day}`
}

/** "26NOV" */
export const monthCode = (at: number): string => dayCode(at).slice(0, 5)

/** "Nov 21, 2026" */
export const dayName = (at: number): string => DAY_FORMAT.format(at)

/** "November 2026" */
export const monthName = (at: number): string => MONTH_FORMAT.format(at)

/** The first instant of the UTC day. */
export const dayStart = (at: number): number => Math.floor(at / DAY) * DAY

/** The first instant of the month that lies `months` ahead. */
export const monthStart = (at: number, months: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

/** The first instant of the year that lies `years` ahead. */
export const yearStart = (at: number, years: number): number => Date.UTC(new Date(at).getUTCFullYear() + years, 0, 1)

export const yearOf = (at: number): number => new Date(at).getUTCFullYear()
