/** Simulators that take the place of the real exchanges, by the variables that name addresses. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { variableOf } from '#local/live/live-hosts.ts'
import { type LocalExchanges, startSimulators } from '#local/simulators/start-simulators.ts'
import { EXCHANGE_HOSTS, type ExchangeHost } from '#ports/exchanges/exchange-addresses.ts'
import type { AtTheEnd } from './npm-start.ts'

export interface LiveMarkets {
  readonly simulators: LocalExchanges
  /** Variables for a service that trades there. */
  readonly variables: Readonly<Record<string, string>>
  /** Credentials of a new account, as the service takes them. */
  readonly account: (name: ExchangeName) => Readonly<Record<string, string | number>>
}

export const startLiveMarkets = async (atTheEnd: AtTheEnd): Promise<LiveMarkets> => {
  const folder = mkdtempSync(join(tmpdir(), 'live-markets-'))
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }))
  const simulators = await startSimulators({ bot: true, fileOf: (name) => join(folder, name), onStarted: atTheEnd })
  return {
    simulators,
    variables: addressVariables((name, host) => new Map(Object.entries(simulators[name].addresses)).get(host) ?? ''),
    account: (name) => simulators[name].openAccount('owner', simulators[name].keysIn({}), 10_000),
  }
}

/** Variables of addresses at which nothing answers, for one exchange or for all. */
export const unreachable = (names: readonly ExchangeName[] = EXCHANGE_NAMES): Readonly<Record<string, string>> =>
  addressVariables(
    (_name, _host, { streamsFor }) => (streamsFor === undefined ? 'http://127.0.0.1:1' : 'ws://127.0.0.1:1'),
    names,
  )

const addressVariables = (
  addressOf: (name: ExchangeName, host: string, about: ExchangeHost) => string,
  names: readonly ExchangeName[] = EXCHANGE_NAMES,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) =>
      Object.entries<ExchangeHost>(EXCHANGE_HOSTS[name]).map(([host, about]) => [
        variableOf(about.setting),
        addressOf(name, host, about),
      ]),
    ),
  )
