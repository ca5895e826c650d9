/** One channel of a Kalshi connection: the markets that it shows or should show, and the numbers of its messages. */

import { chunked } from '#domain/kernel/chunked.ts'

/** Most markets in one command. Clients send 100 to 400; the limit is not published (Kalshi live reference, section 1.1). */
const MARKETS_AT_ONCE = 200

export interface Command {
  readonly action: 'subscribe' | 'add_markets' | 'delete_markets' | 'get_snapshot'
  readonly channel: Subscription
  readonly tickers: readonly string[]
}

export class Subscription {
  readonly name: 'orderbook_delta' | 'trade'
  /** Number that the exchange gave the subscription; null until the exchange has confirmed it. */
  #sid: number | null = null
  #seq = 0
  #isOpening = false
  readonly #requested = new Set<string>()
  readonly #denied = new Set<string>()
  #atOnce = MARKETS_AT_ONCE

  constructor(name: Subscription['name']) {
    this.name = name
  }

  get sid(): number | null {
    return this.#sid
  }

  /** Markets that the exchange does not take. */
  get denied(): ReadonlySet<string> {
    return this.#denied
  }

  /** Forgets the subscription, which the exchange does not have any more. */
  restart(): void {
    this.#sid = null
    this.#seq = 0
    this.#isOpening = false
    this.#requested.clear()
  }

  /** Stores the number of a confirmed subscription. Returns false for a number that is known already. */
  confirm(sid: number): boolean {
    if (this.#sid === sid) return false
    this.#sid = sid
    this.#seq = 0
    this.#isOpening = false
    return true
  }

  /** Returns true if a message follows the one before without a gap. */
  isNext(seq: number): boolean {
    const expected = this.#seq + 1
    this.#seq = seq
    return seq === expected
  }

  /** Returns the commands that make the channel show `tickers`, and notes them as sent. One command opens it, later ones change it. */
  commandsFor(tickers: ReadonlySet<string>): readonly Command[] {
    const missing = [...tickers].filter((ticker) => !this.#requested.has(ticker) && !this.#denied.has(ticker))
    return this.#sid === null ? this.#opening(missing) : [...this.#adding(missing), ...this.#removing(tickers)]
  }

  #opening(missing: readonly string[]): readonly Command[] {
    const [first] = chunked(missing, this.#atOnce)
    if (this.#isOpening || first === undefined) return []
    for (const ticker of first) this.#requested.add(ticker)
    this.#isOpening = true
    return [{ action: 'subscribe', channel: this, tickers: first }]
  }

  #adding(missing: readonly string[]): readonly Command[] {
    for (const ticker of missing) this.#requested.add(ticker)
    this.#isOpening = false
    return this.#commands('add_markets', missing)
  }

  #removing(tickers: ReadonlySet<string>): readonly Command[] {
    const extra = [...this.#requested].filter((ticker) => !tickers.has(ticker))
    for (const ticker of extra) this.#requested.delete(ticker)
    return this.#commands('delete_markets', extra)
  }

  /** Returns the commands that bring the whole books of some markets again. */
  snapshotsOf(tickers: readonly string[]): readonly Command[] {
    const shown = tickers.filter((ticker) => this.#requested.has(ticker))
    return this.#sid === null ? [] : this.#commands('get_snapshot', shown)
  }

  /** Lets another command open the channel, after a refused one. */
  openAgain(): void {
    this.#isOpening = false
  }

  /** Halves the size of later commands, after one had too many markets. A market that is too many alone is denied. */
  halve(tickers: readonly string[]): void {
    this.release(tickers)
    if (tickers.length === 1) this.deny(tickers)
    this.#atOnce = Math.max(1, Math.floor(tickers.length / 2))
  }

  /** Lets a later command request the markets again. */
  release(tickers: readonly string[]): void {
    for (const ticker of tickers) this.#requested.delete(ticker)
  }

  /** Never requests the markets again. */
  deny(tickers: readonly string[]): void {
    this.release(tickers)
    for (const ticker of tickers) this.#denied.add(ticker)
  }

  #commands(action: Command['action'], tickers: readonly string[]): readonly Command[] {
    return chunked(tickers, this.#atOnce).map((some) => ({ action, channel: this, tickers: some }))
  }
}

/** Returns a command as the exchange takes it. */
export const wireCommand = (id: number, { action, channel, tickers }: Command): object =>
  action === 'subscribe'
    ? {
        id,
        cmd: 'subscribe',
        params: {
          channels: [channel.name],
          market_tickers: tickers,
          // Always sent: the default will change (Kalshi live reference, section 1.4).
          ...(channel.name === 'orderbook_delta' ? { use_yes_price: true } : {}),
        },
      }
    : { id, cmd: 'update_subscription', params: { sids: [channel.sid], action, market_tickers: tickers } }
