/** Recordings that are played back: which of them can be, and how orders of others trade meanwhile. */

import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MatchingEngine } from '../engine/matching/matching-engine.ts'
import { openRecording } from '../replay/open-recording.ts'
import type { RecordedLine } from '../replay/recorded-line.ts'
import { RecordingPlayer } from '../replay/recording-player.ts'
import { replayTime } from '../replay/replay-time.ts'

const T0 = Date.UTC(2026, 10, 29, 9)
const CENT = 10_000
const ONE = 1_000_000
const MARKET = 71
const RUN = 'a-0'

const record = {
  svcId: MARKET,
  exchange: 'EXCHANGE_A',
  nativeId: 'KXTEST',
  tokenIdYes: null,
  tokenIdNo: null,
  slug: null,
  negRisk: false,
  negRiskId: null,
  name: 'A test',
  subtitle: null,
  description: '',
  event: null,
  seriesTicker: null,
  expiresAt: null,
  category: 'Other',
  tags: [],
  tickSizePrice: CENT,
  priceRanges: [{ start: 0, end: ONE, step: CENT }],
  minimumOrderSize: CENT,
  feeTerms: { rate: 70_000 },
  makerFeeRate: 0,
  shard: 0,
}
const level = ([cents, qty]: readonly [number, number]): [number, number] => [cents * CENT, qty * ONE]
type Side = readonly (readonly [number, number])[]
const about = (s: number, run = RUN) => ({ at: T0 + s * 1_000, run, market: MARKET, time: T0 + s * 1_000 })
const book = (s: number, bids: Side, asks: Side, run = RUN): RecordedLine => ({
  type: 'book',
  ...about(s, run),
  bids: bids.map(level),
  asks: asks.map(level),
})
const levels = (s: number, bids: Side, asks: Side, run = RUN): RecordedLine => ({
  type: 'levels',
  ...about(s, run),
  bids: bids.map(level),
  asks: asks.map(level),
})
const trade = (s: number, cents: number, qty: number, taker: 'buy' | 'sell' | null = 'sell'): RecordedLine => ({
  type: 'trade',
  ...about(s),
  trade: `t${s}`,
  price: cents * CENT,
  qty: qty * ONE,
  taker,
})
const quote = (s: number, state: 'open' | 'paused' | 'closed'): RecordedLine => ({
  type: 'quote',
  ...about(s),
  state,
  bid: level([40, 1]),
  ask: level([60, 1]),
})

