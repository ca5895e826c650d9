/**
 * One order between a table and an exchange that answer at random. Answers, delays, failures and outside changes are drawn from a seed in
 * the order of the calls. The same calls get the same answers.
 */

import { newSubaccount, type Subaccount } from '#domain/accounts/subaccount.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import type { ExchangeRefusal } from '#domain/exchanges/exchange-refusal.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { requestCancel } from '#domain/orders/transitions/request-cancel.ts'
import { NO_POSITION } from '#domain/portfolio/position.ts'
import { newLedger, type PositionLedger } from '#domain/portfolio/position-ledger.ts'
import { NO_LIMITS, type RiskLimits } from '#domain/risk/limits.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { LogFields } from '#ports/kernel/log.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { memoryOrders } from '#test/support/contingent/memory-orders.ts'
import { Killed } from '#test/support/faults/killable.ts'
import { CircuitBreaker } from '#use-cases/orders/send/circuit-breaker.ts'
import type { ExecuteOrderDeps, OrderExchange } from '#use-cases/orders/send/order-run.ts'
import { recentReducers } from '#use-cases/orders/send/recent-reducers.ts'
import { TimeBudget, type Turns } from '#use-cases/orders/send/time-budget.ts'
import { luckOf } from './luck.ts'
import {
  randomAmend,
  randomDepth,
  randomInvalidation,
  randomLookUp,
  randomPreparation,
  randomReport,
  randomSubmit,
} from './random-answers.ts'
import { randomOrder } from './random-order.ts'

export type ExecuteOrder = (deps: ExecuteOrderDeps, orderId: string, time: TimeBudget) => Promise<number | null>

/** One call, line of the log, or stored order, as it happened. */
export interface Happening {
  readonly name: string
  readonly given: string
  readonly order?: Order
  readonly sent?: OutboundOrder
  readonly answer?: unknown
}

const START = Date.parse('2026-11-21T07:30:00Z')

/** How often a call fails, ends the process, comes with a change from elsewhere, or takes time. */
interface Mood {
  readonly fails: number
  readonly dies: number
  readonly changes: number
  readonly ticks: number
}

/** How bad the luck of a history is. */
const MOODS: readonly [Mood, ...Mood[]] = [
  { fails: 0, dies: 0, changes: 0, ticks: 0.1 },
  { fails: 0.02, dies: 0, changes: 0.02, ticks: 0.3 },
  { fails: 0.05, dies: 0.02, changes: 0.05, ticks: 0.3 },
  { fails: 0.01, dies: 0.04, changes: 0.02, ticks: 0.6 },
]

