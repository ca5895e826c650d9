/** Invented events about crypto prices. */

import { DAY, dayName, dayStart, fullDay, HOUR, isoDay, yearOf, yearStart } from './calendar.ts'
import { type EventTemplate, ladder, named, single } from './templates.ts'

export const cryptoEvents = (start: number): EventTemplate[] => {
  const today = dayStart(start)
  const year = yearOf(start)
  const hour = Math.floor(start / HOUR) * HOUR
  return [
    ...[0, 1].map((day) => aboveEvent('Bitcoin', today + day * DAY + 17 * HOUR, 91_250, 1_000, 9, 1_400)),
    aboveEvent('Ethereum', today + DAY + 17 * HOUR, 3_020, 100, 6, 95),
    {
      ...cryptoBase,
      slug: `how-high-will-bitcoin-get-in-${year}`,
      title: `How high will Bitcoin get in ${year}?`,
      tags: ['Crypto', 'Bitcoin', 'Crypto Prices'],
      volatility: 0.02,
      startsAt: today - 310 * DAY,
      endsAt: yearStart(start, 1) + 5 * HOUR,
      markets: ladder({
        values: [100_000, 110_000, 120_000, 130_000, 150_000],
        center: 96_000,
        width: 11_000,
        label: (value) => `$${value.toLocaleString('en-US')}`,
        question: (label) => `Will Bitcoin trade above ${label} in ${year}?`,
        rules: (label) =>
          `This market will resolve to "Yes" if Bitcoin trades above ${label} before the end of ${year}.`,
        terms: { tick: 1_000 },
      }),
    },
    // One has ended, one is running, two come later.
    ...[-1, 0, 4, 30].map((hours): EventTemplate => {
      const endsAt = hour + hours * HOUR + HOUR
      const at = `${dayName(endsAt - HOUR)}, ${new Date(endsAt - HOUR).getUTCHours()}:00 UTC`
      return {
        ...cryptoBase,
        slug: `bitcoin-up-or-down-${isoDay(endsAt - HOUR)}-${new Date(endsAt - HOUR).getUTCHours()}`,
        title: `Bitcoin Up or Down - ${at}`,
        tags: ['Crypto', 'Bitcoin', 'Crypto Prices', 'Recurring'],
        volatility: 0.05,
        startsAt: endsAt - 25 * HOUR,
        endsAt,
        markets: single(
          `Bitcoin Up or Down - ${at}?`,
          'This market will resolve to "Up" if the price at the end of the hour is greater than or equal to the price at its beginning.',
          0.505,
          { outcomes: ['Up', 'Down'] },
        ),
      }
    }),
    {
      ...cryptoBase,
      slug: `new-all-time-highs-by-${year + 1}-03-31`,
      title: `New all time high by March 31, ${year + 1}?`,
      tags: ['Crypto', 'Crypto Prices'],
      volatility: 0.02,
      startsAt: today - 60 * DAY,
      endsAt: yearStart(start, 1) + 90 * DAY,
      markets: named(
        [
          ['Bitcoin', 0.18],
          ['Ethereum', 0.13],
          ['Solana', 0.09],
        ],
        (coin) => `${coin} all time high by March 31, ${year + 1}?`,
        (coin) => `This market will resolve to "Yes" if ${coin} trades above every earlier price.`,
      ),
    },
    {
      ...cryptoBase,
      slug: 'lumen-bridge-token-fdv-one-day-after-launch',
      title: 'Lumen Bridge FDV above ___ one day after launch?',
      tags: ['Crypto'],
      volatility: 0.02,
      startsAt: today - 25 * DAY,
      endsAt: yearStart(start, 2),
      markets: ladder({
        values: [200, 400, 800, 1_500],
        center: 460,
        width: 260,
        label: (value) => (value < 1_000 ? `$${value}M` : `$${value / 1_000}B`),
        question: (label) => `Lumen Bridge FDV above ${label} one day after launch?`,
        rules: (label) => `This market will resolve to "Yes" if the fully diluted valuation is greater than ${label}.`,
      }),
    },
    {
      ...cryptoBase,
      slug: `stablecoin-law-in-${year + 1}`,
      title: `Stablecoin law in force in ${year + 1}?`,
      tags: ['Crypto', 'Politics'],
      volatility: 0.015,
      startsAt: today - 9 * DAY,
      endsAt: yearStart(start, 2),
      markets: single(
        `Will the stablecoin law take effect in ${year + 1}?`,
        'This market will resolve to "Yes" if the law takes effect.',
        0.66,
        { version: 'v2' },
      ),
    },
  ]
}

const aboveEvent = (
  coin: 'Bitcoin' | 'Ethereum',
  endsAt: number,
  price: number,
  step: number,
  count: number,
  width: number,
): EventTemplate => {
  const lowest = Math.round(price / step) * step - Math.floor(count / 2) * step
  return {
    ...cryptoBase,
    slug: `${coin.toLowerCase()}-above-on-${isoDay(endsAt)}`,
    title: `${coin} above ___ on ${dayName(endsAt)}?`,
    tags: ['Crypto', coin, 'Crypto Prices', 'Recurring'],
    volatility: 0.045,
    startsAt: endsAt - 7 * DAY,
    endsAt,
    markets: ladder({
      values: Array.from({ length: count }, (_, index) => lowest + index * step),
      center: price,
      width,
      label: (value) => value.toLocaleString('en-US'),
      question: (label) => `Will the price of ${coin} be above $${label} on ${fullDay(endsAt)}?`,
      rules: (label) => `This market will resolve to "Yes" if the noon ET price of ${coin} is higher than $${label}.`,
      terms: { tick: 1_000 },
    }),
  }
}

const cryptoBase = {
  category: 'crypto',
  source: 'https://example.org/price-streams',
} as const