describe('a replay', () => {
  const said: string[] = []
  beforeEach(() => void said.splice(0))

  const desk = (lines: readonly RecordedLine[]) => {
    const engine = new MatchingEngine({
      clock: () => T0,
      idOf: (sequence) => `id-${sequence}`,
      fees: { charge: ({ carry }) => ({ fee: 0, carry }), reserve: () => 0 },
    })
    const market = engine.addMarket({
      id: 'KXTEST',
      shard: 0,
      bands: [{ start: 0, end: ONE, step: CENT }],
      lot: CENT,
      status: 'active',
    })
    engine.ledger.accounts.set('ann', { id: 'ann', house: false, cash: { 0: 1_000 * ONE } })
    const source = async function* () {
      yield* lines
    }
    const player = new RecordingPlayer(
      source(),
      {
        engine,
        marketOf: (svcId) => (svcId === MARKET ? market : undefined),
        setStatus: (one, status) => engine.setStatus(one, status),
        flush: () => undefined,
      },
      (words) => void said.push(words),
    )
    const place = (buyFlag: boolean, cents: number, qty: number, lifetime: 'rest' | 'immediate' = 'rest') => {
      const outcome = engine.submit({
        account: 'ann',
        market: 'KXTEST',
        identity: null,
        buyFlag,
        price: cents * CENT,
        qty: qty * ONE,
        lifetime,
        selfTrade: 'cancel_taker',
      })
      if (!outcome.ok) throw new Error(outcome.reason)
      return outcome.order
    }
    const shown = () => {
      const { bids, asks } = engine.ledger.bookOf('KXTEST')
      const of = (side: typeof bids) => side.map(({ price, remaining }) => [price / CENT, remaining / ONE])
      return { bids: of(bids), asks: of(asks) }
    }
    return { engine, market, place, shown, playTo: (s: number) => player.playTo(T0 + s * 1_000) }
  }

  it('shows the recorded book as it changes', async () => {
    const { shown, playTo } = desk([
      book(1, [[40, 5]], [[60, 5]]),
      levels(
        2,
        [
          [40, 0],
          [41, 3],
        ],
        [[60, 9]],
      ),
      book(3, [[30, 1]], []),
    ])
    await playTo(1)
    expect(shown()).toEqual({ bids: [[40, 5]], asks: [[60, 5]] })
    await playTo(2)
    expect(shown()).toEqual({ bids: [[41, 3]], asks: [[60, 9]] })
    await playTo(3)
    expect(shown()).toEqual({ bids: [[30, 1]], asks: [] })
  })

  it('lets a taker meet the book, and shows a taken level again with its next line', async () => {
    const { place, shown, playTo } = desk([book(1, [], [[60, 5]]), levels(2, [], [[60, 5]])])
    await playTo(1)
    expect(place(true, 60, 3, 'immediate').filled).toBe(3 * ONE)
    expect(shown().asks).toEqual([[60, 2]])
    await playTo(2)
    expect(shown().asks).toEqual([[60, 5]])
  })

  it('fills a resting order at its price after the quantity that was ahead', async () => {
    const { place, playTo } = desk([book(1, [[40, 10]], []), trade(2, 40, 6), trade(3, 40, 6), trade(4, 40, 1)])
    await playTo(1)
    const order = place(true, 40, 5)
    await playTo(2)
    expect(order.filled).toBe(0)
    await playTo(3)
    expect(order.filled).toBe(2 * ONE)
    await playTo(4)
    expect(order.filled).toBe(3 * ONE)
  })

  it('shortens a queue whose level shows less, and fills an order whole by a trade through its price', async () => {
    const { place, playTo } = desk([
      book(1, [[40, 10]], []),
      levels(2, [[40, 1]], []),
      trade(3, 40, 2),
      trade(4, 39, 1),
    ])
    await playTo(1)
    const order = place(true, 40, 5)
    await playTo(3)
    expect(order.filled).toBe(ONE)
    await playTo(4)
    expect(order).toMatchObject({ filled: 5 * ONE, status: 'executed' })
  })

  it('does not fill an order by a trade of its own side, or by one off the book', async () => {
    const { place, playTo } = desk([trade(1, 40, 9, 'buy'), { ...trade(2, 30, 9), block: true } as RecordedLine])
    const order = place(true, 40, 5)
    await playTo(2)
    expect(order.filled).toBe(0)
  })

  it('fills an order that the recorded book crosses, at the price of the order', async () => {
    const { engine, place, playTo } = desk([
      book(1, [], [[60, 5]]),
      levels(
        2,
        [],
        [
          [60, 0],
          [49, 2],
        ],
      ),
    ])
    const order = place(true, 50, 5)
    await playTo(2)
    expect(order.filled).toBe(2 * ONE)
    expect(engine.ledger.fills).toMatchObject([{ price: 50 * CENT, taker: false }])
  })

  it('prints each recorded trade once, as it was', async () => {
    const { engine, playTo } = desk([trade(1, 40, 2, 'buy'), trade(1, 40, 2, 'buy'), trade(2, 41, 1)])
    await playTo(2)
    expect(engine.ledger.trades).toMatchObject([
      { price: 40 * CENT, qty: 2 * ONE, buyFlag: true },
      { price: 41 * CENT, qty: ONE, buyFlag: false },
    ])
  })

  it('follows the run that began last, from its first whole book on', async () => {
    const { shown, playTo } = desk([
      book(1, [[40, 5]], [], 'a-0'),
      levels(2, [[41, 1]], [], 'b-0'),
      book(3, [[42, 5]], [], 'b-0'),
      levels(4, [[40, 9]], [], 'a-0'),
    ])
    await playTo(2)
    expect(shown().bids).toEqual([[40, 5]])
    await playTo(4)
    expect(shown().bids).toEqual([[42, 5]])
  })

  it('pauses and continues with the recording, and its levels come back', async () => {
    const { market, shown, playTo } = desk([
      book(1, [[40, 5]], []),
      quote(2, 'paused'),
      quote(3, 'open'),
      quote(4, 'closed'),
    ])
    await playTo(2)
    expect(market.status).toBe('paused')
    await playTo(3)
    expect(market.status).toBe('active')
    expect(shown().bids).toEqual([[40, 5]])
    await playTo(4)
    expect(market.status).toBe('closed')
  })

  it('has one level on each side where only quotes were recorded', async () => {
    const { shown, playTo } = desk([quote(1, 'open')])
    await playTo(1)
    expect(shown()).toEqual({ bids: [[40, 1]], asks: [[60, 1]] })
  })

  it('reports gaps, invents nothing in them, and pauses all markets at the end', async () => {
    const { market, shown, playTo } = desk([book(1, [[40, 5]], []), book(100, [[41, 5]], [])])
    await playTo(99)
    expect(shown().bids).toEqual([[40, 5]])
    await playTo(101)
    expect(said).toEqual([
      'gap in the recording: 99 s without a line',
      'the recording has ended: all markets are paused',
    ])
    expect(market.status).toBe('paused')
  })
})

