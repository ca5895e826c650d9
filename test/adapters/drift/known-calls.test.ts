/** The tables of what the adapters read are true: of the simulators, of recorded answers, and of what the adapters do. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import type { KnownCall } from '#adapters/exchanges/known-call.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { DAY } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { compareAnswer } from '#local/rehearse/drift/compare-answer.ts'
import { fieldsRead } from '#local/rehearse/drift/fields-read.ts'
import { INTERFACES, runDrift } from '#local/rehearse/drift/run-drift.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { ACCOUNT, openDesk as openKalshi, ref } from '../kalshi/desk.ts'
import { MARKET, openDesk as openPolymarket } from '../polymarket/desk.ts'
import { recordReads } from './recorded-reads.ts'

interface Traded {
  readonly urls: TradedExchanges
  readonly account: ExchangeAccount
  readonly market: string | null
  readonly clock: () => number
  readonly exchangeOrderId: string
  readonly resolve: () => Promise<unknown>
}

/** An exchange at which the account has a resting order, a fill and a position. */
const traded: Readonly<Record<ExchangeName, () => Promise<Traded>>> = {
  EXCHANGE_A: async () => {
    const { simulated, submit, prepared } = await openKalshi({ staleReadsMs: 0 })
    onTestFinished(() => simulated.close())
    const market = ref('').nativeId
    await simulated.control('book', { market, bids: [[0.3, 100]], asks: [[0.4, 4]] })
    const placed = await submit(prepared())
    if (placed.kind !== 'accepted') throw new Error(JSON.stringify(placed))
    await simulated.pass(2_000)
    return {
      urls: { EXCHANGE_A: { api: simulated.simulator.url, ws: simulated.simulator.socketUrl } },
      account: ACCOUNT,
      market,
      clock: () => simulated.time.now,
      exchangeOrderId: placed.order.exchangeOrderId,
      resolve: () => simulated.control('resolve', { market, outcome: 'yes' }),
    }
  },
  EXCHANGE_B: async () => {
    const { simulated, account, book, submit, prepared } = await openPolymarket()
    onTestFinished(() => simulated.close())
    await book({
      bids: [[0.3, 100]],
      asks: [
        [0.4, 6],
        [0.6, 10],
      ],
    })
    const placed = await submit(await prepared({ qty: qty(20_000_000) }))
    if (placed.kind !== 'accepted') throw new Error(JSON.stringify(placed))
    await simulated.pass(10_000)
    return {
      urls: { EXCHANGE_B: { ...simulated.simulator.urls, ...simulated.simulator.sockets } },
      account,
      market: MARKET,
      clock: () => simulated.time.now,
      exchangeOrderId: placed.order.exchangeOrderId,
      resolve: () => simulated.control('resolve', { market: MARKET, outcome: 'yes' }),
    }
  },
}

const signal = () => AbortSignal.timeout(20_000)

const drift = (name: ExchangeName, { urls, account, clock, market }: Traded) =>
  runDrift({ exchange: name, urls: { ...urls[name] }, account, clock, patienceMs: 0, listenMs: 300 }, market)

