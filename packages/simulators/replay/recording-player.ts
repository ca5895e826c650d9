/** Plays the lines of one exchange into its engine, each at its time. */

import type { EngineMarket } from '../engine/ledger/engine-state.ts'
import type { MatchingEngine } from '../engine/matching/matching-engine.ts'
import type { LineOf, RecordedLine } from './recorded-line.ts'
import { RECORDED_ACCOUNT, ReplayedBook } from './replayed-book.ts'

/** The exchange that a recording is played into. */
export interface ReplayTarget {
  readonly engine: MatchingEngine
  /** The market in the engine; undefined for a market without a record. */
  readonly marketOf: (svcId: number) => EngineMarket | undefined
  readonly setStatus: (market: EngineMarket, status: 'active' | 'paused' | 'closed') => void
  /** Called after a recorded trade was printed. */
  readonly onPrint?: (market: EngineMarket, price: number) => void
  readonly flush: () => void
}

/** A time without a line for this long is a gap. */
const SILENT_FOR = 30_000
/** Ids of trades that are remembered of each market. */
const TRADES_KNOWN = 2_000

const STATUSES = { open: 'active', paused: 'paused', closed: 'closed' } as const

interface Played {
  readonly market: EngineMarket
  readonly book: ReplayedBook
  readonly trades: Set<string>
  /** The run whose lines count. */
  run: string
  hasBook: boolean
}

export class RecordingPlayer {
  readonly #lines: AsyncGenerator<RecordedLine>
  readonly #target: ReplayTarget
  readonly #report: (words: string) => void
  readonly #played = new Map<number, Played>()
  #next: RecordedLine | null = null
  #at = 0
  #hasEnded = false
  #isPlaying = false

  constructor(lines: AsyncGenerator<RecordedLine>, target: ReplayTarget, report: (words: string) => void) {
    this.#lines = lines
    this.#target = target
    this.#report = report
    target.engine.ledger.accounts.set(RECORDED_ACCOUNT, { id: RECORDED_ACCOUNT, house: true, cash: {} })
  }

  /** Plays all lines up to this moment of the recording. At the end of the recording all markets pause. */
  async playTo(moment: number): Promise<void> {
    if (this.#isPlaying || this.#hasEnded) return
    this.#isPlaying = true
    try {
      while (await this.#playNext(moment));
    } finally {
      this.#isPlaying = false
      this.#target.flush()
    }
  }

  /** Returns whether another line may be due. */
  async #playNext(moment: number): Promise<boolean> {
    if (this.#next === null) {
      const { value, done } = await this.#lines.next()
      if (done === true) {
        this.#end()
        return false
      }
      this.#next = value
    }
    if (this.#next.at > moment) return false
    this.#play(this.#next)
    this.#next = null
    return true
  }

  #play(line: RecordedLine): void {
    if (this.#at > 0 && line.at - this.#at > SILENT_FOR)
      this.#report(`gap in the recording: ${Math.round((line.at - this.#at) / 1_000)} s without a line`)
    this.#at = Math.max(this.#at, line.at)
    switch (line.type) {
      case 'book':
      case 'levels':
        this.#showBook(line)
        break
      case 'trade':
        this.#print(line)
        break
      case 'quote':
        this.#showQuote(line)
        break
      case 'gap':
        if (line.markets === null) this.#report(`gap in the recording: ${line.reason}`)
    }
  }

  #showBook(line: LineOf<'book'> | LineOf<'levels'>): void {
    const played = this.#find(line.market)
    if (played === null) return
    // Runs overlap: the lines of the run that began last count, from its first whole book on.
    if (line.type === 'book' && line.run > played.run) played.run = line.run
    if (line.run !== played.run) return
    played.hasBook = true
    if (line.type === 'book') played.book.setWhole(line.bids, line.asks)
    else played.book.setLevels(line.bids, line.asks)
  }

  #print({ market: svcId, trade, price, qty, taker, block }: LineOf<'trade'>): void {
    const played = this.#find(svcId)
    if (played === null || played.trades.has(trade)) return
    played.trades.add(trade)
    const [oldest] = played.trades
    if (played.trades.size > TRADES_KNOWN && oldest !== undefined) played.trades.delete(oldest)
    const { market, book } = played
    if (market.status !== 'active') return
    if (block !== true) book.fillBy({ price, qty, taker })
    this.#target.engine.print(market, { price, qty, buyFlag: taker !== 'sell', isBlock: block === true })
    this.#target.onPrint?.(market, price)
  }

  #showQuote({ market: svcId, state, bid, ask }: LineOf<'quote'>): void {
    const played = this.#find(svcId)
    if (played === null) return
    const { market, book } = played
    const status = STATUSES[state]
    if (market.status !== status && market.status !== 'resolved' && market.status !== 'closed') {
      this.#target.setStatus(market, status)
      if (status === 'active') book.restore()
    }
    // A market whose whole book was never read has one level on each side.
    if (!played.hasBook) book.setWhole(bid === null ? [] : [bid], ask === null ? [] : [ask])
  }

  #find(svcId: number): Played | null {
    const known = this.#played.get(svcId)
    if (known !== undefined) return known
    const market = this.#target.marketOf(svcId)
    if (market === undefined) return null
    const book = new ReplayedBook(this.#target.engine, market)
    const played: Played = { market, book, trades: new Set(), run: '', hasBook: false }
    this.#played.set(svcId, played)
    return played
  }

  #end(): void {
    this.#hasEnded = true
    for (const market of this.#target.engine.ledger.markets.values())
      if (market.status === 'active') this.#target.setStatus(market, 'paused')
    this.#report('the recording has ended: all markets are paused')
  }
}