/** Plays a history of some runs of `execute`; answers all that happened, in order. */
export const playSends = async (execute: ExecuteOrder, seed: number): Promise<readonly Happening[]> => {
  const luck = luckOf(seed)
  const mood = luck.one(MOODS)
  const happened: Happening[] = []
  const state = { now: START, dead: false, uuids: 0 }
  const memory = memoryOrders()
  const order = randomOrder(luck, 'one', START)
  memory.orders.set('one', order)
  for (let others = luck.upTo(3); others > 0; others -= 1)
    memory.orders.set(`other${others}`, { ...randomOrder(luck, `other${others}`, START, order.exchange), amend: null })

  const note = (name: string, given: unknown, more: Partial<Happening> = {}): void =>
    void happened.push({ name, given: asText(given), ...more })

  /** A change from elsewhere: a cancel, a report, an amend, a removal of the lease by its expiry. */
  const changeElsewhere = (): void => {
    const stored = memory.orders.get('one')
    if (stored === undefined) return
    const changed = luck.happens(0.4)
      ? requestCancel(stored, 'user', state.now)
      : luck.happens(0.5)
        ? applyStatusReport(stored, randomReport(luck, stored, null), state.now)
        : { ...stored, tradedQty: qty(Math.min(stored.qty, 1_000_000)) }
    memory.orders.set('one', { ...changed, version: stored.version + 1 })
    note('elsewhere', changed)
  }

  const tick = (): void => {
    if (luck.happens(mood.ticks)) state.now += luck.one([1, 40, 260, 900, 4_000])
  }

  /** A call to the outside: it may fail, take effect unseen, take time, or be the last of this process. */
  const call = async <Answer>(
    name: string,
    given: unknown,
    answer: () => Answer | Promise<Answer>,
    failure: () => Error = () => new ServiceUnavailable('the table', name),
  ): Promise<Answer> => {
    if (state.dead) throw new Killed()
    note(name, given)
    const dies = luck.happens(mood.dies)
    const fails = luck.happens(mood.fails)
    const after = luck.happens(0.5)
    state.dead ||= dies
    if (dies && !after) throw new Killed()
    if (fails && !after) throw failure()
    tick()
    if (luck.happens(mood.changes)) changeElsewhere()
    const result = await answer()
    tick()
    note(`${name} answers`, '', { answer: result })
    if (dies) throw new Killed()
    if (fails) throw failure()
    return result
  }
  const onTable = <Answer>(name: string, given: unknown, answer: () => Answer | Promise<Answer>) =>
    call(name, given, answer)
  const read = <Answer>(name: string, given: unknown, answer: () => Answer) =>
    call(name, given, answer, () => new ExchangeUnavailable(order.exchange, `${name} failed`))

  const orders: ExecuteOrderDeps['orders'] = {
    get: (id) => onTable('get', id, () => memory.orderStore.get(id)),
    save: (changed, ...fills) => {
      if (!state.dead) note('to save', changed, 'sendState' in changed ? { order: changed } : {})
      return onTable('save', changed, () => memory.orderStore.save(changed, ...fills))
    },
    claimExchangeIds: (...given) => onTable('claimExchangeIds', given, () => undefined),
    live: (...given) => onTable('live', given, () => memory.orderStore.live(...given)),
    countLive: (...given) => onTable('countLive', given, () => luck.one([0, 1, 5])),
  }

  const account = { state: luck.happens(0.8) ? activate(null, { ...order }, START - luck.one([1_000, 60_000])) : null }
  const refusals = new Map<string, ExchangeRefusal>()
  const subaccount = (): Subaccount => ({
    ...newSubaccount({
      subaccountId: 's',
      userId: 'u',
      name: 's',
      description: null,
      insertedAt: 0,
      hasWebhooks: false,
    }),
    limits: luck.happens(0.7) ? NO_LIMITS : limitsOf(luck.upTo(4)),
    cancelBefore: luck.happens(0.04) ? state.now : null,
  })
  const ledger = (): PositionLedger => ({
    ...newLedger({ subaccountId: 's', exchange: order.exchange, svcId: 7, nativeId: 'M' }),
    held: {
      ...NO_POSITION,
      position: luck.one([0, 10, 20, 40, -10, -20, -40]) * 1_000_000,
      lastFillAt: luck.one([null, state.now - 2_000, state.now - 120_000]),
    },
    lastFillId: 'f1',
    provisional: luck.one([0, 0, 1]),
  })

  const exchange: OrderExchange = {
    prepare: (_, prepared, limit, number) =>
      call('prepare', [{ ...prepared, updatedAt: null }, limit, number], () =>
        randomPreparation(luck, prepared, number),
      ),
    ...(luck.happens(0.5)
      ? {
          reserveRate: (_: unknown, { shard }: Pick<Order, 'shard'>, patienceMs: number) =>
            call('reserveRate', [shard, patienceMs], () => ({
              go: luck.happens(0.8),
              waitMs: luck.one([0, 100, 2_000]),
              refillMs: 100,
            })),
        }
      : {}),
    submit: (_, sent) => {
      if (!state.dead) note('to submit', sent.orderId, { sent })
      return call(
        'submit',
        sent,
        () => randomSubmit(luck, sent, sent.attempt.identity, state.now),
        () => new Error('aborted'),
      )
    },
    lookUp: (_, sent) => read('lookUp', sent, () => randomLookUp(luck, sent, sent.attempt.identity, state.now)),
    invalidateIdentity: (_, sent) => call('invalidateIdentity', sent, () => randomInvalidation(luck, state.now)),
    amend: (_, target, expected) =>
      call(
        'amend',
        [target, expected],
        () => randomAmend(luck, order),
        () => new Error('aborted'),
      ),
    order: (_, ref) =>
      read('order', ref, () => ({ report: luck.happens(0.7) ? randomReport(luck, order, null) : null })),
    fillsSince: (_, since) =>
      read('fillsSince', since, () => ({
        asOf: state.now,
        fills: luck.happens(0.2)
          ? [
              {
                fillId: 'f2',
                tradeId: 't2',
                exchangeOrderId: 'x7',
                nativeId: 'M',
                at: state.now,
                price: price(400_000),
                qty: qty(1_000_000),
                fee: money(0),
                buyFlag: true,
                isMaker: false,
                status: 'FINAL' as const,
              },
            ]
          : [],
      })),
    positions: () =>
      read('positions', '', () => ({
        positions: [
          {
            nativeId: 'M',
            position: luck.one([0, 10, 20, 40, -10, -20, -40]) * 1_000_000,
            cost: money(0),
            realized: money(0),
          },
        ],
        ...(luck.happens(0.1) ? { unread: [{ nativeId: 'M', reason: 'unreadable' }] } : {}),
      })),
    orderBook: (nativeId) => {
      const failure = () =>
        luck.happens(0.5)
          ? new NoOrderBook(order.exchange, 'M')
          : new ExchangeUnavailable(order.exchange, 'no book now')
      return call(
        'orderBook',
        nativeId,
        () => (luck.happens(0.1) ? fail(failure()) : { ...randomDepth(luck), at: state.now }),
        failure,
      )
    },
    marketStates: (ids) =>
      read('marketStates', ids, () => [
        { nativeId: 'M', state: luck.one(['open', 'open', 'paused', 'closed'] as const) },
      ]),
  }

  // A process that was killed says nothing any more.
  const logged = (level: string) => (message: string, fields?: LogFields) =>
    state.dead ? undefined : note(level, [message, fields])
  const log = {
    info: logged('info'),
    warn: logged('warn'),
    error: logged('error'),
    metric: (name: string, value: number) => (state.dead ? undefined : note('metric', [name, value])),
  }
  const clock = () => state.now
  const process = () => ({
    circuitBreaker: new CircuitBreaker({
      refusals: {
        get: (name, calls) => onTable('refusals.get', [name, calls], () => refusals.get(`${name}${calls}`) ?? null),
        all: async () => [...refusals.values()],
        save: (refusal) =>
          onTable('refusals.save', refusal, () => {
            if ((refusals.get(`${refusal.exchange}${refusal.calls}`)?.version ?? 0) !== refusal.version) return null
            const stored = { ...refusal, version: refusal.version + 1 }
            refusals.set(`${refusal.exchange}${refusal.calls}`, stored)
            return stored
          }),
        remove: (refusal) =>
          onTable('refusals.remove', refusal, () => void refusals.delete(`${refusal.exchange}${refusal.calls}`)),
      },
      clock,
      log,
    }),
    recentReducers: recentReducers(),
  })
  let inside = process()
  const market = luck.happens(0.9) ? MARKET(order) : null
  const deps = (): ExecuteOrderDeps => ({
    ...inside,
    orders,
    subaccounts: {
      get: (...given) => onTable('subaccounts.get', given, () => (luck.happens(0.03) ? null : subaccount())),
    },
    // Not counted: a market is read from the memory of the process.
    markets: { get: async () => market },
    positions: {
      get: (...given) => onTable('positions.get', given, () => (luck.happens(0.2) ? null : ledger())),
      ofSubaccount: (...given) =>
        onTable('positions.ofSubaccount', given, () => ({
          ledgers: luck.happens(0.8) ? [ledger()] : [],
          reports: [],
          accounts: [],
        })),
    },
    haltOfDeployment: async () => null,
    tradingDays: {
      get: (id) => onTable('tradingDays.get', id, () => null),
      getMany: async () => [],
      save: (day) => onTable('tradingDays.save', day, () => true),
      remove: async () => true,
    },
    accountSyncs: {
      get: (...given) => onTable('accountSyncs.get', given, () => account.state),
      save: (changed) =>
        onTable('accountSyncs.save', [changed.active, changed.poll, changed.activatedAt, changed.version], () => {
          const isFirst = luck.happens(0.9)
          if (isFirst) account.state = { ...changed, version: changed.version + 1 }
          return isFirst
        }),
    },
    queues: { send: (...given) => onTable('send', given, () => undefined) },
    openAccount: (...given) =>
      onTable('openAccount', given, () =>
        luck.happens(0.04) ? null : { accountKey: luck.happens(0.97) ? 'key' : 'another', secrets: {} },
      ),
    exchanges: () => exchange,
    slippage: 20_000,
    pause: async (ms) => {
      note('pause', ms)
      state.now += ms
    },
    clock,
    ids: {
      uuid: () => {
        state.uuids += 1
        return `uuid${state.uuids}`
      },
      random: (bytes) => new Uint8Array(bytes),
    },
    log,
  })
  const turns = (): Turns | null => {
    if (luck.happens(0.5)) return null
    const before = luck.happens(0.1) ? state.now + 2_000 : null
    const canBeGivenBack = luck.happens(0.8)
    return {
      mine: async () => {
        note('mine', '')
        return before
      },
      pass: (againAt) => note('pass', againAt),
      canBeGivenBack: () => canBeGivenBack,
      keepGroup: (ms) => note('keepGroup', ms),
    }
  }

  for (let runs = 2 + luck.upTo(5); runs > 0; runs -= 1) {
    const time = new TimeBudget(15_000, luck.happens(0.1) ? 9_000 : 15_000, turns())
    try {
      note('run ends', await execute(deps(), 'one', time))
    } catch (error) {
      note('run throws', String(error))
    }
    if (state.dead) inside = process()
    state.dead = false
    note('stored', memory.orders.get('one'))
    if (luck.happens(0.2)) changeElsewhere()
    state.now += luck.one([200, 2_000, 16_000, 31_000, 61_000])
  }
  return happened
}

