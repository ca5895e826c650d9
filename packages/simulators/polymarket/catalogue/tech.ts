/** Invented events about technology, science and health. */

import { DAY, dayStart, fullDay, HOUR, isoDay, monthName, monthStart, slugOf, yearOf, yearStart } from './calendar.ts'
import { type EventTemplate, ladder, named, single } from './templates.ts'

export const techEvents = (start: number): EventTemplate[] => {
  const today = dayStart(start)
  const year = yearOf(start)
  const next = monthStart(start, 1)
  return [
    {
      ...techBase,
      slug: `best-language-model-end-of-${slugOf(monthName(start))}`,
      title: `Which company has the best language model end of ${monthName(start)}?`,
      tags: ['Tech', 'AI'],
      negRisk: true,
      startsAt: today - 28 * DAY,
      endsAt: next + 17 * HOUR,
      markets: named(
        [
          ['Northlight', 0.61],
          ['Parallel Labs', 0.22],
          ['Meridian', 0.12],
          ['Quanta', 0.05],
        ],
        (name) => `Will ${name} have the best language model at the end of ${monthName(start)}?`,
        (name) => `This market will resolve to "Yes" if a model of ${name} leads the public ranking.`,
      ),
    },
    {
      ...techBase,
      slug: `released-by-${year + 1}-06-30`,
      title: `What will be released before July ${year + 1}?`,
      tags: ['Tech'],
      startsAt: today - 50 * DAY,
      endsAt: yearStart(start, 1) + 181 * DAY,
      markets: named(
        [
          ['Folding tablet', 0.34],
          ['Smart glasses', 0.71],
          ['Home robot', 0.16],
        ],
        (thing) => `Will Maple Devices release a ${thing.toLowerCase()} before July ${year + 1}?`,
        (thing) => `This market will resolve to "Yes" if a ${thing.toLowerCase()} can be bought by the public.`,
      ),
    },
    {
      ...techBase,
      slug: `chip-export-licence-${year + 1}`,
      title: 'Chip export licence granted?',
      tags: ['Tech', 'Business'],
      startsAt: today - 8 * DAY,
      endsAt: yearStart(start, 1) + 90 * DAY,
      markets: single(
        `Will Norvik be granted its export licence by March ${year + 1}?`,
        'This market will resolve to "Yes" if the licence is granted.',
        0.48,
        { version: 'v2' },
      ),
    },
    {
      ...techBase,
      slug: `orbital-launches-in-${year}`,
      title: `How many orbital launches in ${year}?`,
      category: 'other',
      tags: ['Science', 'Space'],
      source: 'https://example.org/launch-log',
      startsAt: today - 290 * DAY,
      endsAt: yearStart(start, 1) + 5 * HOUR,
      markets: ladder({
        values: [300, 310, 320, 330, 340],
        center: 321,
        width: 8,
        label: (value) => `${value}`,
        question: (label) => `Will there be more than ${label} orbital launches in ${year}?`,
        rules: (label) => `This market will resolve to "Yes" if the launch log counts more than ${label} launches.`,
      }),
    },
    {
      ...techBase,
      slug: `strong-earthquake-in-${slugOf(monthName(next))}`,
      title: `Strong earthquake in ${monthName(next)}?`,
      category: 'other',
      tags: ['Science'],
      source: 'https://www.usgs.gov',
      // Not open yet: known to Gamma, without a book.
      startsAt: next,
      endsAt: monthStart(start, 2),
      markets: named(
        [
          ['7.0 or above', 0.66],
          ['8.0 or above', 0.06],
        ],
        (size) => `Earthquake of magnitude ${size} in ${monthName(next)}?`,
        (size) => `This market will resolve to "Yes" if an earthquake of magnitude ${size} occurs in the month.`,
      ),
    },
    {
      ...techBase,
      slug: `flu-admissions-week-of-${isoDay(today)}`,
      title: `Flu hospital admissions, week of ${fullDay(today)}`,
      category: 'other',
      tags: ['Health', 'Science'],
      source: 'https://www.cdc.gov',
      volatility: 0.02,
      startsAt: today - 5 * DAY,
      endsAt: today + 7 * DAY + 15 * HOUR,
      markets: ladder({
        values: [2_000, 3_000, 4_000, 5_000],
        center: 3_300,
        width: 700,
        label: (value) => value.toLocaleString('en-US'),
        question: (label) => `Will weekly flu admissions be above ${label} in the week of ${fullDay(today)}?`,
        rules: (label) => `This market will resolve to "Yes" if weekly admissions are above ${label}.`,
      }),
    },
    {
      ...techBase,
      slug: `new-vaccine-approved-${year + 1}`,
      title: 'New malaria vaccine approved?',
      category: 'other',
      tags: ['Health'],
      startsAt: today - 33 * DAY,
      endsAt: yearStart(start, 2),
      markets: single(
        `Will the new malaria vaccine be approved in ${year + 1}?`,
        'This market will resolve to "Yes" if a national regulator approves it.',
        0.37,
        // Quoted in dimes.
        { tick: 100_000 },
      ),
    },
  ]
}

const techBase = {
  category: 'tech',
  source: 'https://example.org/technology',
  volatility: 0.018,
} as const
