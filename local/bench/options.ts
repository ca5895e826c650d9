/** The options of `npm run bench`. */

import { parseFlags } from '../parse-flags.ts'

/** Each part and its subject. */
export const PARTS = {
  search: 'the market search in a generated catalogue',
  orders: 'AWS resources and cost of an order',
  acceptance: 'time from the 202 to the acceptance by the exchange',
  lists: 'lists of a long history',
  requests: 'requests a second',
  triggers: 'the price watch',
} as const

export type Part = keyof typeof PARTS

export interface BenchOptions {
  /** A shorter run, whose figures are not written. */
  readonly quick: boolean
  readonly help: boolean
  /** In the order in which they are measured. */
  readonly parts: readonly Part[]
  /** True: watches the memory of the local stack, and measures nothing else. */
  readonly memory: boolean
}

export const USAGE = `npm run bench -- [options]    measures the service, and writes the figures to docs/performance.md

${Object.entries(PARTS)
  .map(([part, subject]) => `  --${part.padEnd(12)} measures only ${subject}`)
  .join('\n')}
  --memory       watches the memory of npm start for ten minutes, and writes nothing
  --quick        is shorter, and writes nothing
  --help         prints this page

Several parts may be named. Without any, all are measured.`

/** Throws `CannotStart` for a flag that it does not know. */
export const benchOptions = (flags: readonly string[]): BenchOptions => {
  const all = Object.keys(PARTS) as Part[]
  const names = [...all, 'memory', 'quick', 'help']
  const options = Object.fromEntries(names.map((name) => [name, { type: 'boolean' } as const]))
  const given = parseFlags('npm run bench --', flags, options)
  const named = all.filter((part) => given[part] === true)
  return {
    quick: given['quick'] === true,
    help: given['help'] === true,
    parts: named.length === 0 ? all : named,
    memory: given['memory'] === true,
  }
}
