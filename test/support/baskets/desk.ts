/** Stops on custom assets in memory: the real watch and the real trigger, over two exchanges that show what a test says. */

import type { Allocation } from '#domain/baskets/plan/plan.ts'
import { basketTarget } from '#domain/complex-orders/target.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, newConditional } from '#domain/contingent/conditional.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { price } from '#domain/kernel/numbers.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { PriceFeed } from '#domain/markets/price-feed.ts'
import type { TriggerPriceType } from '#domain/markets/trigger-price.ts'
import { NO_BOUNDS } from '#domain/orders/price/price-bounds.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import { SUBACCOUNT, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { cents, contracts, T0 } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { advanceComplexOrder } from '#use-cases/contingent/advance-contingents.ts'
import { cancelComplexOrder } from '#use-cases/contingent/end/cancel-complex-order.ts'
import { fireTrigger } from '#use-cases/contingent/fire/fire-trigger.ts'
import { pollPrices } from '#use-cases/price-watch/sources/poll-prices.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { sweepWork } from '#use-cases/sweep/sweep-work.ts'
import { memoryOrders } from '../contingent/memory-orders.ts'
import { deskPorts } from '../desk-ports.ts'
import { Killed, killable, type Lifeline, lifeline } from '../faults/killable.ts'
import { type StoryMessage, storyQueues } from '../story-queues.ts'

/** Quote of a market, in whole cents. */
export interface Shown {
  readonly bid: number | null
  readonly ask: number | null
  readonly state: ExchangeQuote['state']
  /** The exchange does not report the market at all. */
  readonly hidden: boolean
}

/** Two markets of one exchange and one of the other. */
export const MEMBERS: ReadonlyArray<readonly [ExchangeName, string]> = [
  ['EXCHANGE_A', 'FIRST'],
  ['EXCHANGE_A', 'SECOND'],
  ['EXCHANGE_B', 'THIRD'],
]

/** How long a message stays away whose consumer died. */
const AGAIN_AFTER = 30_000

