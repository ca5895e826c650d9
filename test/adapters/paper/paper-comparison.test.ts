/** Paper orders against real ones: the same orders on the same books, at a simulated exchange. */

import { describe, expect, it } from 'vitest'
import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { OrderRequest } from '#domain/orders/order.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { seededRandom } from '#simulators/engine/world/seeded-random.ts'
import { inThisRun, runSeed } from '#test/support/run/plays.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { CROWD, Crowd } from './crowd.ts'
import { type Level, openPaperDesk, type PaperDesk, signal } from './desk.ts'
import { claimed } from './prepared.ts'

/** One side of the comparison: an account at a simulated exchange of its own. */
interface Side {
  readonly desk: PaperDesk
  readonly exchange: Exchange
  readonly account: ExchangeAccount
}

const paperSide = async (name: ExchangeName): Promise<Side> => {
  const desk = await openPaperDesk(name, { others: CROWD })
  return { desk, exchange: desk.exchange, account: desk.account }
}

/** The exchange's own adapter, with real signatures. */
const realSide = async (name: ExchangeName): Promise<Side> => {
  const desk = await openPaperDesk(name, { others: CROWD })
  const exchange = exchangeRegistry(ACCOUNTS, {
    clock: () => desk.time.now,
    log: SILENT_LOG,
    urls: desk.story.urls,
    storedMarket: async (svcId) => desk.markets.get(svcId) ?? null,
    sleep: async () => {},
    elapsed: () => desk.time.now,
    httpOf: () => desk.http,
  }).exchange(name)
  const given = Object.entries(desk.story.credentials).map(([field, value]) => [field, String(value)])
  const verified = await exchange.verify(Object.fromEntries(given), signal())
  if (verified.kind !== 'valid') throw new Error(JSON.stringify(verified))
  return { desk, exchange, account: { accountKey: verified.exchangeAccount, secrets: verified.secrets } }
}

/** Sends the order, and returns what became of it. An order that rests is cancelled. */
const outcomeOf = async ({ desk, exchange, account }: Side, request: Partial<OrderRequest>) => {
  const order = desk.order(request)
  const limit = order.price ?? price(request.buyFlag ? 990_000 : 10_000)
  const prepared = await exchange.prepare(account, order, limit, 1, signal())
  if (prepared.kind !== 'ready') return { prepared: prepared.kind, code: 'code' in prepared ? prepared.code : null }
  const outcome = await exchange.submit(account, claimed(order, prepared, desk.time.now), signal())
  await desk.pass(1_000)
  if (outcome.kind !== 'accepted') return { kind: outcome.kind, code: 'code' in outcome ? outcome.code : null }
  const { exchangeOrderId, state } = outcome.order
  if (state === 'live') {
    const { nativeId, shard } = order
    const named = { nativeId, shard, exchangeOrderId, childObservations: NO_CHILD_OBSERVATIONS }
    await exchange.cancel(account, named, signal())
  }
  const { fills } = await exchange.fillsSince(account, desk.time.now - 60_000, signal())
  const own = fills.filter((fill) => exchangeOrderId.split('+').includes(fill.exchangeOrderId))
  const byPrice = Map.groupBy(own, (fill) => fill.price)
  return {
    state,
    levels: [...byPrice].toSorted(([one], [other]) => one - other).map(([at, some]) => [at, total(some, 'qty')]),
    fee: total(own, 'fee'),
  }
}

const total = <Field extends string>(rows: ReadonlyArray<Readonly<Record<Field, number>>>, field: Field): number =>
  rows.reduce((sum, row) => sum + row[field], 0)

type Draw = ReturnType<typeof seededRandom>

/**
 * Sizes are multiples of five, the minimum of EXCHANGE_B. Other sizes leave a wallet with pairs of YES and NO, which a paper account nets.
 */
const drawBook = (
  draw: Draw,
  times: Map<string, number>,
): { readonly bids: readonly Level[]; readonly asks: readonly Level[] } => {
  const middle = draw.whole(20, 80)
  // A level never shows the same size twice in a row, so that no book looks like one from which the account took.
  const sizeAt = (name: string): number => {
    const time = (times.get(name) ?? draw.whole(0, 11)) + 1
    times.set(name, time)
    return 5 * (1 + (time % 12))
  }
  const side = (step: 1 | -1): readonly Level[] => {
    let at = middle
    return Array.from({ length: draw.whole(1, 6) }, (): Level => {
      at += step * draw.whole(1, 3)
      return [at / 100, sizeAt(`${step} ${at}`)]
    })
  }
  return { bids: side(-1), asks: side(1) }
}

const drawOrder = (
  draw: Draw,
  { bids, asks }: ReturnType<typeof drawBook>,
): Partial<OrderRequest> & { readonly buyFlag: boolean } => {
  const buyFlag = draw() < 0.5
  const levels = buyFlag ? asks : bids
  const [at] = levels[draw.whole(0, levels.length - 1)] ?? [0.5]
  const isMarket = draw() < 0.2
  const timeInForce = isMarket ? 'IOC' : (['IOC', 'FOK', 'GTC', 'GTC'] as const)[draw.whole(0, 3)]
  return {
    buyFlag,
    qty: qty(5 * draw.whole(1, 18) * ONE),
    orderType: isMarket ? 'MARKET' : 'LIMIT',
    price: isMarket ? null : price(Math.round(at * ONE)),
    ...(timeInForce === undefined ? {} : { timeInForce }),
  }
}

