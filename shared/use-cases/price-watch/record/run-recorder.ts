/** Records the markets that one run of the watch follows: books, trades and quotes, as lines of the process's recording. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { hourOf, type LineOf, RECORDING_FORMAT, type RecordedLine } from '#domain/price-watch/recorded-line.ts'
import type { WatchPart } from '#domain/price-watch/watch-part.ts'
import type { MarketChannelName } from '#domain/streams/market-channel.ts'
import type { After } from '#ports/kernel/clock.ts'
import { logged } from '#ports/kernel/log.ts'
import type { MarketView } from '../clients/market-view.ts'
import { type ReadViewsDeps, readViews } from '../clients/read-views.ts'
import { ViewEvents } from '../clients/view-events.ts'
import type { ViewListener } from '../clients/view-listener.ts'
import { RecordedMarket } from './recorded-market.ts'
import type { LeadRecorder, Recording } from './recording.ts'

export interface RunRecorderDeps extends ReadViewsDeps {
  readonly after: After
}

/** Changes of a book within this time share a line. */
const GATHER_FOR = 50
/** Books, and tapes, of each exchange that a poll reads for the recording alone. Others wait for the next poll. */
const MOST_READ = 8

export class RunRecorder implements LeadRecorder {
  /** Receives the prices of the watch. */
  readonly events: ViewListener
  readonly #deps: RunRecorderDeps
  readonly #recording: Recording
  readonly #part: WatchPart
  readonly #run: string
  readonly #markets = new Map<number, RecordedMarket>()
  /** Markets whose changes wait to be written. */
  readonly #changed = new Map<RecordedMarket, () => void>()
  readonly #hours = new Map<ExchangeName, string>()
  /** Markets whose records were requested. */
  readonly #requested = new Set<number>()
  #isLead = false
  #isClosed = false

  constructor(deps: RunRecorderDeps, recording: Recording, part: WatchPart) {
    this.#deps = deps
    this.#recording = recording
    this.#part = part
    this.#run = `${deps.clock().toString(36)}-${part.index}`
    const views = new ViewEvents(
      (svcId) => this.#markets.get(svcId)?.view,
      (view, names) => this.#change(view, names),
    )
    this.events = this.#listener(views)
  }

