/** Recordings of the price watch: lines, gaps, and a store that fails. */

import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, SECOND } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import { sampleMarket } from '#test/adapters/store/samples.ts'
import { cents, contracts, T0 } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { storyTimers } from '#test/support/story-timers.ts'
import { Recording } from '#use-cases/price-watch/record/recording.ts'
import { RunRecorder } from '#use-cases/price-watch/record/run-recorder.ts'

const MARKET = { svcId: 71, exchange: 'EXCHANGE_A' as const, nativeId: 'KXTEST' }
const PART = { index: 0, of: 1 }

const time = { now: T0 }
const clock = () => time.now
let timers: ReturnType<typeof storyTimers>
let stored: Map<string, string>
let isFull: boolean
let said: string[]
let recording: Recording
let unreadAt: number | undefined
let tape: { readonly tradeId: string; readonly at: number }[]

beforeEach(() => {
  time.now = T0
  timers = storyTimers(clock)
  stored = new Map()
  isFull = false
  said = []
  tape = []
  unreadAt = undefined
  recording = newRecording()
})

const newRecording = () =>
  new Recording({
    store: {
      everyMs: SECOND,
      append: async ({ exchange, hour }, lines) => {
        if (isFull) throw new Error('ENOSPC')
        stored.set(`${exchange}/${hour}`, (stored.get(`${exchange}/${hour}`) ?? '') + lines)
      },
    },
    clock,
    after: timers.after,
    log: {
      ...SILENT_LOG,
      info: (message) => void said.push(message),
      error: (message) => void said.push(message),
      metric: (name) => void said.push(name),
    },
  })

const newRun = async (): Promise<RunRecorder> => {
  const made = (tradeId: string, at: number) => ({
    tradeId,
    at,
    price: cents(50),
    qty: contracts(1),
    takerBuys: null,
  })
  const run = new RunRecorder(
    {
      exchanges: () => ({
        quotes: async () => [],
        orderBook: async () => ({ bids: [level(30)], asks: [level(35)], at: time.now }),
        trades: async () => ({
          trades: tape.map(({ tradeId, at }) => made(tradeId, at)),
          hasMore: false,
          asOf: time.now,
          ...(unreadAt === undefined ? {} : { unreadAt }),
        }),
      }),
      markets: { getMany: async () => [{ ...sampleMarket('KXTEST'), ...MARKET }] },
      clock,
      after: timers.after,
      log: SILENT_LOG,
    },
    recording,
    PART,
  )
  await run.follow([MARKET])
  return run
}

const level = (at: number, qty = 10) => ({ price: cents(at), qty: contracts(qty) })
const book = (bid: number, ask: number, qty = 10): Extract<PriceEvent, { kind: 'book' }> => ({
  kind: 'book',
  nativeId: MARKET.nativeId,
  bid: level(bid, qty),
  ask: level(ask),
  depth: () => ({ bids: [level(bid, qty)], asks: [level(ask)] }),
  at: time.now - 5,
  seq: 7,
})
const trade = (tradeId: string, at = 42): Extract<PriceEvent, { kind: 'trade' }> => ({
  kind: 'trade',
  nativeId: MARKET.nativeId,
  tradeId,
  price: cents(at),
  qty: contracts(2),
  takerBuys: false,
  at: time.now,
})
const quote = (state: ExchangeQuote['state']): ExchangeQuote => ({
  nativeId: MARKET.nativeId,
  state,
  stateIsLive: true,
  bid: level(30),
  ask: level(35),
  lastPrice: cents(33),
  tradeMark: '',
  lastTradeAt: T0,
  asOf: time.now,
})

const wait = async (ms: number): Promise<void> => {
  time.now += ms
  timers.fire()
  await recording.flush()
}

