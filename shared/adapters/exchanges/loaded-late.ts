/**
 * Exchanges whose code is loaded when something is first asked of them. A function that places a LIMIT order asks no exchange, and one
 * that serves accounts of one exchange never loads the other.
 */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { Funds } from '#ports/exchanges/funds.ts'
import type { LiveDataSource, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { PreviewSource } from '#ports/exchanges/preview-source.ts'

/** `load` is called once. */
export const lateLiveData = (name: ExchangeName, load: () => Promise<LiveDataSource>): LiveDataSource => ({
  name,
  ...late(once(load), ['orderBook', 'orderBooks', 'quotes', 'marketStates', 'lastTrade']),
})

/** `load` is called once. */
export const lateMarketData = (name: ExchangeName, load: () => Promise<MarketDataSource>): MarketDataSource => {
  const loaded = once(load)
  return {
    ...lateLiveData(name, loaded),
    ...late(loaded, ['listMarkets', 'changedMarkets', 'marketsById', 'trades', 'priceSeries', 'payouts']),
    tradesSince: async (...given) => (await (await loaded()).tradesSince?.(...given)) ?? null,
  }
}

/** `load` is called once. */
export const lateFunds = (load: () => Promise<Funds>): Funds => late(once(load), ['balances', 'spreadCash'])

/** `load` is called once. */
export const latePreviews = (name: ExchangeName, load: () => Promise<PreviewSource>): PreviewSource => {
  const loaded = once(load)
  return { ...lateLiveData(name, loaded), ...late(loaded, ['balances', 'prepare', 'expectedRefusals']) }
}

/** `load` is called once. `orderIdOf` is the adapter's own, which answers at once. */
export const lateExchange = (
  name: ExchangeName,
  orderIdOf: Exchange['orderIdOf'],
  load: () => Promise<Exchange>,
): Exchange => {
  const loaded = once(load)
  return {
    ...lateMarketData(name, loaded),
    ...latePreviews(name, loaded),
    ...lateFunds(loaded),
    orderIdOf,
    takeTurn: async (...given) => (await (await loaded()).takeTurn?.(...given)) ?? { go: true, waitMs: 0, refillMs: 0 },
    ...late(loaded, ['prepare', 'submit', 'lookUp', 'invalidateIdentity', 'amend', 'cancel']),
    ...late(loaded, ['order', 'openOrders', 'fillsSince', 'fillsBefore', 'positions']),
    ...late(loaded, ['prepareAction', 'sendAction', 'findAction', 'holdsAny']),
    ...late(loaded, ['holderOf', 'readiness', 'verify']),
  }
}

/** The methods of these names, each of which waits for what is loaded. */
const late = <Name extends string, Adapter extends Readonly<Record<Name, Method>>>(
  loaded: () => Promise<Adapter>,
  names: readonly Name[],
): Pick<Adapter, Name> => {
  const methods = names.map((name) => {
    const method = async (...given: readonly unknown[]) => {
      const adapter = await loaded()
      return Reflect.apply(adapter[name], adapter, given)
    }
    return [name, method]
  })
  return Object.assign(Object.create(null), Object.fromEntries(methods))
}

type Method = (...given: never) => unknown

const once = <Adapter>(load: () => Promise<Adapter>): (() => Promise<Adapter>) => {
  let loaded: Promise<Adapter> | null = null
  return () => {
    loaded ??= load()
    return loaded
  }
}
