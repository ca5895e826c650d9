/** Gives every random play the seed of the run, and lets one that fails say how to repeat it. */

import { relative } from 'node:path'
import { configureGlobal, defaultReportMessage, type RunDetails } from 'fast-check'
import { expect, inject } from 'vitest'
import { isLongRun, rounds } from './plays.ts'

const { seed, path } = inject('plays')

const report = (details: RunDetails<unknown>): void => {
  if (!details.failed) return
  const { testPath = '', currentTestName = '' } = expect.getState()
  const file = relative(process.cwd(), testPath)
  // Builds a pattern: a dot replaces each character that the pattern could misread. Each exchange has stories of its own.
  const name = currentTestName
    .split(' > ')
    .map((part) => part.replaceAll(/[^\w\s,]/g, '.'))
    .join('.*')
  const config = isLongRun() ? ' -c vitest.long.config.ts' : ''
  const again = `SEED=${details.seed} PATH_=${details.counterexamplePath} npx vitest run${config} ${file} -t '${name}$'`
  const { errorInstance: cause } = details
  const broken = cause instanceof Error ? cause.message : ''
  throw new Error(`${broken}\n\nRepeat it: ${again}\n\n${defaultReportMessage(details)}`, { cause })
}

configureGlobal({
  seed,
  numRuns: rounds(100),
  reporter: report,
  ...(path === undefined ? {} : { path, endOnFailure: true }),
})
