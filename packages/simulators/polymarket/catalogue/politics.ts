/** Invented events about politics and elections. */

import { DAY, dayName, dayStart, fullDay, HOUR, isoDay, yearOf, yearStart } from './calendar.ts'
import { type EventTemplate, named, single } from './templates.ts'

export const politicsEvents = (start: number): EventTemplate[] => {
  const today = dayStart(start)
  const year = yearOf(start)
  const weekEnd = today + 6 * DAY + 22 * HOUR
  const voteYear = Math.ceil((year + 1) / 4) * 4
  const vote = Date.UTC(voteYear, 10, 7)
  return [
    {
      ...politicsBase,
      slug: `which-party-wins-the-${voteYear}-presidential-election`,
      title: `Which party wins the ${voteYear} presidential election?`,
      tags: ['Politics', 'Elections', 'US Election'],
      negRisk: true,
      startsAt: today - 210 * DAY,
      endsAt: vote,
      markets: named(
        [
          ['Democratic party', 0.525],
          ['Republican party', 0.458],
          ['Another party', 0.018],
        ],
        (name) => `Will the ${name} win the presidency in ${voteYear}?`,
        (name) =>
          `This market will resolve to "Yes" if a candidate of the ${name} wins the ${voteYear} presidential election. Otherwise, this market will resolve to "No".`,
        { tick: 1_000 },
      ),
    },
    ...['Georgia', 'Maine', 'Michigan', 'Texas'].map((state, index): EventTemplate => {
      const mid = [0.38, 0.43, 0.48, 0.63][index] ?? 0.5
      return {
        ...politicsBase,
        slug: `${state.toLowerCase()}-senate-race-${voteYear}`,
        title: `${state} Senate race winner`,
        tags: ['Politics', 'Elections', 'US Election'],
        startsAt: today - 95 * DAY,
        endsAt: vote,
        markets: single(
          `Will the Democratic candidate win the Senate race in ${state}?`,
          `This market will resolve to "Yes" if the Democratic candidate wins the ${voteYear} Senate election in ${state}.`,
          mid,
        ),
      }
    }),
    {
      ...politicsBase,
      slug: `balance-of-power-house-${voteYear}`,
      title: `Which party will control the House after the ${voteYear} election?`,
      tags: ['Politics', 'Elections', 'US Election'],
      negRisk: true,
      startsAt: today - 15 * DAY,
      endsAt: vote,
      markets: named(
        [
          ['Democratic', 0.57],
          ['Republican', 0.43],
        ],
        (name) => `Will the ${name} Party control the House after the ${voteYear} election?`,
        (name) => `This market will resolve to "Yes" if the ${name} Party holds more than half of the voting seats.`,
        { version: 'v2' },
      ),
    },
    {
      ...politicsBase,
      slug: `next-un-secretary-general-${year + 1}`,
      title: 'Next UN Secretary-General?',
      tags: ['Politics', 'World'],
      source: 'https://www.un.org',
      negRisk: true,
      augmented: true,
      startsAt: today - 125 * DAY,
      endsAt: yearStart(start, 1) + 180 * DAY,
      markets: [
        ...named(
          [
            ['Marisol Arvelo', 0.33],
            ['Henrik Lindqvist', 0.23],
            ['Adaeze Okafor', 0.18],
            ['Meera Rao', 0.11],
            ['Wei Ling Tan', 0.08],
          ],
          (name) => `Will ${name} be the next Secretary-General of the UN in ${year + 1}?`,
          (name) =>
            `This market will resolve to "Yes" if ${name} is appointed Secretary-General by the General Assembly.`,
        ),
        {
          item: 'Other',
          question: `Will someone else be the next Secretary-General of the UN in ${year + 1}?`,
          rules: 'This market will resolve to "Yes" if a person not listed is appointed Secretary-General.',
          mid: 0.07,
          isOther: true,
        },
      ],
    },
    {
      ...politicsBase,
      slug: `who-will-leave-the-cabinet-in-${year}`,
      title: `Who will leave the cabinet in ${year}?`,
      tags: ['Politics'],
      volatility: 0.02,
      startsAt: today - 280 * DAY,
      endsAt: yearStart(start, 1) + 5 * HOUR,
      markets: named(
        [
          ['Secretary of Defense', 0.16],
          ['Secretary of Labor', 0.1],
          ['Attorney General', 0.12],
          ['Secretary of Health', 0.22],
        ],
        (name) => `Will the ${name} leave office in ${year}?`,
        (name) => `This market will resolve to "Yes" if the ${name} ceases to hold the office by December 31, ${year}.`,
      ),
    },
    {
      ...politicsBase,
      slug: `approval-rating-on-${isoDay(weekEnd)}`,
      title: `Approval rating on ${dayName(weekEnd)}?`,
      tags: ['Politics'],
      negRisk: true,
      volatility: 0.03,
      startsAt: today - 3 * DAY,
      endsAt: weekEnd,
      markets: named(
        [
          ['Below 41.0%', 0.27],
          ['41.0-41.4%', 0.17],
          ['41.5-41.9%', 0.22],
          ['42.0-42.4%', 0.17],
          ['42.5% or higher', 0.17],
        ],
        (range) => `Will the approval rating be ${range} on ${fullDay(weekEnd)}?`,
        (range) => `This market will resolve to "Yes" if the polling average published at 10 AM ET reads ${range}.`,
      ),
    },
    {
      ...politicsBase,
      slug: `government-shutdown-by-${year}-${year + 1}`,
      title: 'Government shutdown by…?',
      tags: ['Politics'],
      volatility: 0.02,
      startsAt: today - 30 * DAY,
      endsAt: yearStart(start, 1) + 90 * DAY,
      markets: named(
        [
          [`December 31, ${year}`, 0.12],
          [`March 31, ${year + 1}`, 0.31],
        ],
        (day) => `Will the government shut down by ${day}?`,
        (day) =>
          `This market will resolve to "Yes" if a lapse in appropriations leads to a shutdown by ${day}, 11:59 PM ET.`,
      ),
    },
    {
      ...politicsBase,
      slug: `mayor-of-ridgefield-${year + 1}`,
      title: `Ridgefield mayoral election ${year + 1}`,
      tags: ['Politics', 'Elections'],
      negRisk: true,
      startsAt: today - 40 * DAY,
      endsAt: Date.UTC(year + 1, 10, 3),
      markets: named(
        [
          ['Tomas Brandt', 0.44],
          ['Louisa Ferrant', 0.38],
          ['Dev Malhotra', 0.13],
          ['Greta Holm', 0.05],
        ],
        (name) => `Will ${name} win the ${year + 1} Ridgefield mayoral election?`,
        (name) => `This market will resolve to "Yes" if ${name} is certified as the winner of the election.`,
      ),
    },
  ]
}

const politicsBase = {
  category: 'politics',
  source: 'https://apnews.com',
  volatility: 0.012,
} as const
