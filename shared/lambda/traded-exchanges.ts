/** Addresses of the exchanges that are traded. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { EXCHANGE_HOSTS, type ExchangeHost, type TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'

/** Address of one host of an exchange, by the names of both; undefined or '' if it has none. */
type AddressOf = (name: ExchangeName, host: string, about: ExchangeHost) => string | undefined

/** Exchanges whose hosts all have an address. Sockets may have none. */
export const tradedExchanges = (addressOf: AddressOf): TradedExchanges => {
  const all = EXCHANGE_NAMES.map((name) => {
    const hosts = Object.entries<ExchangeHost>(EXCHANGE_HOSTS[name])
    return [
      name,
      hosts.map(([host, about]) => ({ host, about, address: addressOf(name, host, about) })).filter(isNeeded),
    ] as const
  })
  const traded = all.filter(([, hosts]) => hosts.every(({ address }) => address))
  return Object.fromEntries(
    traded.map(([name, hosts]) => [name, Object.fromEntries(hosts.map(({ host, address }) => [host, address]))]),
  )
}

const isNeeded = ({ about, address }: { readonly about: ExchangeHost; readonly address: string | undefined }) =>
  about.streamsFor === undefined || Boolean(address)
