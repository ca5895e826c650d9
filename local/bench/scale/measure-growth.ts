/** What a piece of work and a watched market cost while there are 1, 10 and 100 times as many. */

import { rounded, textTable } from '../text-table.ts'
import { measurePolls, type PollFigures } from '../triggers/measure-polls.ts'
import { measureHeap, type SweepCost } from './measure-sweeps.ts'

export interface GrowthFigures {
  readonly sweeps: readonly SweepCost[]
  readonly watches: readonly PollFigures[]
}

const STEPS = [1, 10, 100]

/** Ten stops are armed in each market. */
const STOPS = 10

/** From `pieces` of overdue work, and from `markets` with armed stops. */
export const measureGrowth = async (
  pieces: number,
  markets: number,
  progress: (text: string) => void,
): Promise<GrowthFigures> => {
  const sweeps: SweepCost[] = []
  const watches: PollFigures[] = []
  for (const times of STEPS) {
    progress(`growth: ${times} × ${pieces} overdue orders, ${times} × ${markets} markets with ${STOPS} armed stops`)
    sweeps.push(await measureHeap('orders of many users', pieces * times))
    watches.push(await measurePolls(markets * times * STOPS, markets * times))
  }
  return { sweeps, watches }
}

export const growthText = ({ sweeps, watches }: GrowthFigures): string =>
  textTable(
    ['', ...STEPS.map((times) => `${times} ×`)],
    [
      ['overdue orders', ...sweeps.map(({ rows }) => count(rows))],
      ['read units for each', ...sweeps.map(({ readUnits, rows }) => rounded(readUnits / rows))],
      ['write units for each', ...sweeps.map(({ writeUnits, rows }) => rounded(writeUnits / rows))],
      ['CPU ms for each', ...sweeps.map(({ cpuMs, rows }) => rounded(cpuMs / rows))],
      ['markets with armed stops', ...watches.map(({ instruments }) => count(instruments))],
      ...POLLS.map(([what, place]) => [
        `read units for each market: ${what}`,
        ...watches.map(({ polls, instruments }) => perMarket((polls[place]?.readUnits ?? 0) / instruments)),
      ]),
    ],
  )

const POLLS = [
  ['a look at all of them, once a minute', 0],
  ['a poll while prices stand still', 1],
  ['a poll in which every price moves on', 2],
] as const

const count = (number: number): string => number.toLocaleString('en')

const perMarket = (units: number): string => String(Math.round(units * 10_000) / 10_000)
