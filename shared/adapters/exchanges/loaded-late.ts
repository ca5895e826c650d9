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
export const lateLiveData = (name: ExchangeName, load: () => Promise<LiveDataSource>): LiveDataSource => {
  const loaded = once(load)
  return {
    name,
    orderBook: async (...given) => (await loaded()).orderBook(...given),
    orderBooks: async (...given) => (await loaded()).orderBooks(...given),
    quotes: async (...given) => (await loaded()).quotes(...given),
    marketStates: async (...given) => (await loaded()).marketStates(...given),
    lastTrade: async (...given) => (await loaded()).lastTrade(...given),
  }
}

/** `load` is called once. */
export const lateMarketData = (name: ExchangeName, load: () => Promise<MarketDataSource>): MarketDataSource => {
  const loaded = once(load)
  return {
    ...lateLiveData(name, loaded),
    listMarkets: async (...given) => (await loaded()).listMarkets(...given),
    changedMarkets: async (...given) => (await loaded()).changedMarkets(...given),
    marketsById: async (...given) => (await loaded()).marketsById(...given),
    trades: async (...given) => (await loaded()).trades(...given),
    priceSeries: async (...given) => (await loaded()).priceSeries(...given),
    payouts: async (...given) => (await loaded()).payouts(...given),
  }
}

/** `load` is called once. */
export const lateFunds = (load: () => Promise<Funds>): Funds => {
  const loaded = once(load)
  return {
    balances: async (...given) => (await loaded()).balances(...given),
    spreadCash: async (...given) => (await loaded()).spreadCash(...given),
  }
}

/** `load` is called once. */
export const latePreviews = (name: ExchangeName, load: () => Promise<PreviewSource>): PreviewSource => {
  const loaded = once(load)
  return {
    ...lateLiveData(name, loaded),
    balances: async (...given) => (await loaded()).balances(...given),
    prepare: async (...given) => (await loaded()).prepare(...given),
    expectedRefusals: async (...given) => (await loaded()).expectedRefusals(...given),
  }
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
    prepare: async (...given) => (await loaded()).prepare(...given),
    takeTurn: async (...given) => (await (await loaded()).takeTurn?.(...given)) ?? { go: true, waitMs: 0 },
    submit: async (...given) => (await loaded()).submit(...given),
    lookUp: async (...given) => (await loaded()).lookUp(...given),
    invalidateIdentity: async (...given) => (await loaded()).invalidateIdentity(...given),
    amend: async (...given) => (await loaded()).amend(...given),
    cancel: async (...given) => (await loaded()).cancel(...given),
    order: async (...given) => (await loaded()).order(...given),
    openOrders: async (...given) => (await loaded()).openOrders(...given),
    fillsSince: async (...given) => (await loaded()).fillsSince(...given),
    fillsBefore: async (...given) => (await loaded()).fillsBefore(...given),
    positions: async (...given) => (await loaded()).positions(...given),
    prepareAction: async (...given) => (await loaded()).prepareAction(...given),
    sendAction: async (...given) => (await loaded()).sendAction(...given),
    findAction: async (...given) => (await loaded()).findAction(...given),
    holdsAny: async (...given) => (await loaded()).holdsAny(...given),
    holderOf: async (...given) => (await loaded()).holderOf(...given),
    readiness: async (...given) => (await loaded()).readiness(...given),
    verify: async (...given) => (await loaded()).verify(...given),
  }
}

const once = <Adapter>(load: () => Promise<Adapter>): (() => Promise<Adapter>) => {
  let loaded: Promise<Adapter> | null = null
  return () => {
    loaded ??= load()
    return loaded
  }
}
