/** How the invented events and markets are written down before they become a catalogue. */

import type { TagLabel } from './tags.ts'

/** Category that decides the fee (Polymarket reference, section 8.1). */
export type FeeCategory =
  | 'crypto'
  | 'sports'
  | 'finance'
  | 'politics'
  | 'mentions'
  | 'tech'
  | 'economics'
  | 'culture'
  | 'weather'
  | 'other'
  | 'geopolitics'

export interface MarketTemplate {
  /** The market's own part of the event: a name, a level. Empty where the event has one market only. */
  readonly item: string
  readonly question: string
  readonly rules: string
  /** The probability at the start, 0..1. */
  readonly mid: number
  /** Default Yes and No. */
  readonly outcomes?: readonly [string, string]
  /** Millionths; default 10,000. */
  readonly tick?: number
  readonly version?: 'v2'
  /** Text of Gamma and the CLOB in place of the version; null: none. */
  readonly announcedVersion?: string | null
  readonly secondsDelay?: number
  /** The placeholder of an event to which outcomes may be added. */
  readonly isOther?: boolean
}

export interface EventTemplate {
  readonly slug: string
  readonly title: string
  readonly category: FeeCategory
  readonly tags: readonly TagLabel[]
  readonly source: string
  /** Exactly one of the markets happens. */
  readonly negRisk?: boolean
  /** Outcomes may be added later. */
  readonly augmented?: boolean
  readonly startsAt: number
  readonly endsAt: number
  /** When the game begins, in sports. */
  readonly gameStartsAt?: number
  /** How far the price wanders per step, about 0.01 to 0.05. */
  readonly volatility: number
  readonly markets: readonly MarketTemplate[]
}

type Terms = Pick<MarketTemplate, 'tick' | 'version' | 'secondsDelay' | 'outcomes' | 'announcedVersion'>

/** An event's only market. */
export const single = (question: string, rules: string, mid: number, terms: Terms = {}): MarketTemplate[] => [
  { item: '', question, rules, mid, ...terms },
]

/** One market per name, mids as given. */
export const named = (
  names: readonly (readonly [name: string, mid: number])[],
  question: (name: string) => string,
  rules: (name: string) => string,
  terms: Terms = {},
): MarketTemplate[] =>
  names.map(([name, mid]) => ({ item: name, question: question(name), rules: rules(name), mid, ...terms }))

/** Markets "above x" around the expected value: the further above, the less likely. */
export const ladder = (options: {
  readonly values: readonly number[]
  readonly center: number
  readonly width: number
  readonly label: (value: number) => string
  readonly question: (label: string) => string
  readonly rules: (label: string) => string
  readonly terms?: Terms
}): MarketTemplate[] =>
  options.values.map((value) => {
    const label = options.label(value)
    const mid = 1 / (1 + Math.exp((value - options.center) / options.width))
    return { item: label, question: options.question(label), rules: options.rules(label), mid, ...options.terms }
  })

/** Markets "from a to b" that together cover everything, the outer two open-ended. */
export const buckets = (options: {
  readonly lowest: number
  readonly step: number
  readonly inner: number
  readonly center: number
  readonly width: number
  readonly unit: string
  readonly question: (label: string) => string
  readonly rules: (label: string) => string
}): MarketTemplate[] => {
  const { lowest, step, inner, center, width, unit } = options
  const below = (value: number): number => 1 / (1 + Math.exp((center - value) / width))
  const highest = lowest + inner * step
  const middle = Array.from({ length: inner }, (_, index) => {
    const from = lowest + index * step
    return [`${from}-${from + step - 1}${unit}`, below(from + step) - below(from)] as const
  })
  return named(
    [[`${lowest - 1}${unit} or below`, below(lowest)], ...middle, [`${highest}${unit} or higher`, 1 - below(highest)]],
    options.question,
    options.rules,
  )
}
