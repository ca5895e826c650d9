/** The options of `npm start`, from its flags and environment. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { quotasIn } from '#domain/accounts/quotas.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { CannotStart } from './cannot-start.ts'
import { chosenAccounts } from './live/chosen-accounts.ts'
import { folderOf } from './live/folder-of.ts'
import { liveHosts } from './live/live-hosts.ts'
import { startOf } from './live/start-of.ts'
import { parseFlags } from './parse-flags.ts'
import { chosenReplay, REPLAY_FOLDER, type ReplayChoice } from './replay/chosen-replay.ts'

export interface StartOptions {
  readonly accounts: AccountKind
  /** Addresses of the real exchanges; null with simulated ones. */
  readonly hosts: TradedExchanges | null
  readonly fresh: boolean
  readonly jsonLogs: boolean
  readonly help: boolean
  /** True if lists of the simulated EXCHANGE_A may be 15 s old, as the exchange's own. */
  readonly cache: boolean
  readonly unsignedRefusals: number
  readonly port: number
  readonly dir: string
  /** Recording to play; null for none. */
  readonly replay: ReplayChoice | null
  /** Folder in which the price watch records; empty for none. */
  readonly record: string
  /** Quotas that differ from the defaults. */
  readonly quotas: string
}

/** In a file of its own: `npm start -- --help` prints it before anything is installed. */
export const USAGE = readFileSync(new URL('start-usage.txt', import.meta.url), 'utf8').trimEnd()

/** As often as unsigned reads were refused on the exchange (Kalshi live reference, section 2.1). */
const UNSIGNED_REFUSALS = 0.3

const FLAGS = {
  markets: { type: 'string' },
  accounts: { type: 'string' },
  fresh: { type: 'boolean', default: false },
  'delete-production': { type: 'boolean', default: false },
  'json-logs': { type: 'boolean', default: false },
  'live-lists': { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  replay: { type: 'string' },
  speed: { type: 'string' },
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
  const swallowed = Object.keys(FLAGS).find((flag) =>
    isSwallowed(environment[`npm_config_${flag.replaceAll('-', '_')}`]),
  )
  if (swallowed !== undefined)
    throw new CannotStart(`npm took --${swallowed} for itself. Put "--" before it: npm start -- --${swallowed}`)
  const accounts = chosenAccounts(given)
  refuseDeletion(accounts, given)
  const replay = chosenReplay(given, accounts, environment['LOCAL_DIR'] ?? '')
  return {
    accounts,
    hosts: accounts === 'simulated' ? null : liveHosts(accounts, environment),
    // A replay begins at its beginning, with accounts as new.
    fresh: given.fresh || replay !== null,
    jsonLogs: given['json-logs'],
    help: given.help,
    cache: !given['live-lists'],
    unsignedRefusals: UNSIGNED_REFUSALS,
    // An empty variable is none.
    port: Number(environment['PORT'] || 8787),
    dir: environment['LOCAL_DIR'] || (replay === null ? folderOf(accounts) : REPLAY_FOLDER),
    replay,
    record: given.record ? resolve(environment['RECORD_DIR'] || 'recordings') : '',
    quotas: checkedQuotas(environment['QUOTAS'] ?? ''),
  }
}

/** npm stores a flag without a value as `true`, and one that was not given as nothing. */
const isSwallowed = (stored: string | undefined): boolean => stored !== undefined && stored !== '' && stored !== 'false'

interface Deletion {
  readonly fresh: boolean
  readonly 'delete-production': boolean
}

/** Keys and orders of real accounts need a second word. Their orders at the exchange would be nobody's. */
const refuseDeletion = (accounts: AccountKind, { fresh, 'delete-production': isMeant }: Deletion): void => {
  if (accounts === 'production' && fresh && !isMeant)
    throw new CannotStart(
      '--fresh deletes the credentials, orders and stops of real accounts. Orders that rest at the exchanges stay there. ' +
        `If you mean it: ${startOf(accounts)} --fresh --delete-production`,
    )
  if (isMeant && !(fresh && accounts === 'production'))
    throw new CannotStart(
      `--delete-production goes with --fresh only: ${startOf('production')} --fresh --delete-production`,
    )
}

const checkedQuotas = (text: string): string => {
  try {
    quotasIn(text)
    return text
  } catch (error) {
    throw error instanceof RangeError ? new CannotStart(`QUOTAS: ${error.message}`) : error
  }
}