describe('the time of a replay', () => {
  it('runs as fast as was chosen', () => {
    const time = replayTime(T0, 5_000, 60)
    expect(time.realOf(T0 + 60_000)).toBe(6_000)
    expect(time.playedAt(6_000)).toBe(T0 + 60_000)
  })
})

describe('a recording', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recording-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (name: string, lines: readonly object[], tail = ''): string => {
    mkdirSync(join(folder, 'EXCHANGE_A'), { recursive: true })
    const path = join(folder, 'EXCHANGE_A', name)
    const text = `\n${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}${tail}`
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
    return path
  }
  const head = (format = 1) => [
    { type: 'run', at: T0, run: RUN, format, exchange: 'EXCHANGE_A', first: true },
    { type: 'market', at: T0, run: RUN, record },
  ]
  const linesOf = async () => {
    const found: RecordedLine[] = []
    for await (const line of (await openRecording(folder)).parts.EXCHANGE_A.lines()) found.push(line)
    return found
  }

  it('of half a file is played as far as it can be read', async () => {
    write('2026-11-29T09.jsonl', [...head(), trade(1, 40, 1)], '{"type":"trade","at":17')
    const opened = await openRecording(folder)
    expect(opened).toMatchObject({ from: T0, to: T0 + 1_000, unreadable: 1 })
    expect(await linesOf()).toHaveLength(3)
  })

  it('of half a compressed file too', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) => trade(n / 100, 40, 1 + n))
    const path = write('2026-11-29T09-1-a.jsonl.gz', [...head(), ...many])
    truncateSync(path, statSync(path).size - 200)
    const lines = await linesOf()
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.length).toBeLessThan(2_002)
  })

  it('has its lines in the order of time, over all files', async () => {
    write('2026-11-29T10.jsonl', [trade(3_600, 40, 1)])
    write('2026-11-29T09.jsonl', [...head(), trade(30, 40, 1), trade(20, 40, 1)])
    expect((await linesOf()).map(({ at }) => (at - T0) / 1_000)).toEqual([0, 0, 20, 30, 3_600])
  })

  it.each([
    ['that is not there', () => rmSync(folder, { recursive: true }), /is no folder/],
    ['that is empty', () => undefined, /holds no recording/],
    ['of something else', () => writeFileSync(join(folder, 'notes.txt'), 'hello'), /holds no recording/],
    ['with foreign lines', () => write('2026-11-29T09.jsonl', [{ hello: 1 }]), /no line with a market/],
    ['of a newer format', () => write('2026-11-29T09.jsonl', head(2)), /has format 2, and this version reads up to 1/],
  ])('in a folder %s is refused in one sentence', async (_, make, words) => {
    make()
    await expect(openRecording(folder)).rejects.toThrow(words)
    mkdirSync(folder, { recursive: true })
  })
})
