/** Which exchanges are traded, and where they are. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { EXCHANGE_HOSTS, type ExchangeHost, type TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'

/** The address of one host of an exchange, by the names of both; undefined or '' where there is none. */
type AddressOf = (name: ExchangeName, host: string, about: ExchangeHost) => string | undefined

/** An exchange is traded if each of its hosts has an address. Its sockets may have none. */
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