const linesOf = (name = 'EXCHANGE_A/2026-11-20T10'): readonly Record<string, unknown>[] => {
  const [found] = [...stored].filter(([key]) => key === name || name === '')
  const text = found?.[1] ?? [...stored.values()].join('')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
const all = (): readonly Record<string, unknown>[] => linesOf('none')
const typesOf = (lines = all()): readonly unknown[] => lines.map(({ type }) => type)

describe('a recording', () => {
  it('has the run, the record of the market, and its book, then only what changes', async () => {
    const run = await newRun()
    run.lead()
    run.events.onEvent(MARKET, book(40, 45))
    await wait(100)
    run.events.onEvent(MARKET, trade('t1'))
    run.events.onEvent(MARKET, book(40, 45, 8))
    await wait(100)
    expect(typesOf()).toEqual(['run', 'market', 'book', 'quote', 'trade', 'levels'])
    const [began, record, whole, , made, changed] = all()
    expect(began).toMatchObject({ format: 1, exchange: 'EXCHANGE_A', first: true })
    expect(record).toMatchObject({ record: { nativeId: 'KXTEST', svcId: 71 } })
    expect(whole).toMatchObject({ market: 71, seq: 7, bids: [[400_000, 10_000_000]], asks: [[450_000, 10_000_000]] })
    expect(made).toMatchObject({ trade: 't1', price: 420_000, qty: 2_000_000, taker: 'sell', time: T0 + 100 })
    expect(changed).toMatchObject({ bids: [[400_000, 8_000_000]], asks: [] })
  })

  it('marks a cut stream, and shows the book whole afterwards', async () => {
    const run = await newRun()
    run.lead()
    run.events.onEvent(MARKET, book(40, 45))
    await wait(100)
    run.events.onGap(MARKET, 'stale', 'the socket closed')
    await wait(100)
    run.events.onEvent(MARKET, book(41, 45))
    await wait(100)
    const lines = all().filter(({ type }) => type !== 'quote')
    expect(typesOf(lines)).toEqual(['run', 'market', 'book', 'gap', 'book'])
    expect(lines[3]).toMatchObject({ markets: [71], missing: 'all', reason: 'the socket closed' })
  })

  it('reads the book and the tape of a market that no stream shows, and writes each trade once', async () => {
    const run = await newRun()
    run.lead()
    run.events.onPolled(MARKET, quote('open'), false)
    tape = [
      { tradeId: 'new', at: T0 + 1 },
      { tradeId: 'old', at: T0 - 1 },
    ]
    await run.read()
    await wait(100)
    run.events.onPolled(MARKET, quote('paused'), false)
    await run.read()
    await wait(100)
    expect(typesOf()).toEqual(['run', 'market', 'trade', 'book', 'quote', 'quote'])
    expect(all()[2]).toMatchObject({ trade: 'new' })
    expect(all()[5]).toMatchObject({ state: 'paused' })
  })

  it('names a gap where a trade could not be read', async () => {
    const run = await newRun()
    run.lead()
    run.events.onPolled(MARKET, quote('open'), false)
    await run.read()
    unreadAt = T0 + 1
    run.events.onPolled(MARKET, quote('open'), false)
    await run.read()
    await wait(100)
    expect(all().filter(({ type }) => type === 'gap')).toMatchObject([{ missing: 'trades', markets: [71] }])
  })

  it('has one gap while the exchange does not answer', async () => {
    const run = await newRun()
    run.lead()
    run.events.onPolled(MARKET, quote('open'), false)
    await wait(100)
    for (const _ of [1, 2]) run.events.onUnanswered(MARKET)
    await wait(100)
    expect(typesOf().filter((type) => type === 'gap')).toHaveLength(1)
  })

  it('begins each hour with the run, the records and whole books, in a file of its own', async () => {
    const run = await newRun()
    run.lead()
    run.events.onEvent(MARKET, book(40, 45))
    await wait(100)
    await wait(HOUR)
    run.events.onEvent(MARKET, book(40, 45, 9))
    await wait(100)
    expect(stored.size).toBe(2)
    const [, second = ''] = [...stored.values()]
    const lines = second
      .split('\n')
      .filter(Boolean)
      .map((line): Record<string, unknown> => JSON.parse(line))
    expect(typesOf(lines).slice(0, 3)).toEqual(['run', 'market', 'book'])
    expect(lines[0]).toMatchObject({ first: false })
  })

  it('passes from run to run: only one writes, and no trade comes twice', async () => {
    const before = await newRun()
    before.lead()
    before.events.onEvent(MARKET, book(40, 45))
    await wait(100)
    const next = await newRun()
    expect(next.mayLead()).toBe(false)
    for (const run of [before, next]) {
      run.events.onEvent(MARKET, book(41, 45))
      run.events.onEvent(MARKET, trade('t1'))
    }
    next.lead()
    await wait(100)
    for (const run of [before, next]) run.events.onEvent(MARKET, trade('t2'))
    await before.close()
    await next.close()
    const types = typesOf().filter((type) => type !== 'quote')
    expect(types).toEqual(['run', 'market', 'book', 'trade', 'end', 'run', 'book', 'trade', 'end'])
  })

  it('stops with one line of the log if it cannot be stored, and resumes with a gap and whole books', async () => {
    const run = await newRun()
    run.lead()
    run.events.onEvent(MARKET, book(40, 45))
    await wait(SECOND)
    isFull = true
    for (const qty of [9, 8, 7]) {
      run.events.onEvent(MARKET, book(40, 45, qty))
      await wait(SECOND)
    }
    expect(said).toEqual(['recording stopped', 'RecordingsStopped'])
    isFull = false
    run.events.onEvent(MARKET, book(40, 45, 6))
    await wait(SECOND)
    await wait(SECOND)
    expect(said).toEqual(['recording stopped', 'RecordingsStopped', 'recording resumed'])
    const lines = all().filter(({ type }) => type !== 'quote')
    expect(typesOf(lines)).toEqual(['run', 'market', 'book', 'gap', 'run', 'market', 'book'])
    expect(lines[3]).toMatchObject({ markets: null, missing: 'all' })
    expect(lines[6]).toMatchObject({ bids: [[400_000, 6_000_000]] })
  })

  it('drops everything if the store is too slow', async () => {
    const run = await newRun()
    run.lead()
    run.events.onEvent(MARKET, book(40, 45))
    time.now += 60
    timers.fire()
    const line = { type: 'gap', at: T0, run: 'r', markets: null, missing: 'all', since: T0 } as const
    for (let n = 0; n < 40; n += 1) recording.put('EXCHANGE_A', { ...line, reason: 'x'.repeat(1_000_000) })
    expect(recording.isStopped).toBe(true)
    await recording.flush()
    expect(recording.isStopped).toBe(false)
  })
})
