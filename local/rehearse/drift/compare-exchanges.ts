/** `npm run rehearse -- --drift`: compares each exchange, prints what differs, and writes the report. */

import { writeFile } from 'node:fs/promises'
import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { toIso } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { CannotStart } from '../../cannot-start.ts'
import { readCredentials } from '../read-credentials.ts'
import { signal } from '../signal.ts'
import type { DriftOptions } from './drift-options.ts'
import type { Finding } from './finding.ts'
import { type Drift, runDrift } from './run-drift.ts'

interface Terminal {
  readonly clock: () => number
  /** How long to listen to each public socket. */
  readonly listenMs: number
  readonly print: (text: string) => void
}

/** True if no difference decides anything. */
export const compareExchanges = async (
  options: DriftOptions,
  { clock, listenMs, print }: Terminal,
): Promise<boolean> => {
  const found: Record<string, Drift> = {}
  for (const { name: exchange, urls } of options.exchanges) {
    const account = options.credentials === null ? null : await accountOf(exchange, urls, options.credentials, clock)
    const drift = await runDrift({ exchange, urls, account, clock, patienceMs: 250, listenMs }, options.market)
    found[exchange] = drift
    print(`\n${exchange}: the answers to ${drift.compared} calls were compared.\n`)
    for (const finding of drift.findings) print(lineOf(finding))
    for (const open of drift.open) print(`open     ${open}`)
  }
  const all = Object.values(found).flatMap(({ findings }) => findings)
  const decisive = all.filter(({ decides }) => decides).length
  await writeFile(options.report, `${JSON.stringify({ made_at: toIso(clock()), exchanges: found }, null, 2)}\n`)
  print(
    `\n${decisive === 0 ? 'Nothing that decides has drifted' : `${decisive} DIFFERENCES DECIDE`}; ` +
      `${all.length - decisive} others. The report is in ${options.report}.`,
  )
  if (decisive > 0) print('Update the service, or open an issue with the report, before you trade with real money.')
  return decisive === 0
}

const lineOf = ({ kind, decides, calls, at, means }: Finding): string =>
  `${decides ? 'DECIDES' : 'note   '}  ${kind.padEnd(16)}  ${at}\n         in ${calls.join(', ')}\n         ${means}`

/** An account like the service's own. Throws `CannotStart` for credentials that the exchange refuses. */
const accountOf = async (
  name: ExchangeName,
  urls: Readonly<Record<string, string>>,
  file: string,
  clock: () => number,
): Promise<ExchangeAccount> => {
  const credentials = await readCredentials({ exchange: name, credentials: file })
  const { exchange } = exchangeRegistry(ACCOUNTS, {
    clock,
    log: QUIET,
    urls: { [name]: urls } as TradedExchanges,
    storedMarket: async () => null,
  })
  const verified = await exchange(name).verify(credentials, signal())
  if (verified.kind === 'invalid')
    throw new CannotStart(`${name} refuses the credentials in ${file}: ${verified.field}: ${verified.reason}`)
  return { accountKey: 'drift', secrets: verified.secrets }
}

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined, metric: () => undefined }
