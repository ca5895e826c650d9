/** Asks the exchange of a market, with patience, and has words where it does not answer. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { exchangeUnavailable, type Problem, problem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { ifUnavailableLogged } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import { MARKETS_LOG } from './log-messages.ts'

export interface AskExchangeOptions<Source> {
  readonly clock: Clock
  readonly log: Log
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => Source | null
  /** How long an exchange may take in all, repeats included. */
  readonly patienceMs?: number
}

export interface AskExchange<Source> {
  /** Returns the result of `load`; 503 if the exchange is not set up, or does not answer. */
  read<Value>(market: Market, load: (exchange: Source) => Promise<Value>): Promise<Value | Problem>
  /**
   * Ends a call that takes longer. Several callers may wait for one call, so it does not end when one of them leaves.
   */
  patience(mostMs?: number): AbortSignal
}

/** A caller hears within ten seconds, whatever the exchange does. */
const PATIENCE_MS = 8 * SECOND

/** Reads of what these exchanges show. */
export const askExchange = <Source>({
  log,
  exchanges,
  patienceMs = PATIENCE_MS,
}: AskExchangeOptions<Source>): AskExchange<Source> => ({
  read: async (market, load) => {
    const exchange = exchanges(market.exchange)
    if (exchange === null) return notSetUp(market.exchange)
    return load(exchange).catch(
      ifUnavailableLogged(log, MARKETS_LOG.dataUnanswered, () =>
        exchangeUnavailable(`${market.exchange} does not answer. Try again in a few seconds.`, 5),
      ),
    )
  },
  patience: (mostMs = patienceMs) => AbortSignal.timeout(Math.min(mostMs, patienceMs)),
})

const notSetUp = (exchange: ExchangeName): Problem =>
  problem(503, 'exchange_unavailable', `${exchange} is not set up here, so nothing can be read from it.`)
