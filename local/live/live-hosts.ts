/** Addresses of the real exchanges, and of hosts that variables of the environment name in their place. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { tradedExchanges } from '#lambda/traded-exchanges.ts'
import {
  EXCHANGE_HOSTS,
  type ExchangeHost,
  socketBeside,
  type TradedExchanges,
} from '#ports/exchanges/exchange-addresses.ts'
import { realHost } from '#ports/exchanges/real-host.ts'
import { CannotStart } from '../cannot-start.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Paper accounts read production data. Throws `CannotStart` for an address that is none, or trades real money with demo accounts. */
export const liveHosts = (accounts: AccountKind, environment: Environment): TradedExchanges => {
  const hosts = tradedExchanges((name, _host, about) => addressOf(name, about, accounts, environment))
  const real = accounts === 'demo' ? realHost(hosts) : null
  if (real !== null)
    throw new CannotStart(
      `${variableOf(real.setting)} is ${real.publicAddress}, where real money is traded. Demo accounts may not use it.`,
    )
  return hosts
}

const addressOf = (
  name: ExchangeName,
  about: ExchangeHost,
  accounts: AccountKind,
  environment: Environment,
): string => {
  const { publicAddress, demoAddress = '', streamsFor } = about
  const given = givenAddress(about, environment)
  if (given !== null) return given
  if (streamsFor === undefined) return accounts === 'demo' ? demoAddress : publicAddress
  const source = new Map(Object.entries<ExchangeHost>(EXCHANGE_HOSTS[name])).get(streamsFor)
  if (source === undefined) throw new Error(`${name} has no host ${streamsFor}`)
  return socketBeside(about, source, addressOf(name, source, accounts, environment))
}

/** Null without a variable. */
const givenAddress = ({ setting, streamsFor }: ExchangeHost, environment: Environment): string | null => {
  const variable = variableOf(setting)
  const given = environment[variable]
  if (given === undefined || given === '') return null
  const protocols = streamsFor === undefined ? ['https:', 'http:'] : ['wss:', 'ws:']
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !protocols.includes(url.protocol))
    throw new CannotStart(`${variable} is "${given}", which is no address. It begins with ${protocols[0]}//`)
  if (url.protocol === protocols[1] && !LOOPBACK.has(url.hostname))
    throw new CannotStart(`${variable} is "${given}". Only addresses of this machine may do without ${protocols[0]}//`)
  return given.replace(/\/$/, '')
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The setting of a deployment in the spelling of variables: `exchangeBMarketWsUrl` → `EXCHANGE_B_MARKET_WS_URL`. */
export const variableOf = (setting: string): string => setting.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