/** The entries of the table for a call, which is its method and its path at the simulator. */
const callsOf = (name: ExchangeName, made: string): readonly KnownCall[] =>
  (INTERFACES[name]?.calls ?? []).filter(({ method, host, path, refused }) => {
    const below = name === 'EXCHANGE_A' ? '/trade-api/v2' : `/${host}`
    const pattern = new RegExp(`^${method} ${below}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return refused === undefined && pattern.test(made)
  })

/** Reads of which the drift run compares nothing: they need an order, change something, or belong to the relayer. */
const NOT_COMPARED: readonly RegExp[] = [
  /\/portfolio\/orders\/[^/]+$/,
  /\/portfolio\/settlements$/,
  /\/data\/order\/[^/]+$/,
  /\/auth\/(?:derive-)?api-key$/,
  /\/balance-allowance\/update$/,
  /\/relayer\//,
  /\/v2\/activity$/,
]

describe.each(EXCHANGE_NAMES)('the table of %s', (name) => {
  it('agrees with all that the simulator answers', async () => {
    const place = await traded[name]()
    const { findings, compared, open } = await drift(name, place)
    expect(findings).toEqual([])
    expect(compared).toBeGreaterThan(18)
    // No record of the simulator is old enough for the archive.
    expect(
      open.filter((line) => !/historical|no message|(?:tags|series)\[\]|resolutions|closed=true|settled/.test(line)),
    ).toEqual([])
    await place.resolve()
    expect((await drift(name, { ...place, market: null })).findings).toEqual([])
  })

  it('has each call that the adapter makes, and each field that it reads of the answer', async () => {
    const place = await traded[name]()
    const recorded = recordReads()
    onTestFinished(recorded.stop)
    const known = new Map<number, Market>()
    const { exchange: of } = exchangeRegistry(ACCOUNTS, {
      clock: place.clock,
      log: SILENT_LOG,
      urls: place.urls,
      storedMarket: async (svcId) => known.get(svcId) ?? null,
      httpOf: recorded.http,
    })
    const exchange = of(name)
    const { account, market, exchangeOrderId, clock } = place
    if (market === null) throw new Error('the exchange has no market')
    const [found] = await exchange.marketsById([market], signal())
    if (found === undefined) throw new Error('the market is not listed')
    known.set(found.svcId, found)
    await exchange.listMarkets(null, signal())
    await exchange.changedMarkets(clock() - DAY, null, signal())
    await exchange.orderBook(market, signal())
    await exchange.orderBooks([market], signal())
    await exchange.quotes([market], signal())
    await exchange.marketStates([market], signal())
    await exchange.lastTrade(market, signal())
    await exchange.trades(found, { limit: 10, before: null }, signal())
    await exchange.priceSeries(found, { interval: '1d', fidelity: 60 }, signal())
    await exchange.openOrders(account, signal())
    const order = {
      exchangeOrderId,
      nativeId: market,
      since: clock() - DAY,
      childObservations: ref('').childObservations,
    }
    await exchange.order(account, order, signal())
    expect((await exchange.fillsSince(account, clock() - DAY, signal())).fills).not.toEqual([])
    await exchange.fillsBefore(account, clock() + DAY, null, signal())
    expect((await exchange.positions(account, signal())).positions).not.toEqual([])
    await exchange.balances(account, signal())
    await exchange.readiness(account, signal())
    await place.resolve()
    await exchange.payouts([market], signal())

    const calls = [...recorded.reads].filter(([call]) => !NOT_COMPARED.some((pattern) => pattern.test(call)))
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.map(([call]) => call).filter((call) => callsOf(name, call).length === 0)).toEqual([])
    expect(
      calls.flatMap(([call, read]) => {
        const known = knownIn(callsOf(name, call))
        return [...read].filter((at) => !known.has(at)).map((at) => `${call}: ${at}`)
      }),
      'read, and not in the table',
    ).toEqual([])
    expect(
      calls.flatMap(([call]) => {
        const entries = callsOf(name, call)
        const read = new Set(calls.flatMap(([other, at]) => (callsOf(name, other)[0] === entries[0] ? [...at] : [])))
        const parents = new Set([...read].map(parentOf))
        const sometimes = new Set(entries.flatMap(({ sometimes = [] }) => sometimes))
        return [...knownIn(entries)]
          .filter((at) => !read.has(at) && !at.endsWith('[]') && parents.has(parentOf(at)) && !sometimes.has(at))
          .map((at) => `${call}: ${at}`)
      }),
      'in the table, and not read',
    ).toEqual([])
  })
})

const parentOf = (at: string): string => at.slice(0, Math.max(0, at.lastIndexOf('.')))

const knownIn = (entries: readonly KnownCall[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ reads }) =>
      Object.entries(reads).flatMap(([at, schemas]) =>
        schemas.flatMap((schema) => [...fieldsRead(schema, at)].map(([field]) => field)),
      ),
    ),
  )

const FOLDER = process.env['EXCHANGE_RECORDINGS'] ?? ''
const json = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))

/** Shards of EXCHANGE_A are newer than the recordings, and a market of EXCHANGE_B that was read alone has no events. */
const NOT_RECORDED = ['exchange_index_statuses', 'markets[].exchange_index', 'markets[].events']

describe.skipIf(!existsSync(join(FOLDER, 'kalshi')))('recorded answers', () => {
  it('the calls of EXCHANGE_A are exactly the calls in the table', () => {
    const metas = readdirSync(join(FOLDER, 'kalshi')).filter((file) => file.endsWith('.meta.json'))
    const found = metas.flatMap((file) => {
      const { method = '', path = '', status } = json(join('kalshi', file))
      const [call] = callsOf('EXCHANGE_A', `${method} ${path.split('?')[0]}`)
      const body = file.replace('.meta.json', '.json')
      if (call === undefined || status !== 200 || path.endsWith('/fee_changes')) return []
      const differences = compareAnswer(call, json(join('kalshi', body)))
      return [{ file, differences: differences.filter(({ at }) => !NOT_RECORDED.includes(at)) }]
    })
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter(({ differences }) => differences.length > 0)).toEqual([])
  })

  it.each([
    ['clob_book_response', 'GET /clob/book', ''],
    ['clob_market_closed_binary_accepting_true', 'GET /clob/markets/0x1', ''],
    ['gamma_market', 'GET /gamma/markets/keyset', 'markets'],
    ['gamma_market_closed_binary_accepting_true', 'GET /gamma/markets/keyset', 'markets'],
    ['http_open_orders_page', 'GET /clob/data/orders', ''],
    ['http_trades_page', 'GET /clob/data/trades', ''],
  ])('the calls of EXCHANGE_B are exactly the calls in the table: %s', (file, made, list) => {
    const [call] = callsOf('EXCHANGE_B', made)
    if (call === undefined) throw new Error(`the table lacks ${made}`)
    const body = json(join('polymarket', `${file}.json`))
    const differences = compareAnswer(call, list === '' ? body : { [list]: [body] })
    expect(differences.filter(({ at }) => !NOT_RECORDED.includes(at))).toEqual([])
  })
})
