/** Publishes markets to client streams: the order, the rate, and slow readers. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { Market } from '#domain/markets/market.ts'
import type { PublicTrade, TapeQuery } from '#domain/markets/public-trade.ts'
import type { Listened, Listener } from '#domain/streams/market-channel.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import type { Sent } from '#ports/streams/stream-sender.ts'
import { cents, contracts, T0 } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import type { ChannelMessage } from '#use-cases/price-watch/clients/channel-message.ts'
import { ClientStreams, type ClientStreamsDeps } from '#use-cases/price-watch/clients/client-streams.ts'

const MARKET = { svcId: 71, exchange: 'EXCHANGE_A' as const, nativeId: 'KXTEST' }

const listened = (name: Listened['name'], since = T0): Listened => ({ ...MARKET, name, since })
const listener = (streamId: string, listening: readonly Listened[], keyId = 'key'): Listener => ({
  streamId,
  userId: 'user',
  keyId,
  openedAt: T0,
  listening,
})

const level = (at: number) => ({ price: cents(at), qty: contracts(10) })
const book = (bid: number, ask: number): Extract<PriceEvent, { kind: 'book' }> => ({
  kind: 'book',
  nativeId: 'KXTEST',
  bid: level(bid),
  ask: level(ask),
  depth: () => ({ bids: [level(bid)], asks: [level(ask)] }),
  at: time.now,
})
const trade = (tradeId: string, at: number): Extract<PriceEvent, { kind: 'trade' }> => ({
  kind: 'trade',
  nativeId: 'KXTEST',
  tradeId,
  price: cents(at),
  qty: contracts(1),
  takerBuys: true,
  at: time.now,
})
const quote = (bid: number, ask: number): ExchangeQuote => ({
  nativeId: 'KXTEST',
  state: 'open',
  stateIsLive: true,
  bid: level(bid),
  ask: level(ask),
  lastPrice: null,
  tradeMark: '',
  lastTradeAt: null,
  asOf: time.now,
})

const time = { now: T0 }
let timers: Array<{ readonly at: number; readonly act: () => void }> = []
let sent: Array<{ readonly streamId: string; readonly text: string }> = []
let answer: (streamId: string) => Promise<Sent>
let removed: string[] = []
let closed: string[] = []
let clients: ClientStreams

beforeEach(() => {
  time.now = T0
  timers = []
  sent = []
  removed = []
  closed = []
  answer = async () => 'sent'
  clients = new ClientStreams(deps(), () => true)
})

const deps = (apiKeys?: Pick<ApiKeyStore, 'get'>): ClientStreamsDeps => ({
  // No exchange answers, so that only streamed prices are known.
  exchanges: () => null,
  markets: { getMany: async () => [] },
  apiKeys: apiKeys ?? { get: async (keyId) => ({ keyId, revokedAt: null }) as never },
  streamRows: { remove: async (streamId) => void removed.push(streamId) },
  streamSender: {
    send: async (streamId, text) => {
      const how = await answer(streamId)
      if (how === 'sent') sent.push({ streamId, text })
      return how
    },
    isOpen: async () => true,
    close: async (streamId, farewell) => {
      sent.push({ streamId, text: farewell })
      closed.push(streamId)
    },
  },
  farewell: (reason) => `farewell ${reason}`,
  marketText: (word) => shown(word),
  after: (ms, act) => {
    const timer = { at: time.now + ms, act }
    timers.push(timer)
    return () => {
      timers = timers.filter((one) => one !== timer)
    }
  },
  clock: () => time.now,
  log: SILENT_LOG,
})

const shown = (word: ChannelMessage): string => {
  const first = word.isSnapshot ? 'all' : 'new'
  const words = word.message === null ? '' : ' !'
  if (word.name === 'quotes') return `${first} quote ${word.quote?.bid?.price}${words}`
  if (word.name === 'book') return `${first} book ${word.book?.bids[0]?.price}${words}`
  const more = word.tape.hasMore ? ' …' : ''
  return `${first} trades ${word.tape.trades.map(({ tradeId }) => tradeId).join(' ')}${more}${words}`
}

/** Lets time pass and messages arrive. */
const pass = async (ms: number): Promise<void> => {
  const end = time.now + ms
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
    if (next === undefined) break
    timers = timers.filter((one) => one !== next)
    time.now = Math.max(time.now, next.at)
    next.act()
    await settled()
  }
  time.now = end
  await settled()
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const texts = (streamId = 'one'): readonly string[] =>
  sent.filter((one) => one.streamId === streamId).map(({ text }) => text)

