/** Invented events about the world; they are traded without fees. */

import { DAY, dayStart, fullDay, HOUR, isoDay, monthStart, yearOf, yearStart } from './calendar.ts'
import { type EventTemplate, named, single } from './templates.ts'

export const geopoliticsEvents = (start: number): EventTemplate[] => {
  const today = dayStart(start)
  const year = yearOf(start)
  const quarterEnd = monthStart(start, 4)
  return [
    {
      ...worldBase,
      slug: `selvania-x-orvia-ceasefire-by-${year + 1}`,
      title: 'Selvania x Orvia ceasefire by…?',
      startsAt: today - 160 * DAY,
      endsAt: yearStart(start, 2),
      markets: named(
        [
          [`January 31, ${year + 1}`, 0.06],
          [`March 31, ${year + 1}`, 0.19],
          [`June 30, ${year + 1}`, 0.32],
          [`November 30, ${year + 1}`, 0.51],
        ],
        (day) => `Selvania x Orvia ceasefire by ${day}?`,
        (day) =>
          `This market will resolve to "Yes" if both governments announce a halt in fighting by ${day}, 11:59 PM ET.`,
      ),
    },
    {
      ...worldBase,
      slug: `canal-treaty-ratified-${year + 1}`,
      title: 'Canal treaty ratified this winter?',
      startsAt: today - 45 * DAY,
      endsAt: quarterEnd,
      markets: single(
        `Will the canal treaty be ratified by ${fullDay(quarterEnd - DAY)}?`,
        'This market will resolve to "Yes" if both parliaments ratify the treaty.',
        0.44,
      ),
    },
    {
      ...worldBase,
      slug: `which-countries-join-the-northern-pact-${year + 1}`,
      title: `Which countries join the Northern Pact in ${year + 1}?`,
      startsAt: today - 70 * DAY,
      endsAt: yearStart(start, 2),
      markets: named(
        [
          ['Orvia', 0.08],
          ['Kestria', 0.27],
          ['Lower Maren', 0.63],
        ],
        (country) => `Will ${country} join the Northern Pact in ${year + 1}?`,
        (country) => `This market will resolve to "Yes" if ${country} is admitted as a full member.`,
      ),
    },
    {
      ...worldBase,
      slug: `summit-host-${year + 1}`,
      title: `Where will the leaders meet in ${year + 1}?`,
      negRisk: true,
      startsAt: today - 12 * DAY,
      endsAt: yearStart(start, 1) + 45 * DAY,
      markets: named(
        [
          ['Geneva', 0.39],
          ['Doha', 0.24],
          ['Istanbul', 0.21],
          ['No meeting', 0.16],
        ],
        (place) => `Leaders’ next summit in ${year + 1}: ${place}?`,
        (place) => `This market will resolve to "Yes" if the outcome is ${place}.`,
      ),
    },
    {
      ...worldBase,
      slug: `airspace-reopened-by-${isoDay(today + 4 * DAY)}`,
      title: 'Orvian airspace reopened this week?',
      volatility: 0.03,
      startsAt: today - 2 * DAY,
      endsAt: today + 4 * DAY + 21 * HOUR,
      markets: single(
        `Will Orvia reopen its airspace by ${fullDay(today + 4 * DAY)}?`,
        'This market will resolve to "Yes" if scheduled passenger flights land again.',
        0.72,
      ),
    },
  ]
}

const worldBase = {
  category: 'geopolitics',
  tags: ['Geopolitics', 'World'],
  source: 'https://www.un.org',
  volatility: 0.015,
} as const
