/** The options of `npm start`, from its flags and environment. */

import { readFileSync } from 'node:fs'
import { quotasIn } from '#domain/accounts/quotas.ts'
import { CannotStart } from './cannot-start.ts'
import { parseFlags } from './parse-flags.ts'

export interface StartOptions {
  readonly fresh: boolean
  readonly jsonLogs: boolean
  readonly help: boolean
  /** True if lists of the simulated EXCHANGE_A may be 15 s old, as the exchange's own. */
  readonly cache: boolean
  readonly unsignedRefusals: number
  readonly port: number
  readonly dir: string
  /** Quotas that differ from the defaults. */
  readonly quotas: string
}

/** In a file of its own: `npm start -- --help` prints it before anything is installed. */
export const USAGE = readFileSync(new URL('start-usage.txt', import.meta.url), 'utf8').trimEnd()

/** As often as unsigned reads were refused on the exchange (Kalshi live reference, section 2.1). */
const UNSIGNED_REFUSALS = 0.3

const FLAGS = {
  fresh: { type: 'boolean', default: false },
  'json-logs': { type: 'boolean', default: false },
  'live-lists': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const
/** Flags that others would expect, and what does the same here. */
const INSTEAD: Readonly<Record<string, string>> = {
  '--port': 'PORT=8788 npm start',
  '-p': 'PORT=8788 npm start',
  '--dir': 'LOCAL_DIR=.local-2 npm start',
  '--json': 'npm start -- --json-logs',
}

/** Throws `CannotStart` with the closest known flag if a flag is unknown. */
export const startOptions = (
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StartOptions => {
  const given = parseFlags('npm start --', flags, FLAGS, INSTEAD)
  // npm takes flags before "--" as its own settings, and passes them on in this way only.
  const swallowed = Object.keys(FLAGS).find((flag) => environment[`npm_config_${flag.replaceAll('-', '_')}`] === 'true')
  if (swallowed !== undefined)
    throw new CannotStart(`npm took --${swallowed} for itself. Put "--" before it: npm start -- --${swallowed}`)
  return {
    fresh: given.fresh,
    jsonLogs: given['json-logs'],
    help: given.help,
    cache: !given['live-lists'],
    unsignedRefusals: UNSIGNED_REFUSALS,
    // An empty variable is none.
    port: Number(environment['PORT'] || 8787),
    dir: environment['LOCAL_DIR'] || '.local',
    quotas: checkedQuotas(environment['QUOTAS'] ?? ''),
  }
}

const checkedQuotas = (text: string): string => {
  try {
    quotasIn(text)
    return text
  } catch (error) {
    throw error instanceof RangeError ? new CannotStart(`QUOTAS: ${error.message}`) : error
  }
}
