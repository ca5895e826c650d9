import { EXCHANGE_HOSTS, type ExchangeHost, type TradedExchanges } from './exchange-addresses.ts'

/** A host at which real money is traded, among these; null if there is none. */
export const realHost = (exchanges: TradedExchanges): ExchangeHost | null => {
  const used = new Set(Object.values(exchanges).flatMap((hosts) => Object.values<string>(hosts)))
  const all = Object.values(EXCHANGE_HOSTS).flatMap((hosts) => Object.values<ExchangeHost>(hosts))
  return all.find(({ publicAddress }) => used.has(publicAddress)) ?? null
}