describe.each(EXCHANGE_NAMES)('taking orders on unchanged books of %s', (name) => {
  it('trade on paper as they do for real: quantity, price and fee to the last unit', { timeout: 600_000 }, async () => {
    const [real, paper] = [await realSide(name), await paperSide(name)]
    const draw = seededRandom(runSeed())
    const times = new Map<string, number>()
    let taken = 0
    for (let orders = 0; orders < inThisRun({ usual: 60, long: 400 }); orders += 1) {
      const book = drawBook(draw, times)
      const request = drawOrder(draw, book)
      await Promise.all([real, paper].map(({ desk }) => desk.book(book.bids, book.asks)))
      const told = await outcomeOf(real, request)
      expect(await outcomeOf(paper, request), JSON.stringify({ orders, book, request })).toEqual(told)
      if ('levels' in told && told.levels !== undefined && told.levels.length > 0) taken += 1
    }
    expect(taken).toBeGreaterThan(inThisRun({ usual: 30, long: 200 }))
  })
})

interface Rested {
  /** Time until it was full, in ms; null if it was not full in time. */
  readonly filledAfter: number | null
}

/** How long each order may rest, in steps of a second. */
const RESTS_FOR = 180
const AT_ONCE = 4
/** The flow begins so long after the orders on both sides, whatever their latency, in ms. */
const BEGINS_AFTER = 5_000

/** Rests orders in the flow of a crowd, some at a time, and measures how long each took to fill. */
const restInFlow = async (side: Side, seed: number, orders: number): Promise<readonly Rested[]> => {
  const { desk, exchange, account } = side
  const api = desk.story.urls.EXCHANGE_A?.api ?? ''
  const crowd = new Crowd({ seed, http: desk.http, url: api, ticker: desk.market.nativeId, clock: () => desk.time.now })
  await crowd.open()
  const draw = seededRandom(seed + 1)
  const rested: Rested[] = []
  while (rested.length < orders) {
    const placed: { id: string; qty: number; at: number }[] = []
    const begun = desk.time.now
    for (let some = 0; some < AT_ONCE; some += 1) {
      const buyFlag = draw() < 0.5
      const distance = draw.whole(0, 2)
      const size = qty(draw.whole(1, 3) * ONE)
      const request = { buyFlag, qty: size, price: price((50 + (buyFlag ? -1 - distance : 1 + distance)) * 10_000) }
      const order = desk.order({ ...request, postOnly: true })
      const prepared = await exchange.prepare(account, order, request.price, 1, signal())
      if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared))
      const outcome = await exchange.submit(account, claimed(order, prepared, desk.time.now), signal())
      if (outcome.kind === 'accepted')
        placed.push({ id: outcome.order.exchangeOrderId, qty: size, at: begun + BEGINS_AFTER })
      else rested.push({ filledAfter: null })
    }
    for (let second = 1; second <= RESTS_FOR; second += 1) {
      desk.time.now = Math.max(desk.time.now, begun + BEGINS_AFTER + second * 1_000)
      await crowd.step()
      if (second % 2 === 0) await exchange.openOrders(account, signal())
    }
    await desk.pass(10_000)
    const { fills } = await exchange.fillsSince(account, begun - 1_000, signal())
    for (const { id, qty: wanted, at } of placed) {
      const own = fills.filter(({ exchangeOrderId }) => exchangeOrderId === id).toSorted((a, b) => a.at - b.at)
      const isFull = total(own, 'qty') === wanted
      rested.push({ filledAfter: isFull ? (own.at(-1)?.at ?? at) - at : null })
      const { nativeId, shard } = desk.market
      const named = { nativeId, shard, exchangeOrderId: id, childObservations: NO_CHILD_OBSERVATIONS }
      if (!isFull) await exchange.cancel(account, named, signal())
    }
  }
  return rested
}

const summary = (rested: readonly Rested[]) => {
  const times = rested.flatMap(({ filledAfter }) => filledAfter ?? []).toSorted((a, b) => a - b)
  return { orders: rested.length, filled: times.length, medianMs: times[Math.floor(times.length / 2)] ?? 0 }
}

describe('resting orders in the same random flow', () => {
  it('fill on paper as often and as fast as they do for real, about', { timeout: 900_000 }, async () => {
    const orders = inThisRun({ usual: 16, long: 250 })
    // The flow is always the same: in others chance alone makes the two medians differ by a fifth now and then.
    const seed = 11
    const [real, paper] = await Promise.all(
      [realSide, paperSide].map(async (open) => summary(await restInFlow(await open('EXCHANGE_A'), seed, orders))),
    )
    console.log('resting orders', JSON.stringify({ seed, real, paper }))
    if (real === undefined || paper === undefined) throw new Error('two sides')
    const [count, time] = inThisRun({ usual: [0.25, 0.5], long: [0.1, 0.2] })
    expect(Math.abs(paper.filled - real.filled)).toBeLessThanOrEqual(real.filled * (count ?? 0))
    expect(Math.abs(paper.medianMs - real.medianMs)).toBeLessThanOrEqual(real.medianMs * (time ?? 0))
  })
})
