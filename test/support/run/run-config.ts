/** How the tests run: `npm test` proves all rules in some minutes, `npm run test:long` plays more and new random plays. */

import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'
import { SlowFirst } from './slow-first.ts'

/** The seed of `npm test`. */
const FIXED_SEED = 20_261_121
/** How many plays of a long run stand for one of `npm test`. */
const LONG_TIMES = 10

export const runConfig = (kind: 'usual' | 'long'): ViteUserConfig => {
  const { SEED, PATH_, TIMES } = process.env
  const seed = Number(SEED ?? (kind === 'usual' ? FIXED_SEED : randomInt(2 ** 31)))
  const times = Number(TIMES ?? (kind === 'usual' ? 1 : LONG_TIMES))
  console.log(
    `Random plays: SEED=${seed}${PATH_ === undefined ? '' : ` PATH_=${PATH_}`}, ${times} for each of npm test`,
  )
  return {
    test: {
      testTimeout: kind === 'usual' ? 60_000 : 1_200_000,
      hookTimeout: kind === 'usual' ? 60_000 : 240_000,
      // One more than the cores `npm test` is made for: some files only wait for a service to do something. With two more, stories that
      // hold a service to its times failed for want of a core.
      maxWorkers: 3,
      // Of tests in a file that run side by side: all of them wait for answers that are late on purpose.
      maxConcurrency: 12,
      slowTestThreshold: 5_000,
      globalSetup: ['test/support/run/prepare-run.ts'],
      setupFiles: ['test/support/run/set-seed.ts'],
      sequence: { sequencer: SlowFirst },
      onUnhandledError: isLeftBehind,
      provide: { plays: { seed, times, ...(PATH_ === undefined ? {} : { path: PATH_ }) } },
      projects: kind === 'usual' ? PROJECTS : [...PROJECTS.map(onlyRandom), CHAOS],
    },
  }
}

/** A story with real sockets may end while a function still waits. Its time-out comes half a minute later, and concerns nobody. */
const isLeftBehind = ({ name, stack = '' }: { readonly name?: string; readonly stack?: string }): false | undefined =>
  name === 'TimeoutError' && stack.includes('@middy/core') ? false : undefined

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test', file))
const filesWith = (text: RegExp): readonly string[] => FILES.filter((file) => text.test(readFileSync(file, 'utf8')))

/** Files that have a process of their own, because they start services or processes, or change the environment. The others share one. */
const APART = filesWith(
  /\b(startOwnService|startService|useStage|startLambda|spawn|copiedTree)\(|process\.env\['\w+'\] = /,
).filter((file) => !file.startsWith('test/chaos/'))

const EVERYTHING = ['test/**/*.test.ts']

/** Minutes of bad luck, in the long run alone: after all others and one after the other, because it measures how soon things happen. */
const CHAOS: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'chaos',
    include: ['test/chaos/*.test.ts'],
    provide: { engine: 'real' },
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
}

const PROJECTS: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: { name: 'apart', include: [...APART], provide: { engine: 'real' } },
  },
  {
    extends: true,
    test: {
      name: 'rules',
      include: EVERYTHING,
      exclude: [...APART, 'test/chaos/**'],
      isolate: false,
      provide: { engine: 'real' },
    },
  },
  {
    // The store suite again, on the table in memory that the stories use.
    extends: true,
    test: {
      name: 'memory',
      include: ['test/adapters/store/**/*.test.ts'],
      exclude: ['**/engine.test.ts', '**/other-engine.test.ts', '**/wire.test.ts'],
      isolate: false,
      provide: { engine: 'memory' },
    },
  },
]

/** Of a project, the files with random plays, and those of which `npm test` takes a part. */
const onlyRandom = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  ...project,
  test: { ...project.test, exclude: [...(project.test?.exclude ?? []), ...WITHOUT_PLAYS] },
})

const PLAYED = filesWith(/'fast-check'|\brounds\(|\brunSeed\(|\binThisRun\(|\bfaultStories\(/)
const WITHOUT_PLAYS = FILES.filter((file) => !PLAYED.includes(file))
