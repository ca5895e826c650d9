/** Invented series about crypto prices and commodities; they live on shard 2. */

import {
  DAY,
  dayCode,
  dayName,
  dayStart,
  type EventTemplate,
  HOUR,
  ladder,
  type SeriesTemplate,
  yearOf,
  yearStart,
} from './templates.ts'

export const cryptoSeries = (start: number): SeriesTemplate[] => {
  const today = dayStart(start)
  const hour = Math.floor(start / HOUR) * HOUR
  return [
    {
      ...cryptoBase,
      ticker: 'KXBTCD',
      title: 'Bitcoin price at an hour',
      tags: ['BTC', 'Hourly'],
      frequency: 'hourly',
      volatility: 0.05,
      events: [-3, 0, 4, 30].map((hours) => coinEvent('Bitcoin', hour + hours * HOUR + HOUR, 91_250, 500, 7, 700)),
    },
    {
      ...cryptoBase,
      ticker: 'KXETHD',
      title: 'Ethereum price at an hour',
      tags: ['ETH', 'Hourly'],
      frequency: 'hourly',
      volatility: 0.05,
      events: [4, 30].map((hours) => coinEvent('Ethereum', hour + hours * HOUR + HOUR, 3_020, 40, 6, 55)),
    },
    {
      ...cryptoBase,
      ticker: 'KXBTCMAXY',
      title: 'How high will Bitcoin get this year?',
      tags: ['BTC', 'Annual'],
      frequency: 'annual',
      volatility: 0.02,
      events: [
        {
          suffix: `${yearOf(start) % 100}`,
          title: 'How high will Bitcoin get this year?',
          subTitle: `Before ${dayName(yearStart(start, 1))}`,
          opensAt: today - 300 * DAY,
          closesAt: yearStart(start, 1) + 5 * HOUR,
          exclusive: false,
          markets: ladder({
            values: [100_000, 110_000, 120_000, 130_000, 150_000],
            center: 96_000,
            width: 11_000,
            label: (value) => `Above $${value.toLocaleString('en-US')}`,
            title: (label) => `Will Bitcoin trade ${label.toLowerCase()} this year?`,
            rules: (label) =>
              `If Bitcoin trades ${label.toLowerCase()} before the end of the year, the market resolves to Yes.`,
            grid: 'deci_cent',
          }),
        },
      ],
    },
    {
      ...cryptoBase,
      ticker: 'KXWTI',
      title: 'Oil price at the close',
      category: 'Commodities',
      tags: ['Oil', 'Daily'],
      frequency: 'daily',
      volatility: 0.04,
      source: { name: 'Exchange settlement price', url: 'https://www.cmegroup.com' },
      events: [0, 2].map((day) => {
        const close = today + day * DAY + 19 * HOUR + 30 * 60_000
        return {
          suffix: dayCode(close),
          title: 'WTI oil price at the close?',
          subTitle: `On ${dayName(close)}`,
          opensAt: close - 3 * DAY,
          closesAt: close,
          exclusive: false,
          markets: ladder({
            values: [57, 58, 59, 60, 61],
            center: 58.9,
            width: 0.9,
            label: (value) => `$${value} or above`,
            title: (label) => `Will WTI oil settle at ${label}?`,
            rules: (label) => `If WTI crude settles at ${label} on ${dayName(close)}, the market resolves to Yes.`,
          }),
        }
      }),
    },
  ]
}

const cryptoBase = {
  category: 'Crypto',
  shard: 2,
  source: { name: 'CF Benchmarks', url: 'https://www.cfbenchmarks.com' },
  secondaryRules: 'The average of the last sixty seconds before the hour decides.',
} as const

const coinEvent = (
  coin: string,
  closesAt: number,
  price: number,
  step: number,
  count: number,
  width: number,
): EventTemplate => {
  const lowest = Math.round(price / step) * step - Math.floor(count / 2) * step
  const hour = String(new Date(closesAt - 5 * HOUR).getUTCHours()).padStart(2, '0')
  return {
    suffix: `${dayCode(closesAt - 5 * HOUR)}${hour}`,
    title: `${coin} price on ${dayName(closesAt - 5 * HOUR)} at ${hour}:00 EST?`,
    subTitle: `${dayName(closesAt - 5 * HOUR)} at ${hour}:00 EST`,
    opensAt: closesAt - 34 * HOUR,
    closesAt,
    exclusive: false,
    markets: ladder({
      values: Array.from({ length: count }, (_, index) => lowest + index * step - 0.01),
      center: price,
      width,
      label: (value) => `$${Math.round(value).toLocaleString('en-US')} or above`,
      title: (label) => `Will ${coin} be ${label}?`,
      rules: (label) => `If the price of ${coin} is ${label} at the stated hour, the market resolves to Yes.`,
      grid: 'deci_cent',
    }),
  }
}