export const openBasketDesk = () => {
  const time = { now: T0 }
  const clock = () => time.now
  const rows = memoryOrders()
  const queues = storyQueues(clock)
  const shown = new Map<string, Shown>()
  const away = new Set<ExchangeName>()
  const feeds = new Map<ExchangeName, PriceFeed>()
  let made = 0
  let doom: { readonly queue: string; readonly at: number } | null = null
  let memory = newWatchState()

  const { market: _, ...fixed } = deskPorts('EXCHANGE_A')
  const ports = { ...fixed, orders: rows.orderStore, complexOrders: rows.complexOrderStore, work: rows.work, queues }
  const deps = {
    ...ports,
    // No story sets a dead man's switch here.
    deadMansSwitches: { get: async () => null, save: async () => true, remove: async () => true },
    flattenings: { get: async () => null, save: async () => true, remove: async () => true },
    deletions: { get: async () => null, save: async () => true, remove: async () => true },
    pause: async () => undefined,
    clock,
    ids: { uuid: () => uuidAt(time.now, ++made), random: (bytes: number) => new Uint8Array(bytes) },
    log: SILENT_LOG,
    priceFeeds: {
      all: async () => [...feeds.values()],
      save: async (feed: PriceFeed) => void feeds.set(feed.exchange, feed),
      claim: async (feed: PriceFeed) => feeds.set(feed.exchange, feed) === feeds,
      saveLate: async () => undefined,
      late: async () => [],
    },
    exchanges: (name: ExchangeName) => ({
      name,
      quotes: async (nativeIds: readonly string[]) => {
        if (away.has(name)) throw new ExchangeUnavailable(name, 'away')
        return nativeIds.flatMap((id) => quoteOf(id, shown.get(id), time.now) ?? [])
      },
      lastTrade: async () => null,
      marketStates: async (ids: readonly string[]) =>
        ids
          .filter((id) => shown.get(id)?.state === 'closed')
          .map((nativeId) => ({ nativeId, state: 'closed' as const })),
    }),
  }

  const mortal = (life: Lifeline): typeof deps => ({
    ...deps,
    complexOrders: killable(ports.complexOrders, life),
    queues: killable(ports.queues, life),
  })

  const deliver = async (message: StoryMessage): Promise<void> => {
    const doomed = doom !== null && doom.queue === message.queue
    const life = lifeline(doomed && doom !== null ? doom.at : Number.POSITIVE_INFINITY)
    if (doomed) doom = null
    queues.waiting.splice(queues.waiting.indexOf(message), 1)
    const { complexOrderId, price: at, source } = JSON.parse(message.body)
    try {
      if (message.queue === 'fire-trigger')
        await fireTrigger(mortal(life), complexOrderId, { price: price(at), source })
      if (message.queue === 'advance-contingents') await advanceComplexOrder(mortal(life), complexOrderId)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      queues.waiting.push({ ...message, visibleAt: time.now + AGAIN_AFTER })
    }
  }

  const arrived = () => queues.waiting.filter(({ visibleAt }) => visibleAt <= time.now)
  const stops = (): readonly Conditional[] => [...rows.complexOrders.values()].filter(isConditional)

  return {
    time,
    queues,
    shown,
    away,
    baskets: rows.baskets,
    stops,
    place: async (
      allocation: Allocation,
      subtype: 'STOP' | 'REVERSE_STOP',
      type: TriggerPriceType,
      buyFlag: boolean,
      at: number,
    ): Promise<string> => {
      const stop = newConditional(
        {
          complexOrderId: deps.ids.uuid(),
          userId: USER,
          subaccountId: SUBACCOUNT,
          target: basketTarget(
            { customAssetId: 'asset', label: null, allocation },
            MEMBERS.map(([exchange, nativeId]) => ({ exchange, nativeId, svcId: svcIdOf(exchange, nativeId) })),
          ),
          subtype,
          stopPrice: cents(at),
          triggerPriceType: type,
          parentOrderId: null,
          parentComplexOrderId: null,
          depth: 1,
          trigger: {
            orderType: 'MARKET',
            qty: contracts(12),
            buyFlag,
            price: null,
            stopPrice: null,
            ...NO_BOUNDS,
            postOnly: false,
            reduceOnly: false,
          },
          subscriberState: null,
        },
        time.now,
      )
      await ports.complexOrders.save({ newComplexOrders: [stop] })
      await queues.send('advance-contingents', { complexOrderId: stop.complexOrderId }, { group: 'desk' })
      return stop.complexOrderId
    },
    cancel: (id: string) => cancelComplexOrder(deps, USER, id, 'user'),
    /** One look at the prices, by the container that always looks. */
    look: () => pollPrices({ ...deps, memory }, { part: { index: 0, of: 1 }, patienceMs: 5_000 }),
    /** From now on by another one. */
    renew: (): void => {
      memory = newWatchState()
    },
    killNext: (queue: string, at: number): void => {
      doom = { queue, at }
    },
    spare: (): void => {
      doom = null
    },
    deliverAny: async (which: number): Promise<void> => {
      const waiting = arrived()
      const message = waiting[which % Math.max(1, waiting.length)]
      if (message !== undefined) await deliver(message)
    },
    settle: async (): Promise<void> => {
      for (let rounds = 0; rounds < 500; rounds += 1) {
        const [next] = arrived()
        if (next === undefined) return
        await deliver(next)
      }
      throw new Error('the queues do not come to rest')
    },
    sweep: () => sweepWork({ ...deps, accounts: 'simulated', swept: new Map() }),
  }
}

export type BasketDesk = ReturnType<typeof openBasketDesk>

const quoteOf = (nativeId: string, shown: Shown | undefined, asOf: number): ExchangeQuote | null => {
  if (shown === undefined || shown.hidden) return null
  const level = (at: number | null) => (at === null ? null : { price: cents(at), qty: contracts(100) })
  const { bid, ask, state } = shown
  return {
    nativeId,
    state,
    bid: level(bid),
    ask: level(ask),
    lastPrice: null,
    tradeMark: '',
    lastTradeAt: null,
    stateIsLive: true,
    asOf,
  }
}
