/** Invented events about the economy and financial markets. */

import {
  DAY,
  dayName,
  dayStart,
  fullDay,
  HOUR,
  isoDay,
  monthName,
  monthStart,
  slugOf,
  yearOf,
  yearStart,
} from './calendar.ts'
import { type EventTemplate, ladder, named, single } from './templates.ts'

export const economyEvents = (start: number): EventTemplate[] => {
  const today = dayStart(start)
  const year = yearOf(start)
  const next = monthStart(start, 1)
  const release = next + 11 * DAY + 13 * HOUR + 25 * 60_000
  const meeting = next + 17 * DAY + 18 * HOUR + 55 * 60_000
  const weekEnd = today + 6 * DAY + 21 * HOUR
  const month = monthName(start)
  return [
    {
      ...economyBase,
      slug: `fed-funds-rate-after-the-${slugOf(monthName(meeting))}-meeting`,
      title: `Fed funds rate after the ${monthName(meeting)} meeting?`,
      tags: ['Economy', 'Fed'],
      source: 'https://www.federalreserve.gov',
      startsAt: today - 65 * DAY,
      endsAt: meeting,
      markets: ladder({
        values: [2.75, 3, 3.25, 3.5, 3.75, 4],
        center: 3.3,
        width: 0.14,
        label: (value) => `${value.toFixed(2)}%`,
        question: (label) => `Will the federal funds rate be above ${label} after the ${monthName(meeting)} meeting?`,
        rules: (label) => `This market will resolve to "Yes" if the upper bound of the target range is above ${label}.`,
        terms: { tick: 1_000 },
      }),
    },
    {
      ...economyBase,
      slug: `inflation-in-${slugOf(month)}`,
      title: `Inflation in ${month} (annual)?`,
      tags: ['Economy', 'Inflation'],
      source: 'https://www.bls.gov',
      volatility: 0.02,
      startsAt: today - 26 * DAY,
      endsAt: release,
      markets: ladder({
        values: [2.4, 2.5, 2.6, 2.7, 2.8, 2.9],
        center: 2.66,
        width: 0.08,
        label: (value) => `${value}%`,
        question: (label) => `Will CPI inflation be above ${label} in ${month}?`,
        rules: (label) =>
          `This market will resolve to "Yes" if the CPI rises by more than ${label} over twelve months.`,
      }),
    },
    {
      ...economyBase,
      slug: `jobs-added-in-${slugOf(month)}`,
      title: `How many jobs added in ${month}?`,
      tags: ['Economy'],
      source: 'https://www.bls.gov',
      volatility: 0.025,
      negRisk: true,
      startsAt: today - 19 * DAY,
      endsAt: next + 4 * DAY + 13 * HOUR + 25 * 60_000,
      markets: named(
        [
          ['less than 25k', 0.2],
          ['25k-50k', 0.18],
          ['50k-75k', 0.21],
          ['75k-100k', 0.19],
          ['more than 100k', 0.22],
        ],
        (range) => `Will ${range} jobs be added in ${month}?`,
        (range) => `This market will resolve to "Yes" if total nonfarm payrolls change by ${range}.`,
      ),
    },
    {
      ...economyBase,
      slug: `recession-by-end-of-${yearOf(monthStart(start, 14))}`,
      title: `Recession by end of ${yearOf(monthStart(start, 14))}?`,
      tags: ['Economy'],
      volatility: 0.01,
      startsAt: today - 150 * DAY,
      endsAt: monthStart(start, 14),
      markets: single(
        `Will there be a recession before ${fullDay(monthStart(start, 14))}?`,
        'This market will resolve to "Yes" if real GDP falls in two consecutive quarters.',
        0.23,
        { version: 'v2' },
      ),
    },
    {
      ...economyBase,
      slug: `largest-company-end-of-${slugOf(month)}`,
      title: `Largest company end of ${month}?`,
      category: 'finance',
      tags: ['Finance', 'Business', 'Stocks'],
      negRisk: true,
      startsAt: today - 20 * DAY,
      endsAt: next,
      markets: named(
        [
          ['Norvik', 0.74],
          ['Apex Systems', 0.15],
          ['Maple Devices', 0.08],
          ['Helios Energy', 0.03],
        ],
        (name) => `Will ${name} be the largest company in the world by market cap on ${fullDay(next - DAY)}?`,
        (name) => `This market will resolve to "Yes" if ${name} has the highest market capitalization at the close.`,
        { tick: 1_000 },
      ),
    },
    {
      ...economyBase,
      slug: `sp-500-close-on-${isoDay(weekEnd)}`,
      title: `S&P 500 (SPX) closes above ___ on ${dayName(weekEnd)}?`,
      category: 'finance',
      tags: ['Finance', 'Stocks'],
      volatility: 0.05,
      startsAt: weekEnd - 8 * DAY,
      endsAt: weekEnd,
      markets: ladder({
        values: [6_650, 6_700, 6_750, 6_800, 6_850],
        center: 6_768,
        width: 45,
        label: (value) => value.toLocaleString('en-US'),
        question: (label) => `Will the S&P 500 close above ${label} on ${fullDay(weekEnd)}?`,
        rules: (label) => `This market will resolve to "Yes" if the official closing value is above ${label}.`,
      }),
    },
    {
      ...economyBase,
      slug: `sp-500-up-or-down-on-${isoDay(today + DAY)}`,
      title: `S&P 500 Up or Down on ${dayName(today + DAY)}?`,
      category: 'finance',
      tags: ['Finance', 'Stocks', 'Recurring'],
      volatility: 0.05,
      startsAt: today - DAY,
      endsAt: today + DAY + 21 * HOUR,
      markets: single(
        `S&P 500 Up or Down on ${fullDay(today + DAY)}?`,
        'This market will resolve to "Up" if the index closes higher than on the trading day before.',
        0.54,
        { outcomes: ['Up', 'Down'], tick: 2_500 },
      ),
    },
    {
      ...economyBase,
      slug: `gold-above-end-of-${slugOf(month)}`,
      title: `Gold (GC) above ___ end of ${month}?`,
      category: 'finance',
      tags: ['Finance', 'Commodities'],
      volatility: 0.03,
      startsAt: today - 20 * DAY,
      endsAt: next,
      markets: ladder({
        values: [4_000, 4_100, 4_200, 4_300],
        center: 4_120,
        width: 70,
        label: (value) => `$${value.toLocaleString('en-US')}`,
        question: (label) => `Will gold settle above ${label} at the end of ${month}?`,
        rules: (label) => `This market will resolve to "Yes" if the front contract settles above ${label}.`,
      }),
    },
    {
      ...economyBase,
      slug: `ipos-before-${year + 1}-07-01`,
      title: `IPOs before July ${year + 1}?`,
      category: 'finance',
      tags: ['Finance', 'Business'],
      startsAt: today - 80 * DAY,
      endsAt: yearStart(start, 1) + 181 * DAY,
      markets: named(
        [
          ['Stellar Freight', 0.36],
          ['Quill Payments', 0.57],
          ['Tern Robotics', 0.21],
        ],
        (name) => `${name} IPO before July ${year + 1}?`,
        (name) => `This market will resolve to "Yes" if shares of ${name} begin trading on an exchange.`,
      ),
    },
  ]
}

const economyBase = {
  category: 'economics',
  source: 'https://example.org/figures',
  volatility: 0.015,
} as const