describe('a stream that follows a market', () => {
  it('receives a snapshot first, then changes, five times a second at most and the newest', async () => {
    await clients.listen([listener('one', [listened('quotes'), listened('book')])])
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(100)
    expect(texts()).toEqual(['all quote 400000', 'all book 400000'])
    for (let n = 0; n < 50; n += 1) {
      clients.events.onEvent(MARKET, book(30 + (n % 10), 50))
      await pass(20)
    }
    const quotes = texts().filter((text) => text.startsWith('new quote'))
    expect(quotes.length).toBeGreaterThan(3)
    expect(quotes.length).toBeLessThanOrEqual(6)
    await pass(1_000)
    expect(texts().at(-1)).toBe('new book 390000')
  })

  it('receives every trade once, also simultaneous ones', async () => {
    const trades = async () => ({ trades: [], hasMore: false, asOf: T0 })
    const exchange = { quotes: async () => [], orderBook: async () => ({ bids: [], asks: [], at: T0 }), trades }
    const record = { ...MARKET } as never
    const known = { ...deps(), exchanges: () => exchange, markets: { getMany: async () => [record] } }
    clients = new ClientStreams(known, () => true)
    clients.events.onEvent(MARKET, book(40, 50))
    await clients.listen([listener('one', [listened('trades')])])
    await pass(200)
    expect(texts()).toHaveLength(1)
    for (const id of ['a', 'b', 'a', 'c']) clients.events.onEvent(MARKET, trade(id, 45))
    await pass(500)
    clients.events.onEvent(MARKET, trade('c', 45))
    await pass(500)
    const received = texts().slice(1)
    expect(received.flatMap((text) => text.match(/\b[abc]\b/g) ?? []).sort()).toEqual(['a', 'b', 'c'])
  })

  it('receives a snapshot again if it subscribes again, and other streams do not', async () => {
    const other = listener('two', [listened('quotes')])
    await clients.listen([listener('one', [listened('quotes')]), other])
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(10_000)
    sent = []
    await clients.listen([listener('one', [listened('quotes', T0 + 1)]), other])
    await pass(500)
    expect(texts()).toEqual(['all quote 400000'])
    expect(texts('two')).toEqual([])
  })

  it('is informed that prices may be old after a gap or while only polled, until the next event', async () => {
    await clients.listen([listener('one', [listened('quotes')])])
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(500)
    clients.events.onGap(MARKET, 'stale')
    await pass(500)
    expect(texts().at(-1)).toBe('new quote 400000 !')
    clients.events.onPolled(MARKET, quote(41, 50), false)
    await pass(500)
    expect(texts().at(-1)).toBe('new quote 410000 !')
    clients.events.onEvent(MARKET, book(42, 50))
    await pass(500)
    expect(texts().at(-1)).toBe('new quote 420000')
  })

  it('is informed in each of its channels that trading pauses, and that it continues, also while nothing else changes', async () => {
    const trades = async () => ({ trades: [], hasMore: false, asOf: T0 })
    const exchange = { quotes: async () => [], orderBook: async () => ({ bids: [], asks: [], at: T0 }), trades }
    const record = { ...MARKET } as never
    clients = new ClientStreams(
      { ...deps(), exchanges: () => exchange, markets: { getMany: async () => [record] } },
      () => true,
    )
    clients.events.onEvent(MARKET, book(40, 50))
    await clients.listen([listener('one', [listened('quotes'), listened('book'), listened('trades')])])
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(10_000)
    sent = []
    clients.events.onPolled(MARKET, { ...quote(40, 50), state: 'paused' }, true)
    await pass(500)
    expect(texts()).toEqual(['new quote 400000 !', 'new book 400000 !', 'new trades  !'])
    sent = []
    clients.events.onPolled(MARKET, quote(40, 50), true)
    await pass(500)
    expect(texts()).toEqual(['new quote 400000', 'new book 400000', 'new trades '])
  })

  it('receives once more the changes made while two runs overlapped', async () => {
    await clients.listen([listener('one', [listened('quotes')])])
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(1_000)
    clients.events.onEvent(MARKET, book(41, 50))
    await pass(1_000)
    sent = []
    await pass(10_000)
    expect(texts()).toEqual(['all quote 410000'])
    sent = []
    clients.events.onEvent(MARKET, book(42, 50))
    await pass(20_000)
    expect(texts()).toEqual(['new quote 420000'])
  })

  it('receives nothing from a run that does not watch its market', async () => {
    clients = new ClientStreams(deps(), (svcId) => svcId !== MARKET.svcId)
    await clients.listen([listener('one', [listened('quotes')])])
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(1_000)
    expect(sent).toEqual([])
    expect(clients.isListening()).toBe(false)
  })
})

