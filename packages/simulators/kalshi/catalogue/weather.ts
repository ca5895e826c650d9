/** Invented series about weather, climate, health and science. */

import {
  buckets,
  DAY,
  dayCode,
  dayName,
  dayStart,
  HOUR,
  ladder,
  monthCode,
  monthName,
  monthStart,
  named,
  type SeriesTemplate,
  yearOf,
  yearStart,
} from './templates.ts'

export const weatherSeries = (start: number): SeriesTemplate[] => {
  const today = dayStart(start)
  const next = monthStart(start, 1)
  return [
    ...(
      [
        ['NY', 'New York City', 45],
        ['CHI', 'Chicago', 38],
        ['MIA', 'Miami', 79],
        ['LAX', 'Los Angeles', 67],
      ] as const
    ).map(
      ([code, city, warmth]): SeriesTemplate => ({
        ...weatherBase,
        ticker: `KXHIGH${code}`,
        title: `Highest temperature in ${city}`,
        tags: ['Daily temperature', city],
        frequency: 'daily',
        volatility: 0.035,
        events: (code === 'NY' ? [-2, -1, 0, 1] : [0, 1]).map((day) => {
          const at = today + day * DAY
          return {
            suffix: dayCode(at),
            title: `Highest temperature in ${city} on ${dayName(at)}?`,
            subTitle: `On ${dayName(at)}`,
            opensAt: at - 14 * HOUR,
            closesAt: at + DAY + 5 * HOUR - 60_000,
            exclusive: true,
            markets: buckets({
              lowest: warmth - 4,
              step: 2,
              inner: 4,
              center: warmth + 0.5,
              width: 1.4,
              unit: '°',
              title: (label) => `Will the high temperature in ${city} be ${label} on ${dayName(at)}?`,
              rules: (label) =>
                `If the highest temperature recorded in ${city} for ${dayName(at)} is ${label}, the market resolves to Yes.`,
            }),
          }
        }),
      }),
    ),
    {
      ...weatherBase,
      ticker: 'KXRAINNYC',
      title: 'Rain in New York City this month',
      tags: ['Precipitation', 'New York City'],
      frequency: 'monthly',
      volatility: 0.02,
      events: [
        {
          suffix: monthCode(start),
          title: `Rain in New York City in ${monthName(start)}?`,
          subTitle: `In ${monthName(start)}`,
          opensAt: today - 20 * DAY,
          closesAt: next + 5 * HOUR,
          exclusive: false,
          markets: ladder({
            values: [2, 3, 4, 5],
            center: 3.3,
            width: 0.7,
            label: (value) => `Above ${value} inches`,
            title: (label) => `Will it rain ${label.toLowerCase()} this month?`,
            rules: (label) => `If the monthly total is ${label.toLowerCase()}, the market resolves to Yes.`,
          }),
        },
      ],
    },
    {
      ...weatherBase,
      ticker: 'KXLAUNCHES',
      title: 'Orbital launches this year',
      category: 'Science and Technology',
      tags: ['Space', 'Rockets'],
      frequency: 'annual',
      volatility: 0.015,
      source: { name: 'Launch log', url: 'https://example.org/launch-log' },
      secondaryRules: 'A launch counts when the vehicle leaves the pad with the aim of reaching orbit.',
      events: [
        {
          suffix: `${yearOf(start) % 100}`,
          title: 'How many orbital launches this year?',
          subTitle: `Before ${dayName(yearStart(start, 1))}`,
          opensAt: today - 290 * DAY,
          closesAt: yearStart(start, 1) + 5 * HOUR,
          exclusive: false,
          markets: ladder({
            values: [300, 310, 320, 330, 340],
            center: 321,
            width: 8,
            label: (value) => `Above ${value}`,
            title: (label) => `Will there be ${label.toLowerCase()} orbital launches?`,
            rules: (label) => `If the launch log counts ${label.toLowerCase()} launches, the market resolves to Yes.`,
            grid: 'center_quint_edge_deci_cent',
          }),
        },
      ],
    },
    {
      ...weatherBase,
      ticker: 'KXQUAKE',
      title: 'Strong earthquakes',
      category: 'Science and Technology',
      tags: ['Earth', 'Geology'],
      frequency: 'monthly',
      volatility: 0.01,
      source: { name: 'US Geological Survey', url: 'https://www.usgs.gov' },
      secondaryRules: 'The moment magnitude published two days later decides.',
      events: [
        {
          suffix: monthCode(next),
          title: `Strong earthquake in ${monthName(next)}?`,
          subTitle: 'Anywhere on Earth',
          opensAt: next,
          closesAt: monthStart(start, 2),
          exclusive: false,
          markets: named(
            [
              ['M7', 'Magnitude 7 or stronger', 0.66],
              ['M8', 'Magnitude 8 or stronger', 0.06],
            ],
            (name) => `Will there be an earthquake of ${name.toLowerCase()}?`,
            (name) => `If an earthquake of ${name.toLowerCase()} occurs in the month, the market resolves to Yes.`,
          ),
        },
      ],
    },
    {
      ...weatherBase,
      ticker: 'KXFLU',
      title: 'Flu hospital admissions',
      category: 'Health',
      tags: ['Flu', 'Hospitals'],
      frequency: 'weekly',
      volatility: 0.02,
      source: { name: 'Centers for Disease Control', url: 'https://www.cdc.gov' },
      secondaryRules: 'The first published weekly number decides.',
      events: [
        {
          suffix: dayCode(today + 7 * DAY),
          title: 'Flu hospital admissions this week?',
          subTitle: `Week of ${dayName(today)}`,
          opensAt: today - 5 * DAY,
          closesAt: today + 7 * DAY + 15 * HOUR,
          exclusive: false,
          markets: ladder({
            values: [2000, 3000, 4000, 5000],
            center: 3300,
            width: 700,
            label: (value) => `Above ${value.toLocaleString('en-US')}`,
            title: (label) => `Will flu admissions be ${label.toLowerCase()}?`,
            rules: (label) => `If weekly admissions are ${label.toLowerCase()}, the market resolves to Yes.`,
            grid: 'center_whole_edge_half_cent',
          }),
        },
      ],
    },
  ]
}

const weatherBase = {
  category: 'Climate and Weather',
  shard: 0,
  source: { name: 'National Weather Service', url: 'https://www.weather.gov' },
  secondaryRules: 'The final climatological report decides; preliminary values do not.',
} as const
