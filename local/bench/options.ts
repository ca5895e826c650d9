/** The options of `npm run bench`. */

import { CannotStart } from '../cannot-start.ts'

/** Each part and its subject. */
export const PARTS = {
  search: 'the market search in a generated catalogue',
  orders: 'AWS resources and cost of an order',
  acceptance: 'time from the 202 to the acceptance by the exchange',
  lists: 'lists of a long history',
  requests: 'requests a second, each beside its floor',
  triggers: 'the price watch',
} as const

export type Part = keyof typeof PARTS

export interface BenchOptions {
  /** A shorter run, whose figures are not written. */
  readonly quick: boolean
  readonly help: boolean
  /** In the order in which they are measured. */
  readonly parts: readonly Part[]
  /** Minutes for which the memory of the local stack is watched; null if something else is measured. */
  readonly memoryMinutes: number | null
}

export const USAGE = `npm run bench -- [options]    measures the service, and writes the figures to docs/performance.md

${Object.entries(PARTS)
  .map(([part, subject]) => `  --${part.padEnd(12)} measures only ${subject}`)
  .join('\n')}
  --memory=10    watches the memory of npm start for ten minutes, and writes nothing
  --quick        is shorter, and writes nothing
  --help         prints this page

Several parts may be named. Without any, all are measured.`

/** Throws `CannotStart` for a flag that it does not know. */
export const benchOptions = (flags: readonly string[]): BenchOptions => {
  const all = Object.keys(PARTS) as Part[]
  const named = all.filter((part) => flags.includes(`--${part}`))
  const memory = flags.find((flag) => MEMORY.test(flag))
  const known = (flag: string) => ['--quick', '--help', memory, ...named.map((part) => `--${part}`)].includes(flag)
  const unknown = flags.find((flag) => !known(flag))
  if (unknown !== undefined) throw new CannotStart(`npm run bench does not know ${unknown}.\n\n${USAGE}`)
  return {
    quick: flags.includes('--quick'),
    help: flags.includes('--help'),
    parts: named.length === 0 ? all : named,
    memoryMinutes: memory === undefined ? null : Number(MEMORY.exec(memory)?.[1] ?? 10),
  }
}

const MEMORY = /^--memory(?:=(\d+(?:\.\d+)?))?$/
