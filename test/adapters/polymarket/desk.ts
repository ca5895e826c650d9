/** The Polymarket adapter at a simulated exchange, with orders ready to send, for tests. */

import { http } from '#adapters/exchanges/http/http.ts'
import { RateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import type { TokensOf } from '#adapters/exchanges/polymarket/markets/tokens.ts'
import { polymarketExchange } from '#adapters/exchanges/polymarket/polymarket-exchange.ts'
import { polymarketMarketData } from '#adapters/exchanges/polymarket/polymarket-market-data.ts'
import { type Price, price, qty } from '#domain/kernel/numbers.ts'
import { type ChildObservations, NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { newOrder, type Order, type OrderRequest } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type {
  CancelOutcome,
  InvalidateOutcome,
  LookUpOutcome,
  OutboundOrder,
  Preparation,
  SubmitOutcome,
} from '#domain/orders/send/send-outcome.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeAddresses } from '#ports/exchanges/exchange-addresses.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { createCatalogue, extendCatalogue } from '#simulators/polymarket/world/catalogue.ts'
import {
  newTraders,
  openPolymarket,
  SEED,
  type SimulatedPolymarket,
  STANDARD,
  START,
  type Trader,
} from '#simulators/test/polymarket/simulated.ts'

export interface Desk {
  readonly simulated: SimulatedPolymarket
  readonly exchange: Exchange
  readonly traders: ReturnType<typeof newTraders>
  readonly account: ExchangeAccount
  /** Ids of the records that were left out. */
  readonly skipped: string[]
  readonly prepare: (order?: Order, attemptNumber?: number) => Promise<Preparation>
  /** An order as it is stored when it is claimed now. */
  readonly prepared: (more?: Partial<OrderRequest>, attemptNumber?: number) => Promise<OutboundOrder>
  readonly submit: (order: OutboundOrder, signal?: AbortSignal) => Promise<SubmitOutcome>
  /** The id of an order that has to be accepted. */
  readonly placed: (order: OutboundOrder) => Promise<string>
  readonly lookUp: (order: OutboundOrder) => Promise<LookUpOutcome>
  readonly invalidateIdentity: (order: OutboundOrder) => Promise<InvalidateOutcome>
  readonly cancel: (exchangeOrderId: string) => Promise<CancelOutcome>
  readonly order: (exchangeOrderId: string) => Promise<OrderReport | null>
  readonly fills: () => Promise<readonly FillReport[]>
  /** Sets what the house bids and asks for YES, in dollars and shares. */
  readonly book: (book: { bids?: readonly Level[]; asks?: readonly Level[]; market?: string }) => Promise<unknown>
  /** Makes the trader hold that many shares, bought from the house and settled. */
  readonly hold: (outcome: 'YES' | 'NO', shares: number) => Promise<void>
  /** Bad luck for the next order. */
  readonly fault: (more: Record<string, unknown>) => Promise<unknown>
  /** Sets the answer to the next read of that path. */
  readonly answer: (path: string, body: unknown) => Promise<unknown>
  /** Our account as the exchange's ledger has it. */
  readonly truth: () => Promise<Truth>
}

type Level = readonly [price: number, shares: number]
type Truth = Awaited<ReturnType<SimulatedPolymarket['ledger']>>['accounts'][number]

export const MARKET = STANDARD.conditionId

/** Every market the simulated exchange offers at the start, as our catalogue would have stored its tokens. */
const OFFERED = new Map(
  extendCatalogue(createCatalogue(), START, SEED).map(({ conditionId, tokens: [yes, no] }) => [
    conditionId,
    { yes, no },
  ]),
)

export const anySignal = (): AbortSignal => AbortSignal.timeout(20_000)

/** Everything but the exchange's own addresses is real; waiting takes no time. */
export const adapterFor = (
  urls: ExchangeAddresses['EXCHANGE_B'],
  clock: () => number,
  onSkip = (_: string) => {},
  tokensOf = async (conditionId: string) => OFFERED.get(conditionId) ?? null,
): Exchange => polymarketExchange(optionsOf(urls, clock, onSkip, tokensOf))

/** The same, as the price watch has it. */
export const watchedDataFor = (
  urls: ExchangeAddresses['EXCHANGE_B'],
  clock: () => number,
  onSkip: (id: string) => void,
): MarketDataSource =>
  polymarketMarketData(optionsOf(urls, clock, onSkip, async (conditionId) => OFFERED.get(conditionId) ?? null))

const optionsOf = (
  urls: ExchangeAddresses['EXCHANGE_B'],
  clock: () => number,
  onSkip: (id: string) => void,
  tokensOf: TokensOf,
) => ({
  urls,
  clock,
  http: http(),
  budget: new RateBudget(() => performance.now()),
  sleep: async () => {},
  onSkip,
  tokensOf,
})

export interface DeskOptions extends NonNullable<Parameters<typeof openPolymarket>[0]> {
  /** Whose account it is: ann has a wallet of her own, bob a proxy, cleo a Safe and dan a deposit wallet. */
  readonly as?: keyof Desk['traders']
}

export const openDesk = async ({ as = 'ann', ...options }: DeskOptions = {}): Promise<Desk> => {
  const traders = newTraders()
  const simulated = await openPolymarket({ traders: Object.values(traders), ...options })
  const trader = traders[as]
  const skipped: string[] = []
  const exchange = adapterFor(simulated.simulator.urls, options.clock ?? (() => simulated.time.now), (id) => {
    skipped.push(id)
  })
  const verified = await exchange.verify(givenBy(trader), anySignal())
  if (verified.kind !== 'valid') throw new Error(JSON.stringify(verified))
  const account = { accountKey: as, secrets: verified.secrets }

  // Observations of an order's parts are stored between calls, and kept out of the answers.
  const childObservations = new Map<string, ChildObservations>()
  const stored = (identity: string): ChildObservations => childObservations.get(identity) ?? NO_CHILD_OBSERVATIONS
  const known = (order: OutboundOrder): OutboundOrder => {
    const { attempt } = order
    return {
      ...order,
      attempt: { ...attempt, childObservations: childObservations.get(attempt.identity) ?? attempt.childObservations },
    }
  }
  const keep =
    (identity: string) =>
    <Answer extends { readonly childObservations?: ChildObservations }>(answer: Answer): Answer => {
      const { childObservations: seen, ...rest } = answer
      if (seen !== undefined) childObservations.set(identity, seen)
      return rest as Answer
    }

  const prepare: Desk['prepare'] = (order = someOrder(), attemptNumber = 1) =>
    exchange.prepare(account, order, order.price ?? (0 as Price), attemptNumber, anySignal())
  const submit: Desk['submit'] = (order, signal = anySignal()) =>
    exchange.submit(account, known(order), signal).then(keep(order.attempt.identity))
  const book: Desk['book'] = ({ bids = [], asks = [], market = MARKET }) =>
    simulated.control('book', { market, bids, asks })
  return {
    simulated,
    exchange,
    traders,
    account,
    skipped,
    prepare,
    prepared: async (more, attemptNumber = 1) => {
      const order = someOrder(more)
      const preparation = await prepare(order, attemptNumber)
      if (preparation.kind !== 'ready') throw new Error(`not ready: ${JSON.stringify(preparation)}`)
      return toSend(order, preparation, simulated.time.now)
    },
    submit,
    placed: async (order) => {
      const outcome = await submit(order)
      if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
      return outcome.order.exchangeOrderId
    },
    lookUp: (order) => exchange.lookUp(account, known(order), anySignal()).then(keep(order.attempt.identity)),
    invalidateIdentity: (order) =>
      exchange.invalidateIdentity(account, known(order), anySignal()).then(keep(order.attempt.identity)),
    cancel: (exchangeOrderId) => {
      const target = { nativeId: MARKET, shard: 0, exchangeOrderId, childObservations: stored(exchangeOrderId) }
      return exchange.cancel(account, target, anySignal()).then(keep(exchangeOrderId))
    },
    order: async (exchangeOrderId) => {
      const ref = {
        exchangeOrderId,
        nativeId: MARKET,
        since: START - 60_000,
        childObservations: stored(exchangeOrderId),
      }
      return keep(exchangeOrderId)(await exchange.order(account, ref, anySignal())).report
    },
    fills: async () => (await exchange.fillsSince(account, START - 60_000, anySignal())).fills,
    book,
    hold: async (outcome, shares) => {
      await book({ bids: [[0.49, shares]], asks: [[0.51, shares]] })
      await simulated.place({ outcome: outcome === 'YES' ? 0 : 1, price: 0.51, size: shares }, trader)
      await book({})
      await simulated.pass(10_000)
    },
    fault: (more) => simulated.control('faults', { method: 'POST', path: '/clob/order$', times: 1, ...more }),
    answer: (path, body) =>
      simulated.control('faults', { method: 'GET', path, kind: 'status', status: 200, times: 1, body }),
    truth: async () => {
      const found = (await simulated.ledger()).accounts.find(({ id }) => id === as)
      if (found === undefined) throw new Error(`no account ${as}`)
      return found
    },
  }
}

/** The credentials of a trader as they are put to our interface. */
export const givenBy = ({ privateKey, signatureType, funder }: Trader): Record<string, string> => ({
  private_key: privateKey,
  signature_type: String(signatureType),
  ...(signatureType === 0 ? {} : { funder_address: funder }),
})

export const someOrder = (more: Partial<OrderRequest> = {}): Order =>
  newOrder(
    {
      orderId: '019aa5a0-0000-7000-8000-000000000001',
      userId: 'user',
      subaccountId: 'subaccount',
      exchange: 'EXCHANGE_B',
      svcId: 1,
      nativeId: MARKET,
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

/** The order as it would be stored at its claim. */
export const toSend = (order: Order, prepared: Extract<Preparation, { kind: 'ready' }>, at = START): OutboundOrder => ({
  ...order,
  attempt: {
    ...prepared,
    sends: 1,
    firstSentAt: at,
    lastSentAt: at,
    arrived: false,
    refusal: null,
    childObservations: NO_CHILD_OBSERVATIONS,
  },
})
