/** What a price does that reaches very many stops of one user: how fast they fire, and how long the stops of another user wait beside them. */

import { setTimeout as pause } from 'node:timers/promises'
import { v7 } from 'uuid'
import { complexOrderToRow } from '#adapters/store/contingent/complex-order-row.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { cancel } from '#domain/contingent/transitions.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { crowdsRest } from '#use-cases/price-watch/crowds/fire-crowd.ts'
import { quoteMemory } from '#use-cases/price-watch/watching/quote-memory.ts'
import { type WatchPricesDeps, watchPrices } from '#use-cases/price-watch/watching/watch-prices.ts'
import { createTable, LOCAL_CREDENTIALS, startDynamoDb } from '../../stack/aws/dynamodb.ts'
import { messageQueue } from '../../stack/queues/message-queue.ts'
import { rounded, textTable } from '../text-table.ts'
import { armedStop } from '../triggers/armed-stop.ts'
import { AWS_LATENCIES } from './sweep-desk.ts'

export interface HeapCost {
  readonly stops: number
  /** From the look that sees the price until the last has fired. */
  readonly ms: number
  readonly readUnits: number
  /** How long the stops of another user waited, in ms: one in the same market, at a worse price, and one in another market. */
  readonly besideMs: number
  readonly elsewhereMs: number
}

/** Throws where a stop does not fire. */
export const measureHeaps = async (
  sizes: readonly number[],
  progress: (text: string) => void,
): Promise<readonly HeapCost[]> => {
  const costs: HeapCost[] = []
  for (const stops of sizes) {
    progress(`heap: ${stops} stops of one user in one market`)
    costs.push(await measureHeapOfStops(stops))
  }
  return costs
}

/** Consumers of the trigger queue at the same time, and what one firing takes there besides its write. */
const CONSUMERS = 40
const FIRING_TAKES = 20

const measureHeapOfStops = async (stops: number): Promise<HeapCost> => {
  const engine = await startDynamoDb()
  try {
    await createTable(engine.endpoint, 'heap')
    const reach = { name: 'heap', endpoint: engine.endpoint, region: 'local', credentials: LOCAL_CREDENTIALS }
    let readUnits = 0
    const plain = openTable(reach)
    const table = openTable({
      ...reach,
      faults: async (_, send) => {
        const [answer] = await Promise.all([send(), pause(AWS_LATENCIES.table)])
        return answer
      },
      onConsumed: ({ operation, total }) => {
        if (operation === 'query') readUnits += total
      },
    })
    const now = Date.now()
    const [noisy, quiet] = [v7(), v7()]
    const heap = Array.from({ length: stops }, (_, n) => stopOf(noisy, HERE, 500_000, now - n))
    const beside = stopOf(quiet, HERE, 300_000, now)
    const elsewhere = stopOf(quiet, ELSEWHERE, 300_000, now)
    const all = [...heap, beside, elsewhere]
    // Some through the store, which marks their markets.
    await complexOrderStore(plain).save({ newComplexOrders: [beside, elsewhere] })
    await plain.putAll(heap.map((stop) => complexOrderToRow(stop, 1)))

    const queue = messageQueue(false)
    const firedAt = new Map<string, number>()
    const byId = new Map(all.map((stop) => [stop.complexOrderId, stop]))
    const consume = async (): Promise<void> => {
      while (firedAt.size < all.length) {
        const [message] = queue.take(1, Date.now())
        if (message === undefined) {
          await pause(2)
          continue
        }
        const stop = byId.get(message.body)
        await pause(FIRING_TAKES)
        // It leaves the index.
        if (stop !== undefined && !firedAt.has(message.body)) {
          await plain.write([{ put: complexOrderToRow(cancel(stop, 'user', Date.now()), 2), expect: 'anything' }])
          firedAt.set(message.body, performance.now())
        }
        queue.done(message)
      }
    }
    const silent = () => undefined
    const deps: WatchPricesDeps = {
      orders: orderStore(table),
      complexOrders: complexOrderStore(table),
      priceFeeds: priceFeedStore(table),
      queues: {
        send: async (_queue, message, { group }) => {
          await pause(AWS_LATENCIES.queue)
          const { complexOrderId: body } = message as { readonly complexOrderId: string }
          queue.add({ id: v7(), group, body, attributes: {}, sentAt: Date.now(), received: 0 }, Date.now())
        },
      },
      memory: quoteMemory(),
      exchanges: (name) => ({
        name,
        quotes: async (nativeIds) => nativeIds.map((nativeId) => quoteAt(nativeId)),
        lastTrade: async () => null,
        marketStates: async () => [],
      }),
      pause: (ms) => pause(ms),
      clock: Date.now,
      log: { info: silent, warn: silent, error: (text) => console.error(text), metric: silent },
    }
    const began = performance.now()
    const consumers = Array.from({ length: CONSUMERS }, consume)
    while (firedAt.size < all.length) {
      if (performance.now() - began > MOST_MS + 20 * stops)
        throw new Error(`${all.length - firedAt.size} stops of ${all.length} have not fired`)
      await watchPrices(deps, { index: 0, of: 1 }, MINUTE)
      await pause(SECOND)
    }
    await Promise.all(consumers)
    await crowdsRest(deps.memory)
    const waited = ({ complexOrderId }: Conditional): number => (firedAt.get(complexOrderId) ?? Number.NaN) - began
    return {
      stops,
      ms: Math.max(...heap.map(waited)),
      readUnits,
      besideMs: waited(beside),
      elsewhereMs: waited(elsewhere),
    }
  } finally {
    await engine.stop()
  }
}

const MOST_MS = 60 * SECOND

const HERE = 1
const ELSEWHERE = 2

const stopOf = (userId: string, svcId: number, stopPrice: number, now: number): Conditional =>
  armedStop(
    {
      complexOrderId: v7({ msecs: now }),
      userId,
      subaccountId: userId,
      svcId,
      nativeId: `KXBENCH-${svcId}`,
      shard: 0,
      buyFlag: false,
      stopPrice: price(stopPrice),
    },
    now,
  )

/** Below all of them. */
const quoteAt = (nativeId: string) => ({
  nativeId,
  state: 'open' as const,
  bid: { price: price(190_000), qty: qty(1_000_000) },
  ask: { price: price(210_000), qty: qty(1_000_000) },
  lastPrice: null,
  tradeMark: '',
  lastTradeAt: null,
  stateIsLive: true,
  asOf: Date.now(),
})

export const heapsText = (costs: readonly HeapCost[]): string =>
  textTable(
    [
      'stops of one user in a market',
      'fire a second',
      'read units each',
      'a stop of another user there waits',
      'one in another market waits',
    ],
    costs.map(({ stops, ms, readUnits, besideMs, elsewhereMs }) => [
      stops.toLocaleString('en'),
      rounded(Math.round((stops / ms) * SECOND)),
      rounded(readUnits / stops),
      `${Math.round(besideMs)} ms`,
      `${Math.round(elsewhereMs)} ms`,
    ]),
  )
