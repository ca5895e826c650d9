/** Invented events about sports: games are one market whose outcomes are the two teams. */

import { DAY, dayName, dayStart, fullDay, HOUR, isoDay, slugOf, yearOf } from './calendar.ts'
import type { TagLabel } from './tags.ts'
import { type EventTemplate, named, single } from './templates.ts'

export const sportsEvents = (start: number): EventTemplate[] => {
  const today = dayStart(start)
  const season = yearOf(start) + 1
  return [
    ...(
      [
        [0, 'Denver', 'Phoenix', 0.58],
        [1, 'New York', 'Chicago', 0.67],
        [1, 'Los Angeles L', 'Golden State', 0.5],
        [2, 'Milwaukee', 'Cleveland', 0.44],
        [2, 'Dallas', 'Oklahoma City', 0.3],
        [3, 'Boston', 'Orlando', 0.55],
      ] as const
    ).map((game) => gameEvent(today, 'basketball', ['NBA', 'Basketball'], game)),
    ...(
      [
        [2, 'Buffalo', 'Kansas City', 0.52],
        [2, 'Philadelphia', 'Dallas', 0.63],
        [3, 'Green Bay', 'Detroit', 0.44],
        [3, 'San Francisco', 'Seattle', 0.58],
      ] as const
    ).map((game) => gameEvent(today, 'football', ['NFL'], game)),
    ...(
      [
        [0, 'Jannik Vos', 'Mateo Arnal', 0.71],
        [1, 'Luka Kovarik', 'Remy Dubail', 0.55],
      ] as const
    ).map((game) => gameEvent(today, 'tennis', ['Tennis'], game)),
    {
      ...sportsBase,
      slug: `${season}-basketball-champion`,
      title: `${season} basketball champion`,
      tags: ['Sports', 'Basketball', 'NBA'],
      negRisk: true,
      volatility: 0.012,
      startsAt: today - 145 * DAY,
      endsAt: today + 210 * DAY,
      markets: named(
        [
          ['Oklahoma City', 0.345],
          ['Denver', 0.138],
          ['Cleveland', 0.112],
          ['New York', 0.1],
          ['Houston', 0.081],
          ['Minnesota', 0.062],
          ['Orlando', 0.052],
          ['Los Angeles L', 0.038],
          ['Boston', 0.031],
          ['Detroit', 0.022],
        ],
        (team) => `Will ${team} win the ${season} basketball championship?`,
        (team) => `This market will resolve to "Yes" if ${team} wins the final series.`,
        { tick: 1_000 },
      ),
    },
    {
      ...sportsBase,
      slug: `english-league-winner-${season}`,
      title: 'English league winner',
      tags: ['Sports', 'Soccer'],
      negRisk: true,
      volatility: 0.012,
      startsAt: today - 105 * DAY,
      endsAt: today + 185 * DAY,
      markets: named(
        [
          ['Arsenal', 0.46],
          ['Manchester City', 0.3],
          ['Liverpool', 0.13],
          ['Chelsea', 0.07],
        ],
        (team) => `Will ${team} win the English league in ${season}?`,
        (team) => `This market will resolve to "Yes" if ${team} finishes first in the table.`,
      ),
    },
    ...(
      [
        [1, 'Porto Alvar', 'Real Cantera', 0.41, 0.27],
        [4, 'Inter Valle', 'Borussia Nord', 0.36, 0.29],
      ] as const
    ).map(([day, home, away, win, draw]): EventTemplate => {
      const at = today + day * DAY
      return {
        ...sportsBase,
        slug: `${slugOf(`${home} vs ${away}`)}-${isoDay(at)}`,
        title: `${home} vs. ${away}`,
        tags: ['Sports', 'Soccer', 'Games'],
        negRisk: true,
        startsAt: at - 8 * DAY,
        endsAt: at + 22 * HOUR,
        gameStartsAt: at + 20 * HOUR,
        markets: named(
          [
            [home, win],
            ['Draw', draw],
            [away, 1 - win - draw],
          ],
          (side) => {
            const opponent = side === home ? away : home
            const words = side === 'Draw' ? `${home} vs. ${away} end in a draw` : `${side} beat ${opponent}`
            return `Will ${words} on ${fullDay(at)}?`
          },
          (side) => `This market will resolve to "Yes" if the result after 90 minutes is: ${side}.`,
        ),
      }
    }),
  ]
}

const sportsBase = {
  category: 'sports',
  source: 'https://www.espn.com',
  volatility: 0.04,
} as const

/** Teams of which a taker's orders are held back for three seconds. */
const DELAYED = ['Denver', 'Jannik Vos']

const gameEvent = (
  today: number,
  sport: string,
  tags: readonly TagLabel[],
  [day, one, two, mid]: readonly [number, string, string, number],
): EventTemplate => {
  const at = today + day * DAY
  return {
    ...sportsBase,
    slug: `${slugOf(`${one} vs ${two}`)}-${isoDay(at)}`,
    title: `${one} vs. ${two}`,
    tags: ['Sports', 'Games', ...tags],
    startsAt: at - 6 * DAY,
    endsAt: at + DAY + 5 * HOUR,
    gameStartsAt: at + DAY + 2 * HOUR,
    markets: single(
      `${one} vs. ${two} (${sport}, ${dayName(at)})`,
      `In the professional ${sport} game scheduled for ${dayName(at)}: if ${one} wins, this market will resolve to "${one}". If ${two} wins, it will resolve to "${two}". If the game is called off, it will resolve 50-50.`,
      mid,
      { outcomes: [one, two], ...(DELAYED.includes(one) ? { secondsDelay: 3 } : {}) },
    ),
  }
}
