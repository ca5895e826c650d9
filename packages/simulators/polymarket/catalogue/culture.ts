/** Invented events about entertainment and what people say. */

import { DAY, dayName, dayStart, fullDay, HOUR, isoDay, slugOf, yearOf, yearStart } from './calendar.ts'
import { type EventTemplate, ladder, named } from './templates.ts'

export const cultureEvents = (start: number): EventTemplate[] => {
  const today = dayStart(start)
  const ceremony = yearStart(start, 1) + 68 * DAY
  return [
    {
      ...cultureBase,
      slug: `best-picture-winner-${yearOf(ceremony)}`,
      title: `Best picture winner ${yearOf(ceremony)}`,
      tags: ['Culture', 'Movies', 'Awards'],
      source: 'https://www.oscars.org',
      negRisk: true,
      startsAt: today - 62 * DAY,
      endsAt: ceremony,
      markets: named(
        [
          ['The Tidewater', 0.312],
          ['Glass Harvest', 0.236],
          ['North of Nowhere', 0.15],
          ['The Cartographer', 0.102],
          ['Silver Hour', 0.071],
          ['One Last Ferry', 0.05],
          ['Embers', 0.03],
          ['Paper Moons', 0.02],
        ],
        (film) => `Will "${film}" win best picture in ${yearOf(ceremony)}?`,
        (film) => `This market will resolve to "Yes" if "${film}" wins the award for best picture.`,
        { tick: 1_000 },
      ),
    },
    {
      ...cultureBase,
      slug: `glass-harvest-review-score-${isoDay(today + 3 * DAY)}`,
      title: '"Glass Harvest" review score?',
      tags: ['Culture', 'Movies'],
      volatility: 0.025,
      startsAt: today - 6 * DAY,
      endsAt: today + 3 * DAY + 15 * HOUR,
      markets: ladder({
        values: [70, 75, 80, 85, 90],
        center: 82,
        width: 4,
        label: (value) => `${value}`,
        question: (label) => `Will "Glass Harvest" score above ${label} on ${fullDay(today + 3 * DAY)}?`,
        rules: (label) => `This market will resolve to "Yes" if the published score is above ${label}.`,
      }),
    },
    {
      ...cultureBase,
      slug: `number-one-song-${isoDay(today + 5 * DAY)}`,
      title: `#1 song on the chart of ${dayName(today + 5 * DAY)}?`,
      tags: ['Culture', 'Music'],
      negRisk: true,
      startsAt: today - 3 * DAY,
      endsAt: today + 5 * DAY + 14 * HOUR,
      markets: named(
        [
          ['Lanterns', 0.47],
          ['Slow Satellites', 0.28],
          ['Winter Radio', 0.14],
          ['Honey and Salt', 0.08],
        ],
        (song) => `Will "${song}" be the #1 song on ${fullDay(today + 5 * DAY)}?`,
        (song) => `This market will resolve to "Yes" if "${song}" is number one on the chart.`,
      ),
    },
    {
      ...cultureBase,
      slug: `opening-weekend-embers-${isoDay(today + 8 * DAY)}`,
      title: '"Embers" opening weekend box office',
      tags: ['Culture', 'Movies'],
      negRisk: true,
      startsAt: today - 4 * DAY,
      endsAt: today + 8 * DAY + 20 * HOUR,
      markets: named(
        [
          ['less than $40m', 0.21],
          ['$40m-$50m', 0.35],
          ['$50m-$60m', 0.28],
          ['more than $60m', 0.16],
        ],
        (range) => `Will "Embers" gross ${range} on its opening weekend of ${fullDay(today + 8 * DAY)}?`,
        (range) => `This market will resolve to "Yes" if the domestic gross is ${range}.`,
      ),
    },
    {
      ...cultureBase,
      slug: `top-show-this-week-${isoDay(today + 4 * DAY)}`,
      title: 'Top streaming show this week?',
      tags: ['Culture'],
      negRisk: true,
      startsAt: today - 3 * DAY,
      endsAt: today + 4 * DAY + 20 * HOUR,
      markets: named(
        [
          ['Harbor Lights', 0.52],
          ['The Understudy', 0.31],
          ['Cold Ledger', 0.17],
        ],
        (show) => `Will "${show}" be the top streaming show on ${fullDay(today + 4 * DAY)}?`,
        (show) => `This market will resolve to "Yes" if "${show}" heads the weekly list.`,
      ),
    },
    mentionsEvent('the Fed chair', 'at the press conference', today + 2 * DAY + 20 * HOUR, today, [
      ['Patient', 0.58],
      ['Uncertainty', 0.92],
      ['Housing', 0.8],
    ]),
    mentionsEvent('Northgate Retail', 'on its earnings call', today + 5 * DAY + 22 * HOUR, today, [
      ['Tariff', 0.87],
      ['Shrink', 0.42],
      ['Dividend', 0.62],
      ['Recession', 0.15],
    ]),
    // Just over: its result is not known yet.
    mentionsEvent('the mayor of Ridgefield', 'at the town hall', start - 2 * 60_000, today, [
      ['Budget', 0.9],
      ['Tramway', 0.55],
    ]),
  ]
}

const cultureBase = {
  category: 'culture',
  source: 'https://example.org/charts',
  volatility: 0.018,
} as const

const mentionsEvent = (
  who: string,
  where: string,
  endsAt: number,
  today: number,
  words: readonly (readonly [string, number])[],
): EventTemplate => ({
  slug: `what-will-${slugOf(who)}-say-${isoDay(endsAt)}`,
  title: `What will ${who} say ${where}?`,
  category: 'mentions',
  tags: ['Mentions'],
  source: 'https://example.org/transcripts',
  volatility: 0.03,
  startsAt: today - 3 * DAY,
  endsAt,
  markets: named(
    words,
    (word) => `Will ${who} say "${word}" ${where} on ${fullDay(endsAt)}?`,
    (word) => `This market will resolve to "Yes" if ${who} says "${word}" ${where}.`,
  ),
})
