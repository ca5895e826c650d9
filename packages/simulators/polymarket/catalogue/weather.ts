/** Invented events about weather and climate. */

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
import { buckets, type EventTemplate, ladder, named, single } from './templates.ts'

export const weatherEvents = (start: number): EventTemplate[] => {
  const today = dayStart(start)
  const month = monthName(start)
  return [
    ...(
      [
        ['New York City', 45, 0],
        ['New York City', 45, 1],
        ['Chicago', 38, 1],
      ] as const
    ).map(([city, warmth, day]): EventTemplate => {
      const at = today + day * DAY
      return {
        ...weatherBase,
        slug: `highest-temperature-in-${slugOf(city)}-on-${isoDay(at)}`,
        title: `Highest temperature in ${city} on ${dayName(at)}?`,
        tags: ['Weather', 'Daily Temperature', 'Recurring'],
        negRisk: true,
        volatility: 0.035,
        startsAt: at - 40 * HOUR,
        endsAt: at + DAY + 5 * HOUR,
        markets: buckets({
          lowest: warmth - 4,
          step: 2,
          inner: 4,
          center: warmth + 0.5,
          width: 1.4,
          unit: '°F',
          question: (label) => `Will the highest temperature in ${city} be ${label} on ${fullDay(at)}?`,
          rules: (label) => `This market will resolve to "Yes" if the highest temperature recorded is ${label}.`,
        }),
      }
    }),
    {
      ...weatherBase,
      slug: `rain-in-new-york-city-in-${slugOf(month)}`,
      title: `Rain in New York City in ${month}?`,
      tags: ['Weather'],
      startsAt: today - 20 * DAY,
      endsAt: monthStart(start, 1) + 5 * HOUR,
      markets: ladder({
        values: [2, 3, 4, 5],
        center: 3.3,
        width: 0.7,
        label: (value) => `${value} inches`,
        question: (label) => `Will it rain more than ${label} in New York City in ${month}?`,
        rules: (label) => `This market will resolve to "Yes" if the monthly total is more than ${label}.`,
      }),
    },
    {
      ...weatherBase,
      slug: `where-will-${yearOf(start)}-rank-among-the-hottest-years`,
      title: `Where will ${yearOf(start)} rank among the hottest years?`,
      tags: ['Weather', 'Science'],
      negRisk: true,
      startsAt: today - 250 * DAY,
      endsAt: yearStart(start, 1) + 14 * DAY,
      markets: named(
        [
          ['1st', 0.17],
          ['2nd', 0.58],
          ['3rd', 0.19],
          ['4th or lower', 0.06],
        ],
        (rank) => `Will ${yearOf(start)} rank ${rank} among the hottest years?`,
        (rank) => `This market will resolve to "Yes" if the year ranks ${rank} in the published series.`,
      ),
    },
    {
      ...weatherBase,
      slug: `white-holiday-in-ridgefield-${yearOf(start)}`,
      title: 'White holiday in Ridgefield?',
      tags: ['Weather'],
      startsAt: today - 11 * DAY,
      endsAt: yearStart(start, 1) - 6 * DAY,
      markets: single(
        `Will there be snow in Ridgefield on December 25, ${yearOf(start)}?`,
        'This market will resolve to "Yes" if at least one inch lies on the ground at 7 AM.',
        0.29,
        // Its protocol is not published.
        { announcedVersion: null },
      ),
    },
  ]
}

const weatherBase = {
  category: 'weather',
  source: 'https://www.weather.gov',
  volatility: 0.02,
} as const
