/** How the tests run: `npm test` proves the rules in five minutes, `npm run test:long` plays what takes longer, and more and new random plays. */

import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'
import { SlowFirst } from './slow-first.ts'

/** The seed of `npm test`. */
const FIXED_SEED = 20_261_121
/** How many plays each run has for one that a test asks for. */
const TIMES_OF = { usual: 0.2, long: 1 }

// Each process that runs the project's code finds it compiled, by this run or an earlier one.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')

export const runConfig = (kind: 'usual' | 'long'): ViteUserConfig => {
  const { SEED, PATH_, TIMES } = process.env
  const seed = Number(SEED ?? (kind === 'usual' ? FIXED_SEED : randomInt(2 ** 31)))
  const times = Number(TIMES ?? TIMES_OF[kind])
  console.log(
    `Random plays: SEED=${seed}${PATH_ === undefined ? '' : ` PATH_=${PATH_}`}, ${times} times as many as a test asks for`,
  )
  return {
    test: {
      testTimeout: kind === 'usual' ? 60_000 : 1_200_000,
      hookTimeout: kind === 'usual' ? 60_000 : 240_000,
      // Node itself runs the files, as it runs the service.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // One more than the cores `npm test` is made for: some files only wait for a service to do something. With two more, stories that
      // hold a service to its times failed for want of a core.
      maxWorkers: 3,
      // Limit for concurrent tests in a file: all of them wait for answers that are late on purpose.
      maxConcurrency: 24,
      slowTestThreshold: 5_000,
      // Time-out of `expect.poll`: a busy machine may keep a page waiting for its processor.
      expect: { poll: { timeout: 45_000 } },
      globalSetup: ['test/support/run/prepare-run.ts'],
      setupFiles: ['test/support/run/set-seed.ts'],
      sequence: { sequencer: SlowFirst },
      onUnhandledError: isLeftBehind,
      provide: { plays: { seed, times, ...(PATH_ === undefined ? {} : { path: PATH_ }) } },
      projects:
        kind === 'usual'
          ? [...PROJECTS.map(without(LONG_ONLY)), ENGINE]
          : [...PROJECTS.map(without(NOT_PLAYED)), STORES, MEMORY, CHAOS],
    },
  }
}

/** A story with real sockets may end while a function still waits. Its time-out comes half a minute later, and concerns nobody. */
const isLeftBehind = ({ name, stack = '' }: { readonly name?: string; readonly stack?: string }): false | undefined =>
  name === 'TimeoutError' && stack.includes('@middy/core') ? false : undefined

const FILES = ['test', 'packages'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => join(room, file)),
)
const filesWith = (text: RegExp): readonly string[] => FILES.filter((file) => text.test(readFileSync(file, 'utf8')))

/** Files that have a process of their own, because they start services or processes, or change the environment. The others share one. */
const APART = filesWith(
  /\b(startOwnService|startService|startProcess|useStage|startLambda|spawn|copiedTree)\(|process\.env\['\w+'\] = /,
).filter((file) => !file.startsWith('test/chaos/'))

const EVERYTHING = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']

/**
 * In the long run alone. Each takes half a minute of a processor (bundles, two compilations, pages in a browser) or needs the package
 * registry.
 */
const LONG_ONLY = [
  'test/adapters/drift/official-fixtures.test.ts',
  'test/infra/bundles.test.ts',
  'test/infra/notices.test.ts',
  'test/stories/console/console.test.ts',
  'test/stories/service/reference-page-in-browser.test.ts',
  'test/third-exchange/third-exchange.test.ts',
]

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

/** Tests of the engine behind its sockets, and of the table in it. */
const OF_ENGINE = ['test/adapters/store/engine/*.test.ts']

const ENGINE: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'engine',
    include: OF_ENGINE,
    exclude: [...APART],
    isolate: false,
    provide: { engine: 'real' },
  },
}

/** The stores again, in the long run alone, in the engine behind its sockets; `npm test` has them in memory, as the stories. */
const STORES: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'stores',
    include: ['test/adapters/store/**/*.test.ts'],
    exclude: [...OF_ENGINE],
    isolate: false,
    provide: { engine: 'real' },
  },
}

/** The suites of the engine again, in the long run alone, on the table in memory. */
const MEMORY: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'memory',
    include: OF_ENGINE,
    exclude: ['**/engine.test.ts', '**/other-engine.test.ts', '**/wire.test.ts'],
    isolate: false,
    provide: { engine: 'memory' },
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
      exclude: [...APART, ...OF_ENGINE, 'test/chaos/**'],
      isolate: false,
      provide: { engine: 'memory' },
    },
  },
]

/** A project without some of its files. */
const without =
  (files: readonly string[]) =>
  (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
    ...project,
    test: { ...project.test, exclude: [...(project.test?.exclude ?? []), ...files] },
  })

/** Files of the long run alone, files with random plays, and files that `npm test` plays in part. */
const PLAYED = [
  ...LONG_ONLY,
  ...filesWith(
    /'fast-check'|\brounds\(|\brunSeed\(|\binThisRun\(|\bisLongRun\(|\bplayedOn\(|\binTurn\(|\bfaultStories\(/,
  ),
]
const NOT_PLAYED = FILES.filter((file) => !PLAYED.includes(file))
