/** What a piece of work and a watched market cost while there are 1, 10 and 100 times as many. */

import { rounded, textTable } from '../text-table.ts'
import { measurePolls, type PollFigures } from '../triggers/measure-polls.ts'
import { type Heap, measureHeap, type SweepCost } from './measure-sweeps.ts'

export interface GrowthFigures {
  readonly sweeps: ReadonlyArray<readonly SweepCost[]>
  readonly watches: readonly PollFigures[]
}

const STEPS = [1, 10, 100]

/** What is swept at each step, by what it is called in the table. */
const GROWING = [
  ['overdue orders', 'orders of many users'],
  ['polls of accounts that hold something', 'accounts that only hold something'],
  ['events of webhooks', 'events of webhooks'],
] as const satisfies ReadonlyArray<readonly [string, Heap]>

/** Ten stops are armed in each market. */
const STOPS = 10

/** From `pieces` of overdue work, and from `markets` with armed stops. */
export const measureGrowth = async (
  pieces: number,
  markets: number,
  progress: (text: string) => void,
): Promise<GrowthFigures> => {
  const sweeps: SweepCost[][] = GROWING.map(() => [])
  const watches: PollFigures[] = []
  for (const times of STEPS) {
    progress(`growth: ${times} × ${pieces} of each, ${times} × ${markets} markets with ${STOPS} armed stops`)
    for (const [place, [, heap]] of GROWING.entries()) sweeps[place]?.push(await measureHeap(heap, pieces * times))
    watches.push(await measurePolls(markets * times * STOPS, markets * times))
  }
  return { sweeps, watches }
}

export const growthText = ({ sweeps, watches }: GrowthFigures): string =>
  textTable(
    ['', ...STEPS.map((times) => `${times} ×`)],
    [
      ...GROWING.flatMap(([what], place) => costRows(what, sweeps[place] ?? [])),
      ['markets with armed stops', ...watches.map(({ instruments }) => count(instruments))],
      ...POLLS.map(([what, place]) => [
        `read units for each market: ${what}`,
        ...watches.map(({ polls, instruments }) => perMarket((polls[place]?.readUnits ?? 0) / instruments)),
      ]),
    ],
  )

const costRows = (what: string, costs: readonly SweepCost[]): ReadonlyArray<readonly string[]> => [
  [what, ...costs.map(({ rows }) => count(rows))],
  ['read units for each', ...costs.map(({ readUnits, rows }) => rounded(readUnits / rows))],
  ['write units for each', ...costs.map(({ writeUnits, rows }) => rounded(writeUnits / rows))],
  ['CPU ms for each', ...costs.map(({ cpuMs, rows }) => rounded(cpuMs / rows))],
]

const POLLS = [
  ['a look at all of them, once a minute', 0],
  ['a poll while prices stand still', 1],
  ['a poll in which every price moves on', 2],
] as const

const count = (number: number): string => number.toLocaleString('en')

const perMarket = (units: number): string => String(Math.round(units * 10_000) / 10_000)