const fail = (error: Error): never => {
  throw error
}

const asText = (given: unknown): string =>
  JSON.stringify(given, (name, value) => {
    // Counts from the last transition before the claim, or from one before it: at most the time of the reads between them.
    if (name === 'notifyDueAt' && value !== null) return 'due'
    return typeof value === 'bigint' ? `${value}n` : value
  }) ?? ''

const limitsOf = (which: number): RiskLimits =>
  [
    { ...NO_LIMITS, halted: true },
    { ...NO_LIMITS, maxOrderQty: qty(10_000_000) },
    { ...NO_LIMITS, maxOrderCost: money(3_000_000) },
    { ...NO_LIMITS, maxOpenOrders: 3 },
  ][which] ?? NO_LIMITS

const MARKET = ({ exchange }: Order): Market => ({
  svcId: 7,
  exchange,
  nativeId: 'M',
  ticker: 'M',
  tokenIdYes: null,
  tokenIdNo: null,
  slug: null,
  conditionId: null,
  negRisk: false,
  negRiskId: null,
  name: 'M',
  subtitle: null,
  description: '',
  event: null,
  seriesTicker: null,
  imageUrl: null,
  status: 'active',
  expiresAt: null,
  opensAt: null,
  startsAt: null,
  category: 'Sports',
  tags: [],
  tickSizePrice: price(10_000),
  priceRanges: [{ start: price(10_000), end: price(990_000), step: price(10_000) }],
  tickSizeQty: qty(1_000_000),
  minimumOrderSize: qty(5_000_000),
  feeTerms: { rate: 70_000, exponent: 1 },
  makerFeeRate: 0,
  volume24h: money(0),
  figures: null,
  shard: 0,
})
