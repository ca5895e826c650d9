/** Invented series about entertainment and public talk. */

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

export const cultureSeries = (start: number): SeriesTemplate[] => {
  const today = dayStart(start)
  const ceremony = yearStart(start, 1) + 68 * DAY
  return [
    {
      ...cultureBase,
      ticker: 'KXOSCARPIC',
      title: 'Best picture',
      tags: ['Awards', 'Movies'],
      frequency: 'annual',
      source: { name: 'The Academy', url: 'https://www.oscars.org' },
      secondaryRules: 'A shared award resolves each winner to an equal part.',
      events: [
        {
          suffix: `${yearOf(ceremony) % 100}`,
          title: 'Which film will win best picture?',
          subTitle: `At the ${yearOf(ceremony)} ceremony`,
          opensAt: today - 60 * DAY,
          closesAt: ceremony,
          exclusive: true,
          markets: named(
            [
              ['TID', 'The Tidewater', 0.31],
              ['GLA', 'Glass Harvest', 0.24],
              ['NOR', 'North of Nowhere', 0.15],
              ['CAR', 'The Cartographer', 0.1],
              ['SIL', 'Silver Hour', 0.07],
              ['ONE', 'One Last Ferry', 0.05],
              ['EMB', 'Embers', 0.03],
              ['PAP', 'Paper Moons', 0.02],
            ],
            (film) => `Will "${film}" win best picture?`,
            (film) => `If "${film}" wins the award for best picture, the market resolves to Yes.`,
            'tapered_deci_cent',
          ),
        },
      ],
    },
    {
      ...cultureBase,
      ticker: 'KXRTSCORE',
      title: 'Film review score',
      tags: ['Movies', 'Reviews'],
      frequency: 'weekly',
      source: { name: 'Review aggregator', url: 'https://example.org/reviews' },
      secondaryRules: 'The score is read at 10 AM ET on the Monday after release.',
      events: [
        {
          suffix: `GLASS${dayCode(today + 3 * DAY)}`,
          title: '"Glass Harvest" review score?',
          subTitle: `On ${dayName(today + 3 * DAY)}`,
          opensAt: today - 6 * DAY,
          closesAt: today + 3 * DAY + 15 * HOUR,
          exclusive: false,
          markets: ladder({
            values: [70, 75, 80, 85, 90],
            center: 82,
            width: 4,
            label: (value) => `Above ${value}`,
            title: (label) => `Will "Glass Harvest" score ${label.toLowerCase()}?`,
            rules: (label) => `If the published score is ${label.toLowerCase()}, the market resolves to Yes.`,
          }),
        },
      ],
    },
    {
      ...cultureBase,
      ticker: 'KXTOPSONG',
      title: 'Top song of the week',
      tags: ['Music', 'Charts'],
      frequency: 'weekly',
      source: { name: 'Weekly chart', url: 'https://example.org/charts' },
      secondaryRules: 'The chart as first published decides.',
      events: [
        {
          suffix: dayCode(today + 5 * DAY),
          title: 'Number one song this week?',
          subTitle: `Chart of ${dayName(today + 5 * DAY)}`,
          opensAt: today - 2 * DAY,
          closesAt: today + 5 * DAY + 14 * HOUR,
          exclusive: true,
          markets: named(
            [
              ['LAN', 'Lanterns', 0.48],
              ['SLO', 'Slow Satellites', 0.27],
              ['WIN', 'Winter Radio', 0.14],
              ['HON', 'Honey and Salt', 0.08],
            ],
            (song) => `Will "${song}" be number one?`,
            (song) => `If "${song}" is number one on the chart, the market resolves to Yes.`,
          ),
        },
      ],
    },
    {
      ...cultureBase,
      ticker: 'KXSPEECHMENTION',
      title: 'Words in speeches',
      category: 'Mentions',
      tags: ['Politicians', 'Speeches'],
      frequency: 'custom',
      volatility: 0.03,
      source: { name: 'Video of the speech', url: 'https://www.c-span.org' },
      secondaryRules: 'The word must be spoken by the person named.',
      // One speech is to come, one has just ended, and of one the result is known.
      events: (
        [
          [2 * DAY + 20 * HOUR + today - start, 'FED', 'the Fed chair', 'at the press conference'],
          [-5 * 60_000, 'MAY', 'the mayor of Ridgefield', 'at the town hall'],
          [-12 * 60_000, 'GOV', 'the governor', 'in the address'],
        ] as const
      ).map(([closesIn, code, who, where]) => ({
        suffix: `${code}${dayCode(start + closesIn)}`,
        title: `What will ${who} say ${where}?`,
        subTitle: `On ${dayName(start + closesIn)}`,
        opensAt: today - DAY,
        closesAt: start + closesIn,
        exclusive: false,
        markets: named(
          [
            ['PAT', 'Patient', 0.58],
            ['UNC', 'Uncertainty', 0.93],
            ['HOU', 'Housing', 0.81],
          ],
          (word) => `Will ${who} say "${word}"?`,
          (word) => `If ${who} says "${word}" ${where}, the market resolves to Yes.`,
        ),
      })),
    },
  ]
}

const cultureBase = {
  category: 'Entertainment',
  shard: 0,
  volatility: 0.018,
} as const
