/** Exchanges by their names, each built from its line in a table of contents at its first use. */

import { setTimeout as wait } from 'node:timers/promises'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Market, svcIdOf } from '#domain/markets/market.ts'
import type { ExchangeAddresses, TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import { unrefTimer } from '../unref-timer.ts'
import type { Calling } from './http/calling.ts'
import { type Http, http } from './http/http.ts'
import { RateBudget } from './http/rate-budget.ts'
import { reportUnknownValues } from './known-values.ts'

interface AdapterOptions extends Calling {
  readonly after: After
  /** From 0 to below 1. */
  readonly random: () => number
  readonly onSkip: (record: string, reason: string) => void
  /** Returns a market of this exchange in our catalogue, by its native id; null if it has none. */
  readonly storedMarket: (nativeId: string) => Promise<Market | null>
}

/** One line for each exchange. */
export type TableOfContents<Adapter> = {
  readonly [Name in ExchangeName]: (options: AdapterOptions & { readonly urls: ExchangeAddresses[Name] }) => Adapter
}

export interface RegistryOptions {
  readonly clock: Clock
  readonly log: Log
  /** An exchange that is absent is not set up. */
  readonly urls: TradedExchanges
  /** Returns a market in our catalogue, by `svc_id`; null if it has none. */
  readonly storedMarket: (svcId: number) => Promise<Market | null>
  readonly after?: After
  /** From 0 to below 1. */
  readonly random?: () => number
  /** Waits before a read is repeated or until the rate budget allows a call; by default in real time. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Steady clock in ms that refills the rate budgets. */
  readonly elapsed?: () => number
  /** Makes the HTTP client of one exchange; by default one with its own connections. */
  readonly httpOf?: () => Http
}

export interface ExchangeRegistry<Adapter> {
  /** Throws for an exchange that is not set up. */
  exchange(name: ExchangeName): Adapter
  exchangeOrNull(name: ExchangeName): Adapter | null
}

export const exchangeRegistry = <Adapter>(
  contents: TableOfContents<Adapter>,
  {
    clock,
    log,
    urls,
    storedMarket,
    after = unrefTimer,
    random = Math.random,
    sleep = sleepFor,
    elapsed = () => performance.now(),
    httpOf = http,
  }: RegistryOptions,
): ExchangeRegistry<Adapter> => {
  reportUnknownValues(log, clock)
  const built = new Map<ExchangeName, Adapter | null>()

  const build = <Name extends ExchangeName>(name: Name): Adapter | null => {
    const at: ExchangeAddresses[Name] | undefined = urls[name]
    if (at === undefined) return null
    return contents[name]({
      clock,
      after,
      random,
      http: httpOf(),
      budget: new RateBudget(elapsed),
      sleep,
      onSkip: (record, reason) => log.warn('exchange record unreadable, left out', { exchange: name, record, reason }),
      storedMarket: async (nativeId) => {
        const market = await storedMarket(svcIdOf(name, nativeId))
        return market?.nativeId === nativeId ? market : null
      },
      urls: at,
    })
  }

  const exchangeOrNull = (name: ExchangeName): Adapter | null => {
    const known = built.get(name)
    if (known !== undefined) return known
    const exchange = build(name)
    built.set(name, exchange)
    return exchange
  }

  return {
    exchangeOrNull,
    exchange: (name) => {
      const exchange = exchangeOrNull(name)
      if (exchange === null) throw new Error(`${name} is not set up: its URL is missing from the environment`)
      return exchange
    },
  }
}

const sleepFor = async (ms: number, signal: AbortSignal): Promise<void> => {
  // An abort ends the wait; the next call sees it and is not sent.
  await wait(ms, undefined, { signal }).catch(() => undefined)
}
