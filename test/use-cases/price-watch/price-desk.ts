/** A price watch over a table in memory and an exchange that shows what the test says, for tests. */

import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { basketToWatch } from '#adapters/store/contingent/price-watch-rows.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import type { Change } from '#adapters/store/engine/table-writes.ts'
import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { complexOrderToRow } from '#adapters/store/rows/complex-order-row.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { arm, cancel } from '#domain/contingent/transitions.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { MadeTrade } from '#domain/markets/mark-price.ts'
import { type WatchPart, WHOLE_WATCH } from '#domain/price-watch/watch-part.ts'
import type { Item } from '#local-dynamodb/item-size.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote, LastTrade } from '#ports/exchanges/market-data-source.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'
import { cents, contracts, sampleConditional, T0 } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { endPage } from '#use-cases/contingent/end/end-market.ts'
import { type PollPricesDeps, pollPrices } from '#use-cases/price-watch/sources/poll-prices.ts'
import type { WatchRunDeps } from '#use-cases/price-watch/watch-run.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'

/** The table is empty, or holds these rows. */
export const openPriceDesk = async (items: readonly Item[] = []) => {
  const { reach } = await memoryTable({ items })
  let units = 0
  const table = openTable({
    ...reach,
    onConsumed: ({ operation, total }) => {
      if (READS.has(operation)) units += total
    },
  })
  const time = { now: T0 + 3_600_000 }
  const clock = () => time.now
  const orders = orderStore(table)
  const complexOrders = complexOrderStore(table)
  const priceFeeds = priceFeedStore(table)
  const queues = storyQueues(clock)
  const shown = new Map<string, ExchangeQuote>()
  const over = new Set<string>()
  const trades = new Map<string, LastTrade>()
  const tape = new Map<string, readonly MadeTrade[] | 'away'>()
  const read: string[] = []
  const down = new Set<ExchangeName>()
  const requested: string[][] = []
  const metrics: [name: string, value: number][] = []

  const exchanges: WatchRunDeps['exchanges'] = (name) => ({
    name,
    quotes: async (nativeIds) => {
      if (down.has(name)) throw new ExchangeUnavailable(name, 'away')
      requested.push([...nativeIds])
      return nativeIds.flatMap((id) => {
        const quote = shown.get(id)
        // As of now, also when it is looked at later.
        return quote === undefined ? [] : [{ ...quote }]
      })
    },
    orderBook: async (nativeId) => {
      const quote = shown.get(nativeId)
      const [bids, asks] = [quote?.bid, quote?.ask].map((level) => (level == null ? [] : [level]))
      return { bids: bids ?? [], asks: asks ?? [], at: time.now }
    },
    trades: async () => ({ trades: [], hasMore: false, asOf: time.now }),
    lastTrade: async (nativeId) => trades.get(nativeId) ?? null,
    tradesSince: async (nativeId) => {
      const reported = tape.get(nativeId) ?? []
      read.push(nativeId)
      if (reported === 'away') throw new ExchangeUnavailable(name, 'away')
      return reported
    },
    marketStates: async (ids) =>
      ids.filter((id) => over.has(id)).map((nativeId) => ({ nativeId, state: 'closed' as const })),
  })
  /** Returns the dependencies of a new container. */
  const newDeps = (): Omit<PollPricesDeps, 'exchanges'> & Pick<WatchRunDeps, 'exchanges'> => ({
    orders,
    complexOrders,
    priceFeeds,
    queues,
    memory: newWatchState(),
    exchanges,
    clock,
    log: { ...SILENT_LOG, metric: (name, value) => void metrics.push([name, value]) },
  })
  const deps = newDeps()

  return {
    time,
    orders,
    complexOrders,
    priceFeeds,
    queues,
    deps,
    newDeps,
    /** Native ids of markets that are over, and exchanges that are away. */
    over,
    down,
    /** Last trades by market. */
    trades,
    /** Recent trades by market, and the markets whose trades were read. */
    tape,
    read,
    /** The names of every call for quotes. */
    asked: requested,
    metrics,
    /** Arms a stop, by default one that sells at 0.30 or below. */
    arm: async (n: number, change: Partial<Conditional> = {}): Promise<string> => {
      const complexOrderId = uuidAt(T0, 0xc000 + n)
      const stop = arm({ ...sampleConditional({ complexOrderId }), ...change }, contracts(10), null, time.now)
      await complexOrders.save({ newComplexOrders: [stop] })
      return complexOrderId
    },
    /** Stores watch entries of markets armed a moment ago, in the format with one key for all. */
    markAsWatched: (svcIds: readonly number[]): Promise<void> =>
      table.putAll(svcIds.map((svcId) => ({ pk: 'W', sk: String(svcId), x: 'A', n: `KX${svcId}`, at: time.now }))),
    /** Stops that are armed already, as many as a market hardly ever has. */
    crowd: async (many: number, change: Partial<Conditional>): Promise<void> => {
      const stops = Array.from({ length: many }, (_, n) => {
        const pending = sampleConditional({ complexOrderId: uuidAt(T0, n) })
        return arm({ ...pending, ...change }, contracts(10), null, time.now)
      })
      await table.putAll(stops.map((stop) => complexOrderToRow(stop, 0)))
    },
    /** The same, each with what `changeOf` says of it; their ids. */
    crowdOf: async (
      many: number,
      changeOf: (n: number) => Partial<Conditional>,
      from = 0,
    ): Promise<readonly string[]> => {
      const stops = Array.from({ length: many }, (_, n) => {
        const pending = sampleConditional({ complexOrderId: uuidAt(T0, from + n) })
        return arm({ ...pending, ...changeOf(n) }, contracts(10), null, time.now)
      })
      // The first through the store, which marks the market.
      await complexOrders.save({ newComplexOrders: stops.slice(0, 1) })
      await table.putAll(stops.slice(1).map((stop) => complexOrderToRow(stop, 0)))
      return stops.map(({ complexOrderId }) => complexOrderId)
    },
    /** They are no longer armed. */
    leave: async (ids: readonly string[]): Promise<void> => {
      const stops = await complexOrders.getAll(ids)
      await table.putAll(
        stops.filter(isConditional).map((stop) => complexOrderToRow(cancel(stop, 'user', time.now), stop.version)),
      )
    },
    /** Stops on custom assets that are armed already. */
    crowdOnBaskets: (stops: readonly Conditional[]): Promise<void> =>
      table.putAll(stops.flatMap((stop) => [complexOrderToRow(stop, 0), ...basketToWatch(stop).flatMap(putOf)])),
    /** Sets the quote of the exchange, in whole cents. Null: no side. */
    show: (bid: number | null, ask: number | null, more: Partial<ExchangeQuote> = {}) => {
      const nativeId = more.nativeId ?? 'KXTEST'
      const side = (at: number | null) => (at === null ? null : { price: cents(at), qty: contracts(100) })
      shown.set(nativeId, {
        nativeId,
        state: 'open',
        bid: side(bid),
        ask: side(ask),
        lastPrice: null,
        tradeMark: '',
        lastTradeAt: null,
        stateIsLive: true,
        get asOf() {
          return time.now
        },
        ...more,
      })
    },
    hide: (nativeId = 'KXTEST') => shown.delete(nativeId),
    /** Polls the prices once. */
    poll: (with_: PollPricesDeps = deps, part: WatchPart = WHOLE_WATCH, patienceMs = 5_000) =>
      pollPrices(with_, { part, patienceMs }),
    /** The consumer of the messages about closed markets, until none waits. */
    endMarkets: async (): Promise<void> => {
      for (let message = queues.waiting.shift(); message !== undefined; message = queues.waiting.shift())
        if (message.body.includes('closedSvcId')) await endPage(deps, JSON.parse(message.body))
    },
    pass: (seconds: number) => {
      time.now += seconds * 1_000
    },
    /** Returns the messages to the trigger queue and to helpers since the last call. */
    told: (): readonly { complexOrderId: string; price: number; source: string }[] =>
      queues.sent
        .splice(0)
        .filter(({ queue }) => queue !== 'advance-contingents')
        .map(({ queue, body }) => ({ queue, ...JSON.parse(body) })),
    /** Read units of the table since it was asked last. */
    spent: (): number => {
      const total = units
      units = 0
      return total
    },
  }
}

const putOf = (change: Change) => ('put' in change ? [change.put] : [])

const READS: ReadonlySet<string> = new Set(['get', 'batchGet', 'query', 'count'])

export type PriceDesk = Awaited<ReturnType<typeof openPriceDesk>>

/** Dependencies of a run without client streams. */
export const NO_CLIENTS = {
  subaccounts: { list: async () => [] },
  markets: { getMany: async () => [] },
  apiKeys: { get: async () => null },
  streamRows: { remove: async () => undefined },
  streamSender: { send: async () => 'gone' as const, isOpen: async () => false, close: async () => undefined },
  marketText: () => '',
  farewell: () => '',
}

/** Dependencies of a run without streams of exchanges or clients. */
export const NO_STREAMS = {
  streams: () => null,
  accountStreams: () => null,
  openAccount: async () => null,
  after: () => () => undefined,
  ...NO_CLIENTS,
}
