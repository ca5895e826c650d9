/** The Kalshi adapter at a simulated exchange, with orders ready to send, for tests. */

import { type Http, type HttpRequest, http } from '#adapters/exchanges/http/http.ts'
import { RateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import { kalshiExchange } from '#adapters/exchanges/kalshi/kalshi-exchange.ts'
import { kalshiMarketData } from '#adapters/exchanges/kalshi/kalshi-market-data.ts'
import { decide } from '#adapters/exchanges/kalshi/orders/request-body.ts'
import { type Price, price, qty } from '#domain/kernel/numbers.ts'
import { TRADE_COUNTS_FOR } from '#domain/markets/mark-price.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { newOrder, type Order, type OrderRequest } from '#domain/orders/order.ts'
import type {
  CancelOutcome,
  InvalidateOutcome,
  LookUpOutcome,
  OutboundOrder,
  SubmitOutcome,
} from '#domain/orders/send/send-outcome.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import {
  ANN,
  ANN_PEM,
  openSimulated,
  POLITICS,
  type SimulatedExchange,
  START,
} from '#simulators/test/kalshi/simulated.ts'

export interface Desk {
  readonly simulated: SimulatedExchange
  readonly exchange: Exchange
  /** Tickers of the market records that were left out. */
  readonly skipped: string[]
  /** An order as it is stored when it is claimed now. */
  readonly prepared: (more?: Partial<OrderRequest>) => OutboundOrder
  readonly submit: (order: OutboundOrder, signal?: AbortSignal) => Promise<SubmitOutcome>
  /** The exchange's id of an order that has to be accepted. */
  readonly placed: (order: OutboundOrder) => Promise<string>
  readonly lookUp: (order: OutboundOrder) => Promise<LookUpOutcome>
  readonly invalidateIdentity: (order: OutboundOrder) => Promise<InvalidateOutcome>
  readonly cancel: (order: Pick<Order, 'nativeId' | 'shard'>, exchangeOrderId: string) => Promise<CancelOutcome>
  /** Bad luck for the next create. */
  readonly fault: (more: Record<string, unknown>) => Promise<unknown>
  /** Sets the answer to the next read of that path. */
  readonly answer: (path: string, body: unknown) => Promise<unknown>
  /** Our account's orders as the exchange's ledger has them. */
  readonly truth: () => Promise<readonly unknown[]>
}

export const ACCOUNT: ExchangeAccount = {
  accountKey: 'ann',
  secrets: { api_key_id: ANN.apiKeyId, private_key: ANN_PEM },
}

export const anySignal = (): AbortSignal => AbortSignal.timeout(20_000)

/** Everything but the exchange's own address is real; waiting takes no time. */
export const adapterFor = (baseUrl: string, clock: () => number, onSkip = (_: string) => {}, send = http()): Exchange =>
  kalshiExchange(optionsFor(baseUrl, clock, onSkip, send))

/** The reads of the price watch. */
export const watchedDataFor = (
  baseUrl: string,
  clock: () => number,
  onSkip: (name: string) => void,
  send: Http,
): MarketDataSource => kalshiMarketData(optionsFor(baseUrl, clock, onSkip, send), undefined, TRADE_COUNTS_FOR)

const optionsFor = (baseUrl: string, clock: () => number, onSkip: (name: string) => void, send: Http) => ({
  urls: { api: baseUrl },
  clock,
  http: send,
  budget: new RateBudget(() => performance.now()),
  sleep: async () => {},
  onSkip,
})

export const openDesk = async (options: Parameters<typeof openSimulated>[0] = {}): Promise<Desk> => {
  const simulated = await openSimulated(options)
  const skipped: string[] = []
  const exchange = adapterFor(simulated.simulator.url, options.clock ?? (() => simulated.time.now), (ticker) => {
    skipped.push(ticker)
  })
  const submit: Desk['submit'] = (order, signal = anySignal()) => exchange.submit(ACCOUNT, order, signal)
  return {
    simulated,
    exchange,
    skipped,
    prepared: (more) => toSend(someOrder(more), simulated.time.now),
    submit,
    placed: async (order) => {
      const outcome = await submit(order)
      if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
      return outcome.order.exchangeOrderId
    },
    lookUp: (order) => exchange.lookUp(ACCOUNT, order, anySignal()),
    invalidateIdentity: (order) => exchange.invalidateIdentity(ACCOUNT, order, anySignal()),
    cancel: (order, exchangeOrderId) =>
      exchange.cancel(ACCOUNT, { ...order, exchangeOrderId, childObservations: NO_CHILD_OBSERVATIONS }, anySignal()),
    fault: (more) =>
      simulated.control('faults', { method: 'POST', path: '/portfolio/events/orders$', times: 1, ...more }),
    answer: (path, body) =>
      simulated.control('faults', { method: 'GET', path, kind: 'status', status: 200, times: 1, body }),
    truth: async () => (await simulated.ledger()).accounts.find(({ id }) => id === 'ann')?.orders ?? [],
  }
}

export const someOrder = (more: Partial<OrderRequest> = {}): Order =>
  newOrder(
    {
      orderId: '019aa5a0-0000-7000-8000-000000000001',
      userId: 'user',
      subaccountId: 'subaccount',
      exchange: 'EXCHANGE_A',
      svcId: 1,
      nativeId: POLITICS,
      shard: 0,
      orderType: 'LIMIT',
      timeInForce: 'GTC',
      qty: qty(10_000_000),
      buyFlag: true,
      price: price(400_000),
      expiresAt: null,
      clientOrderId: null,
      ...more,
    },
    START,
  )

/** The adapter at an exchange that does not report its limits, so the lowest tier applies. Time passes by waiting only. */
export const unreportedExchange = (
  answer: (request: HttpRequest) => { readonly status: number; readonly text: string },
) => {
  const time = { now: START }
  const sent: Array<{ readonly request: HttpRequest; readonly at: number }> = []
  const exchange = kalshiExchange({
    ...optionsFor(
      'https://exchange.test/trade-api/v2',
      () => time.now,
      () => {},
      async (request) => {
        if (!request.url.pathname.endsWith('/account/limits')) sent.push({ request, at: time.now - START })
        return {
          kind: 'answered',
          retryAfterMs: null,
          tokensLeft: null,
          namesBucket: false,
          ageMs: 0,
          ...answer(request),
        }
      },
    ),
    budget: new RateBudget(() => time.now),
    sleep: async (ms) => {
      time.now += ms
    },
  })
  return { exchange, time, sent }
}

/** How an order of the desk is asked for by name. */
export const ref = (exchangeOrderId: string) => ({
  exchangeOrderId,
  nativeId: POLITICS,
  since: START,
  childObservations: NO_CHILD_OBSERVATIONS,
})

/** The order as it would be stored at its claim. */
export const toSend = (order: Order, at = START, attemptNumber = 1): OutboundOrder => {
  const prepared = decide(order, order.price ?? (0 as Price), attemptNumber)
  if (prepared.kind !== 'ready') throw new Error(`not ready: ${JSON.stringify(prepared)}`)
  const sent = {
    sends: 1,
    firstSentAt: at,
    lastSentAt: at,
    arrived: false,
    refusal: null,
    childObservations: NO_CHILD_OBSERVATIONS,
  }
  return { ...order, attempt: { ...prepared, ...sent } }
}
