/** The options of `npm run bench`. */

import { CannotStart } from '../cannot-start.ts'

/** What each part measures. */
export const PARTS = {
  search: 'the market search in a generated catalogue',
  loads: 'sizes and load times of the bundles',
  signing: 'signatures for EXCHANGE_B',
  planning: 'plans of orders on custom assets',
  orders: 'what an order uses of AWS, and what that costs',
  acceptance: 'from the 202 to the acceptance by the exchange',
  verbs: 'previews, quotes and a batch',
  lists: 'lists of a long history',
  requests: 'requests a second, each beside its floor',
  portfolio: 'positions and fills',
  triggers: 'the price watch',
  streams: 'stops and fills on both exchanges, by their sockets and without them',
  scale: 'what grows with users, at 1, 10 and 100 times as many (docs/scale.md)',
} as const

export type Part = keyof typeof PARTS

/** What `--scale` measures, one after the other. */
export const SCALES = ['watch', 'heap', 'sweeps', 'growth'] as const

export type Scale = (typeof SCALES)[number]

export interface BenchOptions {
  /** A shorter run, whose figures are not written. */
  readonly quick: boolean
  readonly help: boolean
  /** In the order in which they are measured. */
  readonly parts: readonly Part[]
  /** What of `scale` is measured. */
  readonly scales: readonly Scale[]
  /** Minutes for which the memory of the local stack is watched; null when something else is measured. */
  readonly memoryMinutes: number | null
  /** Minutes that a user plays alone, and as many beside a noisy one; null when something else is measured. */
  readonly neighbourMinutes: number | null
  /** Markets of a catalogue that is made and searched; null when something else is measured. */
  readonly catalogueMarkets: number | null
  /** Days of openings and settlements that the catalogue goes through; null when something else is measured. */
  readonly catalogueDays: number | null
  /** Minutes for which a stream is cut again and again, after other figures of streams; null when something else is measured. */
  readonly liveMinutes: number | null
}

export const USAGE = `npm run bench -- [options]    measures the service, and writes the figures to docs/performance.md

${Object.entries(PARTS)
  .map(([part, what]) => `  --${part.padEnd(12)} measures only ${what}`)
  .join('\n')}
  --scale=sweeps measures only one part of it: ${SCALES.join(', ')}
  --memory=10    watches the memory of npm start for ten minutes, and writes nothing
  --neighbours=5 plays five minutes alone and five beside a user who does as much as his quotas allow, and writes nothing
  --live         tells how soon streams are told, what 200 of them take, and whether one that is cut every 20 s loses anything (then it
                 exits with 1), and writes nothing
  --minutes=5    for so long with --live
  --month=30     syncs the catalogue through thirty days of openings and settlements, and writes nothing
  --catalogue=1000000 makes and searches a catalogue of so many markets, and writes nothing
  --quick        is shorter, and writes nothing
  --help         prints this page

Several parts may be named. Without any, all are measured.`

/** Throws `CannotStart` for a flag that it does not know. */
export const benchOptions = (flags: readonly string[]): BenchOptions => {
  const all = Object.keys(PARTS) as Part[]
  const scale = flags.find((flag) => SCALE.test(flag))
  const named = all.filter((part) => flags.includes(`--${part}`) || (part === 'scale' && scale !== undefined))
  const memory = flags.find((flag) => MEMORY.test(flag))
  const neighbours = flags.find((flag) => NEIGHBOURS.test(flag))
  const month = flags.find((flag) => MONTH.test(flag))
  const catalogue = flags.find((flag) => CATALOGUE.test(flag))
  const minutes = flags.find((flag) => MINUTES.test(flag))
  const others = [scale, minutes, memory, neighbours, month, catalogue]
  const known = (flag: string) =>
    ['--quick', '--help', '--live', ...others, ...named.map((part) => `--${part}`)].includes(flag)
  const unknown = flags.find((flag) => !known(flag))
  if (unknown !== undefined) throw new CannotStart(`npm run bench does not know ${unknown}.\n\n${USAGE}`)
  return {
    quick: flags.includes('--quick'),
    help: flags.includes('--help'),
    parts: named.length === 0 ? all : named,
    scales: SCALES.filter((one) => scale === undefined || SCALE.exec(scale)?.[1] === one),
    memoryMinutes: memory === undefined ? null : Number(MEMORY.exec(memory)?.[1] ?? 10),
    catalogueMarkets: catalogue === undefined ? null : Number(CATALOGUE.exec(catalogue)?.[1] ?? 1_000_000),
    catalogueDays: month === undefined ? null : Number(MONTH.exec(month)?.[1] ?? 30),
    liveMinutes: flags.includes('--live') ? Number(MINUTES.exec(minutes ?? '')?.[1] ?? 5) : null,
    neighbourMinutes: neighbours === undefined ? null : Number(NEIGHBOURS.exec(neighbours)?.[1] ?? 5),
  }
}

const SCALE = new RegExp(`^--scale=(${SCALES.join('|')})$`)
const NEIGHBOURS = /^--neighbours(?:=(\d+(?:\.\d+)?))?$/
const CATALOGUE = /^--catalogue(?:=(\d+))?$/
const MINUTES = /^--minutes=(\d+(?:\.\d+)?)$/
const MONTH = /^--month(?:=(\d+))?$/
const MEMORY = /^--memory(?:=(\d+(?:\.\d+)?))?$/