describe('the trades of a market', () => {
  /** The tape of each market as its exchange has it, newest first. */
  const tapes = new Map<string, PublicTrade[]>()
  let requested: string[] = []

  const happen = (count: number, from = 0): void => {
    for (let n = from; n < from + count; n += 1) {
      time.now += 10
      const { kind, ...traded } = trade(`t${n}`, 45)
      tapes.set('KXTEST', [traded, ...(tapes.get('KXTEST') ?? [])])
    }
  }
  const reportNewest = (most = 100): void => {
    for (const one of (tapes.get('KXTEST') ?? []).slice(0, most))
      clients.events.onEvent(MARKET, { kind: 'trade', nativeId: 'KXTEST', ...one })
  }
  const exchange = {
    quotes: async () => [],
    orderBook: async () => ({ bids: [], asks: [], at: T0 }),
    trades: async ({ nativeId }: Pick<Market, 'nativeId'>, { limit, before }: TapeQuery) => {
      requested.push(nativeId)
      const older = (tapes.get(nativeId) ?? []).filter(({ at }) => before === null || at < before)
      return { trades: older.slice(0, limit), hasMore: older.length > limit, asOf: time.now }
    },
  }
  const following = (source: typeof exchange = exchange) =>
    new ClientStreams(
      {
        ...deps(),
        exchanges: (name) => (name === 'EXCHANGE_A' ? source : null),
        markets: {
          getMany: async (svcIds) =>
            svcIds.map((svcId) => ({ svcId, nativeId: svcId === MARKET.svcId ? 'KXTEST' : `KX${svcId}` }) as never),
        },
      },
      () => true,
    )
  const heard = (): readonly string[] => texts().flatMap((text) => text.match(/\bt\d+\b/g) ?? [])

  beforeEach(() => {
    tapes.clear()
    requested = []
    clients = following()
  })

  it('are each published once if they came while the socket was gone, also over several pages', async () => {
    clients.events.onEvent(MARKET, book(40, 50))
    await clients.listen([listener('one', [listened('trades')])])
    await pass(10_000)
    happen(3)
    reportNewest()
    await pass(1_000)
    clients.events.onGap(MARKET, 'stale')
    happen(80, 3)
    clients.events.onEvent(MARKET, book(41, 50))
    // The socket is back before the tape is read.
    happen(1, 83)
    reportNewest(1)
    await clients.read()
    await pass(1_000)
    expect(heard().toSorted()).toEqual(Array.from({ length: 84 }, (_, n) => `t${n}`).toSorted())
  })

  it('are reported as incomplete after a gap with very many, and the state is sent again', async () => {
    clients.events.onEvent(MARKET, book(40, 50))
    await clients.listen([listener('one', [listened('trades')])])
    await pass(10_000)
    happen(3)
    reportNewest()
    await pass(1_000)
    clients.events.onGap(MARKET, 'missed')
    happen(3_000, 3)
    await clients.read()
    await pass(1_000)
    const newest = Array.from({ length: 50 }, (_, n) => `t${3_002 - n}`)
    expect(texts().at(-1)).toContain(`all trades ${newest.join(' ')} …`)
  })

  it('are all in a snapshot after the tape was read, even if they were reported as unknown before', async () => {
    happen(2)
    const tape = Promise.withResolvers<void>()
    const source = {
      ...exchange,
      trades: (...given: Parameters<typeof exchange.trades>) => tape.promise.then(() => exchange.trades(...given)),
    }
    clients = following(source)
    await clients.listen([listener('one', [listened('trades')])])
    clients.events.onPolled(MARKET, quote(40, 50), false)
    await pass(1_000)
    expect(texts()).toEqual(['all trades  !'])
    tape.resolve()
    await pass(100)
    await pass(1_000)
    expect(texts().at(-1)).toBe('all trades t1 t0 !')
  })

  it('are all read in turn for many markets that no socket shows', async () => {
    const each = Array.from({ length: 100 }, (_, n) => n + 1_000)
    const markets = each.map((svcId) => ({ ...MARKET, svcId, nativeId: `KX${svcId}` }))
    await clients.listen([
      listener(
        'one',
        markets.map((market) => ({ ...listened('trades'), ...market })),
      ),
    ])
    for (let poll = 0; poll < 4; poll += 1) {
      await pass(2_000)
      for (const market of markets) clients.events.onPolled(market, quote(40, 50), false)
      await clients.read()
    }
    expect(new Set(requested).size).toBe(100)
  })

  it('do not wait for the tape if the stream received the market before this run', async () => {
    clients = following({ ...exchange, trades: () => new Promise(() => undefined) })
    clients.events.onEvent(MARKET, book(40, 50))
    const before = listener('one', [listened('trades', T0 - 60_000)])
    await clients.listen([before, listener('two', [listened('trades', T0 + 1)])])
    clients.events.onEvent(MARKET, book(40, 50))
    happen(2)
    reportNewest()
    await pass(1_000)
    expect(texts()).toEqual(['new trades t1 t0'])
    expect(texts('two')).toEqual([])
  })
})

