/** Days, months and years of the invented events, and how their titles and slugs write them. */

// Made once: making a formatter takes much longer than using it.
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const FULL_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

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

/** "November 21" */
export const dayName = (at: number): string => DAY_FORMAT.format(at)

/** "November 21, 2026" */
export const fullDay = (at: number): string => FULL_DAY_FORMAT.format(at)

/** "November 2026" */
export const monthName = (at: number): string => MONTH_FORMAT.format(at)

/** "2026-11-21" */
export const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** "Will Bitcoin reach $100,000?" becomes "will-bitcoin-reach-100000". */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/(?<=\d)[,.](?=\d)/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
