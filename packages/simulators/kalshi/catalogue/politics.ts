/** Invented series about politics, elections and the world. */

import {
  DAY,
  dayCode,
  dayName,
  dayStart,
  HOUR,
  ladder,
  named,
  type SeriesTemplate,
  yearOf,
  yearStart,
} from './templates.ts'

export const politicsSeries = (start: number): SeriesTemplate[] => {
  const today = dayStart(start)
  const friday = today + 6 * DAY + 22 * HOUR
  const voteYear = Math.ceil((yearOf(start) + 1) / 4) * 4
  const vote = Date.UTC(voteYear, 10, 7)
  return [
    {
      ticker: 'KXPRESPARTY',
      title: 'Party winning the presidency',
      category: 'Elections',
      tags: ['US Elections', 'President'],
      frequency: 'custom',
      shard: 0,
      source: { name: 'The Associated Press', url: 'https://apnews.com' },
      secondaryRules: 'A faithless elector does not change the outcome of this market.',
      volatility: 0.012,
      events: [
        {
          suffix: `${voteYear % 100}`,
          title: `Which party will win the ${voteYear} presidential election?`,
          subTitle: `In ${voteYear}`,
          opensAt: today - 200 * DAY,
          closesAt: vote + 70 * DAY,
          exclusive: true,
          markets: named(
            [
              ['D', 'Democratic party', 0.52],
              ['R', 'Republican party', 0.46],
              ['I', 'Another party', 0.02],
            ],
            (name) => `Will the ${name} win the presidency in ${voteYear}?`,
            (name) =>
              `If a candidate of the ${name} wins the ${voteYear} presidential election, the market resolves to Yes.`,
            'tapered_deci_cent',
          ),
        },
      ],
    },
    {
      ticker: 'KXSENATESTATE',
      title: 'Senate races',
      category: 'Elections',
      tags: ['US Elections', 'Senate'],
      frequency: 'custom',
      shard: 0,
      source: { name: 'State election offices', url: 'https://www.usa.gov/state-election-office' },
      secondaryRules: 'If a run-off is needed, the market stays open until it is decided.',
      volatility: 0.015,
      events: ['Georgia', 'Maine', 'Michigan', 'North Carolina', 'Ohio', 'Texas'].map((state, index) => ({
        suffix: `${state.slice(0, 3).toUpperCase()}${voteYear % 100}`,
        title: `${state} Senate race winner`,
        subTitle: `${state} in ${voteYear}`,
        opensAt: today - 90 * DAY,
        closesAt: vote + 30 * DAY,
        exclusive: true,
        markets: named(
          [
            ['D', 'Democratic candidate', 0.38 + index * 0.05],
            ['R', 'Republican candidate', 0.61 - index * 0.05],
          ],
          (name) => `Will the ${name} win the Senate race in ${state}?`,
          (name) => `If the ${name} wins the ${voteYear} Senate election in ${state}, the market resolves to Yes.`,
        ),
      })),
    },
    {
      ticker: 'KXAPPROVAL',
      title: 'Presidential approval rating',
      category: 'Politics',
      tags: ['Approval', 'Polls'],
      frequency: 'weekly',
      shard: 0,
      source: { name: 'Polling average', url: 'https://example.org/polling-average' },
      secondaryRules: 'The rating is read at 10 AM ET; a value revised afterwards is not considered.',
      volatility: 0.03,
      events: [
        {
          suffix: dayCode(friday),
          title: 'Approval rating this week',
          subTitle: `On ${dayName(friday)}`,
          opensAt: today - 2 * DAY,
          closesAt: friday,
          exclusive: false,
          markets: ladder({
            values: [40, 40.5, 41, 41.5, 42, 42.5, 43],
            center: 41.6,
            width: 0.6,
            label: (value) => `Above ${value}%`,
            title: (label) => `Will the approval rating be ${label.toLowerCase()}?`,
            rules: (label) =>
              `If the approval rating is ${label.toLowerCase()} on ${dayName(friday)}, the market resolves to Yes.`,
          }),
        },
      ],
    },
    {
      ticker: 'KXCABINETOUT',
      title: 'Cabinet departures',
      category: 'Politics',
      tags: ['Cabinet', 'White House'],
      frequency: 'custom',
      shard: 0,
      fees: { type: 'quadratic_with_maker_fees', multiplier: 1 },
      source: { name: 'The New York Times', url: 'https://www.nytimes.com' },
      secondaryRules: 'An announced departure counts on the day it takes effect.',
      volatility: 0.02,
      events: [
        {
          suffix: `${yearOf(start) % 100}`,
          title: 'Who will leave the cabinet this year?',
          subTitle: `Before ${dayName(yearStart(start, 1))}`,
          opensAt: today - 300 * DAY,
          closesAt: yearStart(start, 1) + 5 * HOUR,
          exclusive: false,
          markets: named(
            [
              ['DEF', 'Secretary of Defense', 0.17],
              ['LAB', 'Secretary of Labor', 0.09],
              ['AG', 'Attorney General', 0.12],
              ['HHS', 'Secretary of Health', 0.21],
            ],
            (name) => `Will the ${name} leave office this year?`,
            (name) =>
              `If the ${name} ceases to hold the office before the end of the year, the market resolves to Yes.`,
            'center_half_edge_half_cent',
          ),
        },
      ],
    },
    {
      ticker: 'KXUNSECGEN',
      title: 'Next Secretary-General',
      category: 'World',
      tags: ['United Nations', 'Diplomacy'],
      frequency: 'one_off',
      shard: 0,
      source: { name: 'United Nations', url: 'https://www.un.org' },
      secondaryRules: 'An acting Secretary-General does not count.',
      volatility: 0.015,
      events: [
        {
          suffix: `${yearOf(start) + 1 - 2000}`,
          title: 'Who will be the next Secretary-General?',
          subTitle: 'By appointment of the General Assembly',
          opensAt: today - 120 * DAY,
          closesAt: yearStart(start, 1) + 180 * DAY,
          exclusive: true,
          markets: named(
            [
              ['ARV', 'Marisol Arvelo', 0.34],
              ['LIND', 'Henrik Lindqvist', 0.22],
              ['OKA', 'Adaeze Okafor', 0.19],
              ['RAO', 'Meera Rao', 0.11],
              ['TAN', 'Wei Ling Tan', 0.07],
            ],
            (name) => `Will ${name} be the next Secretary-General?`,
            (name) => `If ${name} is appointed Secretary-General of the United Nations, the market resolves to Yes.`,
          ),
        },
      ],
    },
  ]
}