describe('a stream that takes its time', () => {
  it('receives the newest of each channel as soon as it takes something', async () => {
    const gate = Promise.withResolvers<Sent>()
    answer = () => gate.promise
    await clients.listen([listener('one', [listened('quotes'), listened('book')])])
    clients.events.onEvent(MARKET, book(30, 50))
    await pass(500)
    for (const bid of [31, 32, 33]) {
      clients.events.onEvent(MARKET, book(bid, 50))
      await pass(500)
    }
    answer = async () => 'sent'
    gate.resolve('sent')
    await settled()
    expect(texts()).toEqual(['all quote 300000', 'new book 330000', 'new quote 330000'])
  })

  it.each([
    ['that the gateway refuses as too slow is cut off with a reason', 'slow' as const, true],
    ['that has gone is forgotten', 'gone' as const, false],
  ])('%s, and the others continue', async (_, how, isClosed) => {
    answer = async (streamId) => (streamId === 'one' ? how : 'sent')
    const both = [listener('one', [listened('quotes')]), listener('two', [listened('quotes')])]
    await clients.listen(both)
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(500)
    expect(removed).toEqual(['one'])
    expect(closed).toEqual(isClosed ? ['one'] : [])
    expect(texts('two')).toEqual(['all quote 400000'])
    sent = []
    // Its row is still there for a moment.
    answer = async () => 'sent'
    await clients.listen(both)
    clients.events.onEvent(MARKET, book(41, 50))
    await pass(500)
    expect(texts('one')).toEqual([])
    expect(texts('two')).toEqual(['new quote 410000'])
  })

  it('receives a snapshot again after a message that may not have arrived', async () => {
    let failed = false
    answer = async () => {
      if (failed) return 'sent'
      failed = true
      throw new Error('no connection')
    }
    await clients.listen([listener('one', [listened('quotes')])])
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(500)
    expect(sent).toEqual([])
    await clients.listen([listener('one', [listened('quotes')])])
    await pass(500)
    expect(texts()).toEqual(['all quote 400000'])
  })

  it('ends if its key was revoked', async () => {
    clients = new ClientStreams(deps({ get: async () => null }), () => true)
    await clients.listen([listener('one', [listened('quotes')])])
    clients.events.onEvent(MARKET, book(40, 50))
    await pass(500)
    expect(removed).toEqual(['one'])
    expect(texts()).toEqual(['farewell key_revoked'])
  })
})
