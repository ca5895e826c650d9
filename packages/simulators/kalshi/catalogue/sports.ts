/** Invented series about sports: tennis, baseball and basketball live on shard 3, the rest on shard 0. */

import {
  DAY,
  dayCode,
  dayName,
  dayStart,
  type EventTemplate,
  HOUR,
  named,
  type SeriesTemplate,
  yearOf,
} from './templates.ts'

export const sportsSeries = (start: number): SeriesTemplate[] => {
  const today = dayStart(start)
  return [
    {
      ...sportsBase,
      ticker: 'KXNBAGAME',
      title: 'Professional basketball game',
      tags: ['Basketball', 'NBA'],
      shard: 3,
      events: (
        [
          [-1, 'BOS', 'Boston', 'MIA', 'Miami', 0.61],
          [0, 'DEN', 'Denver', 'PHX', 'Phoenix', 0.57],
          [1, 'NYK', 'New York', 'CHI', 'Chicago', 0.68],
          [1, 'LAL', 'Los Angeles L', 'GSW', 'Golden State', 0.49],
          [2, 'MIL', 'Milwaukee', 'CLE', 'Cleveland', 0.44],
          [2, 'DAL', 'Dallas', 'OKC', 'Oklahoma City', 0.29],
        ] as const
      ).map((game) => gameEvent(today, 'basketball', game)),
    },
    {
      ...sportsBase,
      ticker: 'KXMLBGAME',
      title: 'Professional baseball game',
      tags: ['Baseball', 'MLB'],
      shard: 3,
      events: (
        [
          [0, 'SEA', 'Seattle', 'HOU', 'Houston', 0.53],
          [1, 'ATL', 'Atlanta', 'NYM', 'New York M', 0.47],
          [2, 'SDP', 'San Diego', 'LAD', 'Los Angeles D', 0.36],
        ] as const
      ).map((game) => gameEvent(today, 'baseball', game)),
    },
    {
      ...sportsBase,
      ticker: 'KXATPMATCH',
      title: 'Tennis match',
      tags: ['Tennis', 'ATP'],
      shard: 3,
      events: (
        [
          [0, 'VOS', 'Jannik Vos', 'ARN', 'Mateo Arnal', 0.72],
          [1, 'KOV', 'Luka Kovarik', 'DUB', 'Remy Dubail', 0.55],
          [1, 'HAL', 'Oskar Hallberg', 'TOR', 'Nico Torrado', 0.41],
        ] as const
      ).map((game) => gameEvent(today, 'tennis', game)),
    },
    {
      ...sportsBase,
      ticker: 'KXNFLGAME',
      title: 'Professional football game',
      tags: ['Football', 'NFL'],
      shard: 0,
      events: (
        [
          [2, 'BUF', 'Buffalo', 'KAN', 'Kansas City', 0.51],
          [2, 'PHI', 'Philadelphia', 'DAL', 'Dallas', 0.64],
          [3, 'GBP', 'Green Bay', 'DET', 'Detroit', 0.43],
          [3, 'SFO', 'San Francisco', 'SEA', 'Seattle', 0.58],
          [9, 'BAL', 'Baltimore', 'PIT', 'Pittsburgh', 0.6],
        ] as const
      ).map((game) => gameEvent(today, 'football', game)),
    },
    {
      ...sportsBase,
      ticker: 'KXNBACHAMP',
      title: 'Basketball champion',
      tags: ['Basketball', 'Futures'],
      shard: 3,
      frequency: 'annual',
      volatility: 0.012,
      events: [
        {
          suffix: `${(yearOf(start) + 1) % 100}`,
          title: `${yearOf(start) + 1} basketball champion?`,
          subTitle: `${yearOf(start)}-${(yearOf(start) + 1) % 100} season`,
          opensAt: today - 140 * DAY,
          closesAt: today + 210 * DAY,
          exclusive: true,
          markets: named(
            [
              ['OKC', 'Oklahoma City', 0.34],
              ['DEN', 'Denver', 0.14],
              ['CLE', 'Cleveland', 0.11],
              ['NYK', 'New York', 0.1],
              ['HOU', 'Houston', 0.08],
              ['MIN', 'Minnesota', 0.06],
              ['ORL', 'Orlando', 0.05],
              ['LAL', 'Los Angeles L', 0.04],
              ['BOS', 'Boston', 0.03],
              ['DET', 'Detroit', 0.02],
            ],
            (name) => `Will ${name} win the championship?`,
            (name) => `If ${name} wins the final series, the market resolves to Yes.`,
            'tapered_deci_cent',
          ),
        },
      ],
    },
    {
      ...sportsBase,
      ticker: 'KXEPL',
      title: 'Soccer league winner',
      tags: ['Soccer', 'Futures'],
      shard: 0,
      frequency: 'annual',
      volatility: 0.012,
      events: [
        {
          suffix: `${(yearOf(start) + 1) % 100}`,
          title: 'English league winner?',
          subTitle: 'This season',
          opensAt: today - 100 * DAY,
          closesAt: today + 185 * DAY,
          exclusive: true,
          markets: named(
            [
              ['ARS', 'Arsenal', 0.46],
              ['MCI', 'Manchester City', 0.29],
              ['LIV', 'Liverpool', 0.13],
              ['CHE', 'Chelsea', 0.07],
            ],
            (name) => `Will ${name} win the league?`,
            (name) => `If ${name} finishes first in the table, the market resolves to Yes.`,
          ),
        },
      ],
    },
  ]
}

const sportsBase = {
  category: 'Sports',
  frequency: 'custom',
  fees: { type: 'quadratic_with_maker_fees', multiplier: 1 },
  source: { name: 'ESPN', url: 'https://www.espn.com' },
  secondaryRules: 'If the game is postponed by more than two weeks or cancelled, the market resolves to a fair price.',
  volatility: 0.04,
} as const

const gameEvent = (
  today: number,
  sport: string,
  [day, codeOne, one, codeTwo, two, mid]: readonly [number, string, string, string, string, number],
): EventTemplate => {
  const at = today + day * DAY
  const fixture = `${one} vs ${two}`
  return {
    suffix: `${dayCode(at)}${codeOne}${codeTwo}`,
    title: fixture,
    subTitle: `${codeOne} vs ${codeTwo} (${dayName(at)})`,
    opensAt: at - (day > 5 ? 2 : 6) * DAY,
    closesAt: at + DAY + 5 * HOUR,
    exclusive: true,
    markets: named(
      [
        [codeOne, one, mid],
        [codeTwo, two, 1 - mid],
      ],
      (name) => `Will ${name} win the ${fixture} ${sport} game?`,
      (name) =>
        `If ${name} wins the ${fixture} professional ${sport} game originally scheduled for ${dayName(at)}, then the market resolves to Yes.`,
    ),
    // The official feed was lost: the last one waits for it.
    ...(codeOne === 'SDP' ? { paused: true } : {}),
  }
}
