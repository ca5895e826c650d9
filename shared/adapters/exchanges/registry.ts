/** Which exchange goes by which name; each is built when it is first asked for. */

import { setTimeout as wait } from 'node:timers/promises'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Clock } from '#ports/clock.ts'
import type { Exchange } from '#ports/exchange.ts'
import type { Log } from '#ports/log.ts'
import { http } from './http.ts'
import { kalshiExchange } from './kalshi/kalshi-exchange.ts'
import { polymarketExchange } from './polymarket/polymarket-exchange.ts'
import { rateBudget } from './rate-budget.ts'

export interface RegistryOptions {
  readonly clock: Clock
  readonly log: Log
  /** Base URLs; an exchange that is absent is not set up. */
  readonly urls: {
    readonly EXCHANGE_A?: string
    readonly EXCHANGE_B?: { readonly clob: string; readonly gamma: string; readonly data: string }
  }
  /** The tokens of a market of EXCHANGE_B as the catalogue has them; null when it does not. */
  readonly tokensOf: (conditionId: string) => Promise<{ readonly yes: string; readonly no: string } | null>
  /** Waits before a read is repeated or until the rate budget allows a call; by default for real. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** A steady clock in ms that the rate budgets refill by. */
  readonly elapsed?: () => number
}

export interface ExchangeRegistry {
  /** Throws for an exchange that is not set up. */
  exchange(name: ExchangeName): Exchange
  exchangeOrNull(name: ExchangeName): Exchange | null
}

export const exchangeRegistry = ({
  clock,
  log,
  urls,
  tokensOf,
  sleep = sleepFor,
  elapsed = () => performance.now(),
}: RegistryOptions): ExchangeRegistry => {
  const built = new Map<ExchangeName, Exchange | null>()

  const build = (name: ExchangeName): Exchange | null => {
    const common = {
      clock,
      http: http(),
      budget: rateBudget(elapsed),
      sleep,
      onSkip: (record: string, reason: string) =>
        log.warn('a record of the exchange cannot be read and is left out', { exchange: name, record, reason }),
    }
    switch (name) {
      case 'EXCHANGE_A':
        return urls.EXCHANGE_A === undefined ? null : kalshiExchange({ ...common, baseUrl: urls.EXCHANGE_A })
      case 'EXCHANGE_B':
        return urls.EXCHANGE_B === undefined ? null : polymarketExchange({ ...common, urls: urls.EXCHANGE_B, tokensOf })
    }
  }

  const exchangeOrNull = (name: ExchangeName): Exchange | null => {
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
  // An abort ends the waiting; the call that follows sees it and is not sent.
  await wait(ms, undefined, { signal }).catch(() => undefined)
}
