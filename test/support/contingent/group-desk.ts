/**
 * Orders and their conditional orders, in memory: the real use cases and messages, over a small exchange that the test controls. The test
 * decides when news of the exchange arrives: late, in part, twice.
 */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Qty } from '#domain/kernel/numbers.ts'
import { unwanted } from '#domain/orders/cancel/unwanted.ts'
import { wantsCancel } from '#domain/orders/derive-status.ts'
import type { FillStatus } from '#domain/orders/fills/fill.ts'
import { newOrder, type Order } from '#domain/orders/order.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { endUnsent } from '#domain/orders/transitions/end-unsent.ts'
import { reject } from '#domain/orders/transitions/refuse.ts'
import type { QueueMessages } from '#ports/work/queues.ts'
import { SUBACCOUNT, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { T0 } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { advanceComplexOrder, advanceOrder } from '#use-cases/contingent/advance-contingents.ts'
import { cancelAllComplexOrders } from '#use-cases/contingent/end/cancel-all-complex-orders.ts'
import { cancelComplexOrder } from '#use-cases/contingent/end/cancel-complex-order.ts'
import { fireTrigger } from '#use-cases/contingent/fire/fire-trigger.ts'
import type { PlaceConditionalInput } from '#use-cases/contingent/place/make-conditional.ts'
import { placeConditional } from '#use-cases/contingent/place/place-conditional.ts'
import { cancelAllOrders } from '#use-cases/orders/cancel/cancel-all-orders.ts'
import { cancelOrder } from '#use-cases/orders/cancel/cancel-order.ts'
import { changeOrder, recordFills } from '#use-cases/orders/change-order.ts'
import { sweepWork } from '#use-cases/sweep/sweep-work.ts'
import { enqueueCancel, enqueueExecute } from '#use-cases/work/enqueue.ts'
import { deskPorts } from '../desk-ports.ts'
import { Killed, killable, type Lifeline, lifeline } from '../faults/killable.ts'
import { slowed, turnsOf } from '../faults/slowed.ts'
import { type StoryMessage, storyQueues } from '../story-queues.ts'
import { memoryOrders } from './memory-orders.ts'
import { smallExchange } from './small-exchange.ts'

/** How long a message stays away whose consumer died. */
const AGAIN_AFTER = 30_000

/** How long a consumer has an order to itself while it sends. */
const LEASE = 20_000

export const openGroupDesk = (exchange: ExchangeName) => {
  const time = { now: T0 }
  const clock = () => time.now
  const rows = memoryOrders()
  const simulated = smallExchange(clock)
  const queues = storyQueues(clock)
  /** Outcome of the next sends of exits: the number of refusals, and the filled share of an order that acts at once. */
  const luck = { refusals: 0, share: 1 }
  const called = new Set<string>()
  let made = 0
  let doom: { readonly queue: string; readonly at: number } | null = null
  let sweptAt = T0

  const { market, ...fixed } = deskPorts(exchange)
  const ports = { ...fixed, orders: rows.orderStore, complexOrders: rows.complexOrderStore, work: rows.work, queues }
  const plain = {
    clock,
    ids: { uuid: () => uuidAt(time.now, ++made), random: (bytes: number) => new Uint8Array(bytes) },
    roomFor: async () => null,
    log: SILENT_LOG,
  }
  // No test sets a dead man's switch here.
  const deadMansSwitches = { get: async () => null, save: async () => true, remove: async () => true }
  const flattenings = deadMansSwitches
  const deletions = deadMansSwitches
  const pause = async () => undefined
  const deps = { ...ports, ...plain, deadMansSwitches, flattenings, deletions, pause }

  /** The same ports, which a dead consumer reaches no more. */
  const mortal = (life: Lifeline): typeof deps => ({
    ...deps,
    orders: killable(ports.orders, life),
    complexOrders: killable(ports.complexOrders, life),
    queues: killable(ports.queues, life),
  })

  /** Each call takes its own while, so that several at once overtake one another. */
  const hurried = (use: typeof deps, turns: () => number): typeof deps => ({
    ...use,
    orders: slowed(use.orders, turns),
    complexOrders: slowed(use.complexOrders, turns),
  })

  const reporting = async (use: typeof deps, orderId: string, word = simulated.word(orderId)): Promise<void> => {
    if (word !== null)
      await follow(use, orderId, await changeOrder(use.orders, orderId, (one) => applyStatusReport(one, word, clock())))
  }

  const recording = async (use: typeof deps, orderId: string, most = Number.POSITIVE_INFINITY): Promise<void> => {
    const fills = (simulated.booked.get(orderId)?.fills ?? []).slice(0, most)
    if (fills.length > 0)
      await follow(use, orderId, await recordFills(use.orders, orderId, fills, (one) => one, clock()))
  }

  const cancelling = async (use: typeof deps, orderId: string): Promise<void> => {
    const { kind } = await cancelOrder(use, USER, orderId, 'user')
    if (kind === 'accepted') called.add(orderId)
  }

  /** Nudges the dependents of an order after its news, as the sync does. */
  const follow = async (use: typeof deps, orderId: string, order: Order | null): Promise<void> => {
    if (order !== null && order.notifyDueAt !== null)
      await use.queues.send('advance-contingents', { orderId }, { group: order.subaccountId })
  }

  const execute = async (use: typeof deps, orderId: string): Promise<void> => {
    const order = await use.orders.get(orderId)
    if (order === null || isFinal(order.status) || order.sendState === 'acked' || order.suspended) return
    if (order.lease !== null && order.lease.until > clock()) return
    if (simulated.has(orderId)) return reporting(use, orderId)
    const subaccount = await use.subaccounts.get()
    const end = unwanted(order, subaccount, clock())
    if (end !== null) {
      await use.orders.save(endUnsent(order, end.status, end.reason, clock()), [])
      return
    }
    const attempt = { number: 1, identity: orderId, payload: '', exchangeOrderIds: [] }
    const lease = { token: plain.ids.uuid(), until: clock() + LEASE }
    if (!(await use.orders.save(claim(order, lease, attempt, clock()), []))) return
    if (isExitOrder(order) && luck.refusals > 0) {
      luck.refusals -= 1
      const refusal = { code: 'refused', reason: 'The exchange does not take it.' }
      await changeOrder(use.orders, orderId, (one) => reject(one, refusal, clock()))
      return
    }
    simulated.submit(order, luck.share)
    await reporting(use, orderId)
  }

  const takeOff = async (use: typeof deps, orderId: string): Promise<void> => {
    const order = await use.orders.get(orderId)
    if (order === null || !wantsCancel(order, clock())) return
    if (order.sendState !== 'acked') return enqueueExecute(use, order)
    simulated.close(orderId)
    await reporting(use, orderId)
  }

  const consume = async (use: typeof deps, { queue, body }: StoryMessage): Promise<void> => {
    const message: QueueMessages[keyof QueueMessages] = JSON.parse(body)
    if (queue === 'fire-trigger' && 'price' in message) {
      const { complexOrderId, price, source } = message
      await fireTrigger(use, complexOrderId, { price: price as Parameters<typeof fireTrigger>[2]['price'], source })
    }
    if (queue === 'advance-contingents' && 'complexOrderId' in message)
      await advanceComplexOrder(use, message.complexOrderId)
    if (!('orderId' in message)) return
    if (queue === 'advance-contingents') await advanceOrder(use, message.orderId)
    if (queue === 'execute-order') await execute(use, message.orderId)
    if (queue === 'cancel-order') await takeOff(use, message.orderId)
  }

  const deliver = async (message: StoryMessage, turns = () => 0): Promise<void> => {
    const doomed = doom !== null && doom.queue === message.queue
    const life = lifeline(doomed && doom !== null ? doom.at : Number.POSITIVE_INFINITY)
    if (doomed) doom = null
    queues.waiting.splice(queues.waiting.indexOf(message), 1)
    try {
      await consume(hurried(mortal(life), turns), message)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      queues.waiting.push({ ...message, visibleAt: time.now + AGAIN_AFTER })
    }
  }

  const arrived = () => queues.waiting.filter(({ visibleAt }) => visibleAt <= time.now)

  const settle = async (): Promise<void> => {
    for (let rounds = 0; rounds < 2_000; rounds += 1) {
      const [next] = arrived()
      if (next === undefined) return
      await deliver(next)
    }
    throw new Error('the queues do not come to rest')
  }

  return {
    time,
    market,
    orders: rows.orders,
    complexOrders: rows.complexOrders,
    index: rows.index,
    simulated,
    queues,
    luck,
    /** An order that rests once it is sent. */
    enter: async (buyFlag: boolean, qty: Qty): Promise<Order> => {
      const { svcId, nativeId, shard } = market
      const request = { userId: USER, subaccountId: SUBACCOUNT, exchange, svcId, nativeId, shard, buyFlag, qty }
      const kind = { orderType: 'LIMIT', timeInForce: 'GTC', expiresAt: null, clientOrderId: null } as const
      const order = newOrder({ orderId: plain.ids.uuid(), price: null, ...kind, ...request }, time.now)
      await ports.orders.create(order)
      await enqueueExecute(deps, order)
      return order
    },
    /** A conditional order as the interface takes it. */
    hang: (
      input: Omit<
        PlaceConditionalInput,
        'complexOrderId' | 'tag' | 'userId' | 'subaccountId' | 'svcId' | 'customAssetId'
      >,
    ) =>
      placeConditional(deps, {
        tag: null,
        ...input,
        complexOrderId: plain.ids.uuid(),
        userId: USER,
        subaccountId: SUBACCOUNT,
        svcId: market.svcId,
        customAssetId: null,
      }),
    see: (complexOrderId: string, price: number) =>
      queues.send('fire-trigger', { complexOrderId, price, source: 'mid' }, { group: 'desk' }),
    cancelOrder: (orderId: string) => cancelling(deps, orderId),
    /** Orders whose cancellation was announced to the user. */
    called,
    cancelComplexOrder: (id: string) => cancelComplexOrder(deps, USER, id, 'user'),
    cancelAllComplex: () => cancelAllComplexOrders(deps, USER, SUBACCOUNT),
    cancelAll: async (): Promise<void> => {
      await cancelAllComplexOrders(deps, USER, SUBACCOUNT)
      await cancelAllOrders(deps, USER, SUBACCOUNT)
    },
    /** Delivers the exchange's status of an order. Its fills are delivered separately. */
    applyStatusReport: (orderId: string) => reporting(deps, orderId),
    record: (orderId: string, most?: number) => recording(deps, orderId, most),
    /** Delivers all waiting messages, the news of an order, and perhaps its cancel, at the same time. */
    together: async (orderId: string, seed: number, cancels: boolean): Promise<void> => {
      const turns = turnsOf(seed)
      const reported = hurried(deps, turns)
      await Promise.all([
        ...arrived().map((message) => deliver(message, turns)),
        reporting(reported, orderId),
        recording(reported, orderId),
        ...(cancels ? [cancelling(reported, orderId)] : []),
      ])
    },
    /** Delivers the undelivered news of the exchange, and no old news again. */
    catchUp: async (orderId: string): Promise<void> => {
      const [order, word] = [rows.orders.get(orderId), simulated.word(orderId)]
      const isReceived = order?.exchangeState === word?.state && order?.exchangeFilledQty === word?.filledQty
      if (!isReceived) await reporting(deps, orderId)
      await recording(deps, orderId)
    },
    /** The exchange settles what it has matched of the order. */
    settleTrades: (orderId: string, status: FillStatus): void => {
      const count = simulated.booked.get(orderId)?.fills.length ?? 0
      for (let n = 0; n < count; n += 1) simulated.settle(orderId, status)
    },
    askOff: async (orderId: string): Promise<void> => {
      const order = await ports.orders.get(orderId)
      if (order !== null) await enqueueCancel(deps, order)
    },
    /** Any waiting message, out of turn. */
    deliverAny: async (which: number): Promise<void> => {
      const waiting = arrived()
      const message = waiting[which % Math.max(1, waiting.length)]
      if (message !== undefined) await deliver(message)
    },
    settle,
    killNext: (queue: string, at: number): void => {
      doom = { queue, at }
    },
    spare: (): void => {
      doom = null
    },
    pass: async (ms: number, stepMs = 1_000): Promise<void> => {
      const end = time.now + ms
      while (time.now < end) {
        time.now = Math.min(end, time.now + stepMs)
        await settle()
        if (time.now - sweptAt < 10_000) continue
        sweptAt = time.now
        await sweepWork({ ...deps, accounts: 'simulated', swept: new Map() })
        await settle()
      }
    },
  }
}

export type GroupDesk = ReturnType<typeof openGroupDesk>
