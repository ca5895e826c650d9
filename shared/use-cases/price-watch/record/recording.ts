/** The recording of this process: gathers lines, and stores them every few moments. Never throws: trading continues without it. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { hourOf, type RecordedLine } from '#domain/price-watch/recorded-line.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { RecordingPlace, RecordingStore } from '#ports/price-watch/recording-store.ts'
import { PRICE_WATCH_LOG } from '../log-messages.ts'

export interface RecordingDeps {
  readonly store: RecordingStore
  readonly clock: Clock
  readonly after: After
  readonly log: Log
}

/** The recorder of a run that writes. */
export interface LeadRecorder {
  /** Writes nothing more. */
  retire(): void
  /** Writes everything whole. */
  writeAll(): void
}

interface Batch {
  readonly place: RecordingPlace
  readonly lines: string[]
}

/** Characters that wait for the store. More of them show that the store is too slow. */
const MOST_WAITING = 32_000_000
/** Trades of a market whose ids are remembered, so that each is written once. */
const TRADES_KNOWN = 400
/** A market that was not followed for this long begins anew. */
const FORGOTTEN_AFTER = 3 * MINUTE
/** Records that are known to be written. Beyond this, some are written again. */
const MOST_DESCRIBED = 10_000

interface FollowedMarket {
  readonly since: Millis
  seenAt: Millis
  readonly trades: Set<string>
}

export class Recording {
  /** Records of markets as last read. */
  readonly records = new Map<number, Market>()
  /** Hours and markets whose record is written. */
  readonly #described = new Set<string>()
  /** The recorder that writes, by part of the watch. */
  readonly leads = new Map<number, LeadRecorder>()
  readonly #deps: RecordingDeps
  readonly #batches = new Map<string, Batch>()
  readonly #begun = new Set<string>()
  readonly #exchanges = new Set<ExchangeName>()
  readonly #followed = new Map<number, FollowedMarket>()
  #waiting = 0
  #stoppedAt: Millis | null = null
  #cancel: (() => void) | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: RecordingDeps) {
    this.#deps = deps
  }

  /** Returns whether lines are dropped at the moment. */
  get isStopped(): boolean {
    return this.#stoppedAt !== null
  }

  /** Returns whether this process has not recorded this exchange before. */
  isNew(exchange: ExchangeName): boolean {
    return !this.#exchanges.has(exchange)
  }

  /** Adds a line, which is stored within the interval of the store. */
  put(exchange: ExchangeName, line: RecordedLine): void {
    this.#exchanges.add(exchange)
    this.schedule()
    if (this.isStopped) return
    const place = { exchange, hour: hourOf(line.at) }
    const text = `${JSON.stringify(line)}\n`
    const batch = this.#batches.get(keyOf(place)) ?? { place, lines: [] }
    batch.lines.push(text)
    this.#batches.set(keyOf(place), batch)
    this.#waiting += text.length
    if (this.#waiting > MOST_WAITING) this.#stop('lines come faster than they can be stored')
  }

  /** Stores the lines that wait, or tries to continue, within the interval of the store. */
  schedule(): void {
    this.#cancel ??= this.#deps.after(this.#deps.store.everyMs, () => void this.flush())
  }

  /** Stores the lines that wait. Ends when they are stored or dropped. */
  flush(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    this.#writing = this.#writing.then(() => (this.isStopped ? this.#resume() : this.#store()))
    return this.#writing
  }

  /** Records that a market is followed, and returns since when it is. Older trades are not recorded. */
  follow(svcId: number): Millis {
    const now = this.#deps.clock()
    const known = this.#followed.get(svcId)
    const market =
      known === undefined || now - known.seenAt > FORGOTTEN_AFTER
        ? { since: now, seenAt: now, trades: new Set<string>() }
        : known
    market.seenAt = now
    this.#followed.set(svcId, market)
    return market.since
  }

  /** Returns true once for each market and hour. */
  takeRecord(svcId: number, hour: string): boolean {
    const key = `${hour} ${svcId}`
    if (this.#described.has(key)) return false
    if (this.#described.size >= MOST_DESCRIBED) this.#described.clear()
    this.#described.add(key)
    return true
  }

  /** Returns true once for each trade. */
  takeTrade(svcId: number, tradeId: string): boolean {
    const trades = this.#followed.get(svcId)?.trades
    if (trades === undefined || trades.has(tradeId)) return false
    trades.add(tradeId)
    const [oldest] = trades
    if (trades.size > TRADES_KNOWN && oldest !== undefined) trades.delete(oldest)
    return true
  }

  async #store(): Promise<void> {
    const batches = [...this.#batches.values()]
    this.#drop()
    try {
      for (const { place, lines } of batches) await this.#append(place, lines.join(''))
    } catch (error) {
      this.#stop(String(error))
    }
  }

  async #append(place: RecordingPlace, lines: string): Promise<void> {
    // A process that was killed may have left half a line.
    const isFirst = !this.#begun.has(keyOf(place))
    await this.#deps.store.append(place, isFirst ? `\n${lines}` : lines)
    this.#begun.add(keyOf(place))
  }

  #stop(error: string): void {
    this.#drop()
    if (this.isStopped) return
    this.#stoppedAt = this.#deps.clock()
    this.#begun.clear()
    this.#described.clear()
    this.#deps.log.error(PRICE_WATCH_LOG.recordingStopped, { error })
    this.#deps.log.metric('RecordingsStopped', 1)
  }

  /** Continues if the mark of the gap can be stored. */
  async #resume(): Promise<void> {
    const { clock, log } = this.#deps
    const at = clock()
    const since = this.#stoppedAt ?? at
    const gap: RecordedLine = {
      type: 'gap',
      at,
      run: 'none',
      markets: null,
      missing: 'all',
      since,
      reason: 'the recording could not be stored',
    }
    try {
      for (const exchange of this.#exchanges)
        await this.#append({ exchange, hour: hourOf(at) }, `${JSON.stringify(gap)}\n`)
    } catch {
      return
    }
    this.#stoppedAt = null
    log.info(PRICE_WATCH_LOG.recordingResumed, { missedMs: at - since })
    for (const lead of this.leads.values()) lead.writeAll()
  }

  #drop(): void {
    this.#batches.clear()
    this.#waiting = 0
  }
}

const keyOf = ({ exchange, hour }: RecordingPlace): string => `${exchange} ${hour}`