  /** Records these markets from now on. Never throws. */
  async follow(markets: readonly MarketRef[]): Promise<void> {
    const requested = new Set(markets.map(({ svcId }) => svcId))
    for (const [svcId, one] of this.#markets) {
      if (requested.has(svcId)) continue
      this.#forget(one)
      this.#markets.delete(svcId)
    }
    for (const market of markets) {
      const since = this.#recording.follow(market.svcId)
      if (!this.#markets.has(market.svcId)) this.#markets.set(market.svcId, new RecordedMarket(market, since))
    }
    await this.#readRecords([...requested])
  }

  /** Reads the books and tapes that no stream shows. Never throws. */
  async read(): Promise<void> {
    if (!this.#isLead || this.#recording.isStopped) return
    await readViews(this.#deps, {
      views: [...this.#markets.values()].map(({ view }) => view),
      isFollowed: (name) => name === 'book' || name === 'trades',
      most: MOST_READ,
      onChanged: (view, names) => this.#change(view, names),
      onNewTape: (view) => this.#missTrades(view),
    })
  }

  /** Returns whether this run writes, or no other run of its part in this process does. */
  mayLead(): boolean {
    return !this.#isLead && !this.#recording.leads.has(this.#part.index)
  }

  /** Writes from now on. The run before writes nothing more. */
  lead(): void {
    if (this.#isLead || this.#isClosed) return
    this.#recording.leads.get(this.#part.index)?.retire()
    this.#recording.leads.set(this.#part.index, this)
    this.#isLead = true
    this.writeAll()
  }

  writeAll(): void {
    this.#hours.clear()
    for (const one of this.#markets.values()) this.#write(one)
  }

  retire(): void {
    if (this.#isLead) for (const exchange of this.#hours.keys()) this.#put(exchange, { type: 'end' })
    this.#isLead = false
    this.#isClosed = true
    for (const one of this.#markets.values()) this.#forget(one)
  }

  /** Ends when everything is stored. */
  async close(): Promise<void> {
    const { leads } = this.#recording
    this.retire()
    if (leads.get(this.#part.index) === this) leads.delete(this.#part.index)
    await this.#recording.flush()
  }

  #listener(views: ViewEvents): ViewListener {
    return {
      onEvent: (market, event) => {
        const one = this.#markets.get(market.svcId)
        if (one !== undefined) one.seq = event.seq
        views.onEvent(market, event)
      },
      onGap: (market, kind, reason) => {
        this.#gap(market, kind === 'stale' ? 'all' : 'trades', reason)
        views.onGap(market, kind)
      },
      onPolled: (market, shown, isLive) => {
        views.onPolled(market, shown, isLive)
        const one = this.#markets.get(market.svcId)
        if (one === undefined) return
        one.isUnanswered = false
        // A read of the tape never reaches back beyond the recording.
        one.view.knownTo = Math.max(one.view.knownTo, one.since)
      },
      onUnanswered: (market) => {
        const one = this.#markets.get(market.svcId)
        if (one !== undefined && !one.view.isLive && !one.isUnanswered) {
          one.isUnanswered = true
          this.#gap(market, 'all', 'the exchange does not answer')
        }
        views.onUnanswered(market)
      },
    }
  }

  #change({ market }: MarketView, names: readonly MarketChannelName[]): void {
    const one = this.#markets.get(market.svcId)
    if (one === undefined || this.#isClosed) return
    if (names.includes('trades') && this.#isLead) this.#writeTrades(one)
    if (!this.#changed.has(one))
      this.#changed.set(
        one,
        this.#deps.after(GATHER_FOR, () => this.#write(one)),
      )
  }

  #write(one: RecordedMarket): void {
    this.#forget(one)
    if (!this.#isLead) return
    if (this.#recording.isStopped) {
      this.#recording.schedule()
      return
    }
    const { exchange } = one.view.market
    // The beginning of an hour writes every market.
    if (this.#beginHour(exchange)) return
    this.#writeTrades(one)
    for (const line of [one.bookLine(), one.quoteLine()]) if (line !== null) this.#put(exchange, line)
  }

  #writeTrades(one: RecordedMarket): void {
    const { svcId, exchange } = one.view.market
    this.#beginHour(exchange)
    for (const line of one.tradeLines((tradeId) => this.#recording.takeTrade(svcId, tradeId))) this.#put(exchange, line)
  }

  #forget(one: RecordedMarket): void {
    this.#changed.get(one)?.()
    this.#changed.delete(one)
  }

  #gap({ svcId, exchange }: MarketRef, missing: 'all' | 'trades', reason: string, since?: Millis): void {
    const one = this.#markets.get(svcId)
    if (one === undefined || !this.#isLead) return
    if (missing === 'all') one.loseBook()
    this.#put(exchange, { type: 'gap', markets: [svcId], missing, since: since ?? this.#deps.clock(), reason })
  }

  /** The tape does not reach back to the last known trade, or has a trade that could not be read. */
  #missTrades(view: MarketView): void {
    this.#gap(view.market, 'trades', 'trades that a read did not return', view.knownTo)
    this.#change(view, ['trades'])
  }

  /** Begins the hour of an exchange with the run and with all of its markets. Returns false if it has begun. */
  #beginHour(exchange: ExchangeName): boolean {
    const hour = hourOf(this.#deps.clock())
    if (this.#hours.get(exchange) === hour) return false
    this.#hours.set(exchange, hour)
    this.#put(exchange, { type: 'run', format: RECORDING_FORMAT, exchange, first: this.#recording.isNew(exchange) })
    const there = [...this.#markets.values()].filter(({ view }) => view.market.exchange === exchange)
    for (const one of there) {
      this.#writeRecord(one.view.market)
      one.restart()
    }
    for (const one of there) this.#write(one)
    return true
  }

  /** Writes the record of a market, once for each hour of the process. */
  #writeRecord({ svcId, exchange }: MarketRef): void {
    const record = this.#recording.records.get(svcId)
    if (record === undefined || !this.#isLead || this.#recording.isStopped) return
    if (this.#recording.takeRecord(svcId, hourOf(this.#deps.clock()))) this.#put(exchange, { type: 'market', record })
  }

  #put(exchange: ExchangeName, line: Content): void {
    this.#recording.put(exchange, { ...line, at: this.#deps.clock(), run: this.#run })
  }

  /** Reads the records of markets that this process does not know, once for each run. */
  async #readRecords(svcIds: readonly number[]): Promise<void> {
    const { records } = this.#recording
    const unknown = svcIds.filter((svcId) => !records.has(svcId) && !this.#requested.has(svcId))
    if (unknown.length === 0) return
    for (const svcId of unknown) this.#requested.add(svcId)
    try {
      for (const record of await this.#deps.markets.getMany(unknown)) {
        records.set(record.svcId, record)
        if (this.#hours.has(record.exchange)) this.#writeRecord(record)
      }
    } catch (error) {
      logged(this.#deps.log, 'warn', 'records of recorded markets not read; the next run reads them')(error)
    }
  }
}

type Content = { [Type in RecordedLine['type']]: LineOf<Type> }[RecordedLine['type']]
