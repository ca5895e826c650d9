/** Paper accounts over the public data of a simulated exchange, in memory, with every request that leaves. */

import type { Http, HttpRequest } from '#adapters/exchanges/http/http.ts'
import { type PaperSettings, USUAL_PAPER_SETTINGS } from '#adapters/exchanges/paper/paper-options.ts'
import { paperAccounts } from '#adapters/exchanges/paper.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { paperStore } from '#adapters/store/paper/paper-store.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { type Market, svcIdOf } from '#domain/markets/market.ts'
import { newOrder, type Order, type OrderRequest } from '#domain/orders/order.ts'
import type { OutboundOrder, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { PaperStore } from '#ports/exchanges/paper-store.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { inProcess } from '#test/support/simulators/in-process.ts'
import { kalshiStoryExchange } from '#test/support/simulators/kalshi.ts'
import { polymarketStoryExchange } from '#test/support/simulators/polymarket.ts'
import type { StoryExchange } from '#test/support/simulators/story-exchange.ts'
import { memoryTable } from '#test/support/store.ts'
import { claimed } from './prepared.ts'

export const START = Date.parse('2026-11-21T07:30:00Z')

export type Level = readonly [price: number, contracts: number]

export interface PaperDesk {
  readonly name: ExchangeName
  readonly story: StoryExchange
  readonly time: { now: number }
  readonly exchange: Exchange
  readonly store: PaperStore
  readonly account: ExchangeAccount
  readonly market: Market
  /** The catalogue of the service, by svc_id. */
  readonly markets: Map<number, Market>
  /** Every request that left, as method and URL. Calls of the test itself are not among them. */
  readonly sent: HttpRequest[]
  readonly http: Http
  readonly control: (path: string, body: unknown) => Promise<unknown>
  readonly book: (bids: readonly Level[], asks: readonly Level[]) => Promise<unknown>
  /** A trade of strangers at that price or better. `buyFlag`: the taker buys YES. */
  readonly trade: (at: number, contracts: number, buyFlag: boolean) => Promise<unknown>
  readonly pass: (ms: number) => Promise<void>
  readonly order: (more?: Partial<OrderRequest>) => Order
  /** Prepares the order as the service does, and submits it. */
  readonly submit: (order: Order, attemptNumber?: number) => Promise<SubmitOutcome>
  readonly outbound: (order: Order, attemptNumber?: number) => Promise<OutboundOrder>
  readonly fills: () => Promise<readonly FillReport[]>
  readonly cash: () => Promise<number>
  readonly net: () => Promise<number>
}

export const signal = (): AbortSignal => AbortSignal.timeout(20_000)

let numbers = 0

export const openPaperDesk = async (
  name: ExchangeName,
  settings: Partial<PaperSettings> & { readonly cash?: string; readonly others?: readonly string[] } = {},
): Promise<PaperDesk> => {
  const time = { now: START }
  const wires = inProcess()
  const simulator = name === 'EXCHANGE_A' ? kalshiStoryExchange : polymarketStoryExchange
  const story = await simulator({
    clock: () => time.now,
    bot: false,
    cache: false,
    staleReadsMs: 0,
    settleAfterMs: 0,
    serve: wires.serve,
    others: settings.others ?? [],
  })
  const sent: HttpRequest[] = []
  const store = paperStore((await memoryTable()).table)
  const markets = new Map<number, Market>()
  const exchange = exchangeRegistry(paperAccounts(store, { ...USUAL_PAPER_SETTINGS, ...settings }), {
    clock: () => time.now,
    log: SILENT_LOG,
    urls: story.urls,
    storedMarket: async (svcId) => markets.get(svcId) ?? null,
    sleep: async (ms) => {
      time.now += ms
    },
    // The rate budgets refill with the time of the test.
    elapsed: () => time.now,
    httpOf: () => async (request) => {
      sent.push(request)
      return wires.http(request)
    },
  }).exchange(name)
  const [market] = await exchange.marketsById([story.market], signal())
  if (market === undefined) throw new Error(`no market ${story.market}`)
  markets.set(svcIdOf(name, story.market), market)
  sent.length = 0
  const verified = await exchange.verify({ paper_cash: settings.cash ?? '10000', paper_account: 'desk' }, signal())
  if (verified.kind !== 'valid') throw new Error(JSON.stringify(verified))
  const account = { accountKey: verified.exchangeAccount, secrets: verified.secrets }
  const control: PaperDesk['control'] = async (path, body) => {
    const url = new URL(`${story.controlUrl}/control/${path}`)
    const answer = await wires.http({
      method: 'POST',
      url,
      headers: {},
      body: JSON.stringify(body),
      timeoutMs: 5_000,
      signal: signal(),
    })
    if (answer.kind !== 'answered' || answer.status !== 200) throw new Error(JSON.stringify(answer))
    return JSON.parse(answer.text)
  }
  const outbound: PaperDesk['outbound'] = async (order, attemptNumber = 1) => {
    const prepared = await exchange.prepare(account, order, order.price ?? price(500_000), attemptNumber, signal())
    if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared))
    return claimed(order, prepared, time.now)
  }
  return {
    name,
    story,
    time,
    exchange,
    store,
    account,
    market,
    markets,
    sent,
    http: wires.http,
    control,
    book: (bids, asks) => control('book', { market: story.market, bids, asks }),
    trade: (at, contracts, buyFlag) =>
      control('trade', { market: story.market, price: at, qty: contracts, buy_flag: buyFlag }),
    pass: async (ms) => {
      time.now += ms
      await story.tick()
    },
    order: (more = {}) => {
      numbers += 1
      return newOrder(
        {
          orderId: `019aa5a0-0000-7000-8000-${String(numbers).padStart(12, '0')}`,
          userId: 'user',
          subaccountId: 'desk',
          exchange: name,
          svcId: market.svcId,
          nativeId: market.nativeId,
          shard: market.shard,
          orderType: 'LIMIT',
          timeInForce: 'GTC',
          qty: qty(10_000_000),
          buyFlag: true,
          price: price(400_000),
          expiresAt: null,
          clientOrderId: null,
          ...more,
        },
        time.now,
      )
    },
    outbound,
    submit: async (order, attemptNumber) => exchange.submit(account, await outbound(order, attemptNumber), signal()),
    fills: async () => (await exchange.fillsSince(account, 0, signal())).fills,
    cash: async () => (await exchange.balances(account, signal())).reduce((sum, { amount }) => sum + amount, 0),
    net: async () =>
      (await exchange.positions(account, signal())).positions.find(({ nativeId }) => nativeId === market.nativeId)
        ?.position ?? 0,
  }
}
