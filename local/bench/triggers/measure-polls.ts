/** The cost of one poll of the prices that reaches no stop: time without the exchange's own, and read units. */

import { v7 } from 'uuid'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { complexOrderToRow } from '#adapters/store/rows/complex-order-row.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import { type PollPricesDeps, pollPrices } from '#use-cases/price-watch/sources/poll-prices.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { createTable, LOCAL_CREDENTIALS, startDynamoDb } from '../../stack/aws/dynamodb.ts'
import { armedStop } from './armed-stop.ts'

export interface PollCost {
  readonly what: string
  readonly ms: number
  readonly readUnits: number
}

export interface PollFigures {
  readonly stops: number
  readonly instruments: number
  readonly polls: readonly PollCost[]
}

export const measurePolls = async (stops: number, instruments: number): Promise<PollFigures> => {
  const engine = await startDynamoDb()
  try {
    await createTable(engine.endpoint, 'polls')
    let readUnits = 0
    const table = openTable({
      name: 'polls',
      endpoint: engine.endpoint,
      region: 'local',
      credentials: LOCAL_CREDENTIALS,
      onConsumed: ({ operation, total }) => {
        if (READS.has(operation)) readUnits += total
      },
    })
    const complexOrders = complexOrderStore(table)
    const time = { now: Date.now() }
    for (let svcId = 1; svcId <= instruments; svcId += 1) {
      const armed = Array.from({ length: stops / instruments }, (_, n) => farStop(svcId, n, time.now))
      // The first through the store, which notes the instrument; a hundred thousand transactions would only take longer.
      await complexOrders.save({ newComplexOrders: armed.slice(0, 1) })
      await table.putAll(armed.slice(1).map((stop) => complexOrderToRow(stop, stop.version)))
    }

    let mid = MID
    const exchanges: PollPricesDeps['exchanges'] = (name) => ({
      name,
      quotes: async (nativeIds) => nativeIds.map((nativeId) => quoteAt(nativeId, mid, time.now)),
      lastTrade: async () => null,
      marketStates: async () => [],
    })
    const quiet = () => undefined
    const deps: PollPricesDeps = {
      orders: orderStore(table),
      complexOrders,
      priceFeeds: priceFeedStore(table),
      queues: { send: () => Promise.reject(new Error('nothing is crossed')) },
      memory: newWatchState(),
      exchanges,
      clock: () => time.now,
      log: { info: quiet, warn: quiet, error: quiet, metric: quiet },
    }
    const poll = async (what: string, more: { readonly later: number; readonly mid?: number }): Promise<PollCost> => {
      time.now += more.later
      mid = more.mid ?? mid
      readUnits = 0
      const began = performance.now()
      await pollPrices(deps, { part: { index: 0, of: 1 }, patienceMs: MINUTE })
      return { what, ms: performance.now() - began, readUnits }
    }
    await poll('loads everything', { later: 0 })
    const polls = [
      await poll('reads all stops: once a minute', { later: 2 * MINUTE }),
      await poll('prices do not move', { later: POLL_EVERY }),
      await poll('every price moves', { later: POLL_EVERY, mid: MID + 10_000 }),
    ]
    return { stops, instruments, polls }
  } finally {
    await engine.stop()
  }
}

/** Once a minute a look also writes the state of its feed. */
const READS: ReadonlySet<string> = new Set(['get', 'batchGet', 'query', 'count'])

const POLL_EVERY = 5_000
const MID = 400_000

/** Half of them far below the price, half of them far above. */
const farStop = (svcId: number, n: number, now: number): ComplexOrder =>
  armedStop(
    {
      complexOrderId: v7({ msecs: now }),
      userId: v7({ msecs: now }),
      subaccountId: v7({ msecs: now }),
      svcId,
      nativeId: `KXBENCH-${svcId}`,
      shard: 0,
      buyFlag: n % 2 === 0,
      stopPrice: price((n % 2 === 0 ? 60 + (n % 30) : 1 + (n % 30)) * 10_000),
    },
    now,
  )

const quoteAt = (nativeId: string, mid: number, asOf: number): ExchangeQuote => ({
  nativeId,
  state: 'open',
  bid: { price: price(mid - 10_000), qty: qty(1_000_000) },
  ask: { price: price(mid + 10_000), qty: qty(1_000_000) },
  lastPrice: null,
  tradeMark: '',
  lastTradeAt: null,
  stateIsLive: true,
  asOf,
})
