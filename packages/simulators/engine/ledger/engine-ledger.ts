/** The books of the engine: all rows, the cash that resting orders hold back, and the rows that changed since they were stored. */

import type { FeePolicy } from '../matching/fee-policy.ts'
import { createOrderBook, type OrderBook, ownSide, rest, unrest } from '../matching/order-book.ts'
import { ChangedRows } from './changed-rows.ts'
import { createEngineEvents, type EngineEvents } from './engine-events.ts'
import type {
  EngineAccount,
  EngineChange,
  EngineFill,
  EngineMarket,
  EngineOrder,
  EnginePosition,
  EngineRows,
  EngineSettlement,
  EngineSubmit,
  EngineTrade,
} from './engine-state.ts'
import { entryOf } from './entry-of.ts'
import { HeldCash } from './held-cash.ts'

/** Most public trades that are kept; the oldest go first. */
const TRADES_KEPT = 20_000
/** Numbers left out after a restart. The house's own numbers are not stored, and no identifier may be given twice. */
const SEQUENCE_GAP = 10_000_000

export class EngineLedger {
  readonly events: EngineEvents = createEngineEvents()
  readonly accounts = new Map<string, EngineAccount>()
  readonly markets = new Map<string, EngineMarket>()
  readonly orders = new Map<string, EngineOrder>()
  /** Resting orders with an expiry. */
  readonly expiring = new Set<EngineOrder>()
  readonly fills: EngineFill[] = []
  readonly trades: EngineTrade[] = []
  readonly settlements: EngineSettlement[] = []
  readonly submits: EngineSubmit[] = []
  readonly #clock: () => number
  readonly #held: HeldCash
  readonly #changed = new ChangedRows()
  readonly #books = new Map<string, OrderBook>()
  readonly #bookChanges = new Map<string, number>()
  readonly #positions = new Map<string, EnginePosition>()
  readonly #positionsByMarket = new Map<string, EnginePosition[]>()
  readonly #identities = new Map<string, Set<string>>()
  #sequence = 0
  #feesTaken = 0

  constructor(fees: FeePolicy, clock: () => number) {
    this.#clock = clock
    this.#held = new HeldCash({
      netOf: (account, market) => this.#positions.get(`${account}|${market}`)?.net ?? 0,
      shardOf: (market) => this.markets.get(market)?.shard ?? 0,
      feesOf: (order) => {
        const market = this.markets.get(order.market)
        return market === undefined ? 0 : fees.reserve(market, order.price, order.remaining, false)
      },
    })
  }

  isHouse(account: string): boolean {
    return this.accounts.get(account)?.house === true
  }

  /** Money taken in fees so far. */
  feesTaken(): number {
    return this.#feesTaken
  }

  takeFee(amount: number): void {
    this.#feesTaken += amount
  }

  nextSequence(): number {
    this.#sequence += 1
    return this.#sequence
  }

  bookOf(market: string): OrderBook {
    return entryOf(this.#books, market, createOrderBook)
  }

  /** Time of the last change of the book; undefined before the first one. Not stored. */
  changedAt(market: string): number | undefined {
    return this.#bookChanges.get(market)
  }

  positionOf(account: string, market: string): EnginePosition {
    return entryOf(this.#positions, `${account}|${market}`, () => {
      const position = { account, market, net: 0, cost: 0, traded: 0, realized: 0, fees: 0, updatedAt: 0 }
      entryOf(this.#positionsByMarket, market, () => []).push(position)
      return position
    })
  }

  positionsIn(market: string): readonly EnginePosition[] {
    return this.#positionsByMarket.get(market) ?? []
  }

  positions(): Iterable<EnginePosition> {
    return this.#positions.values()
  }

  /** True if an order of the account already had this identity. */
  isSpent(account: string, identity: string): boolean {
    return this.#identities.get(account)?.has(identity) === true
  }

  spend(account: string, identity: string): void {
    this.#addIdentity(account, identity)
    if (!this.isHouse(account)) this.touch('identity', `${account}|${identity}`, { account, identity })
  }

  /** Money of a shard that no resting order holds; unlimited for the house. */
  available(account: string, shard: number): number {
    if (this.isHouse(account)) return Number.MAX_SAFE_INTEGER
    return (this.accounts.get(account)?.cash[shard] ?? 0) - this.#held.onShard(account, shard)
  }

  moveCash(account: string, shard: number, amount: number): void {
    const row = this.accounts.get(account)
    if (row === undefined) throw new Error(`no account ${account}`)
    row.cash[shard] = (row.cash[shard] ?? 0) + amount
    if (!row.house) this.touch('account', account, row)
  }

  /** Publishes a change of the size at the order's price. */
  reportLevel({ id, market, buyFlag, price, account, identity }: EngineOrder, delta: number): void {
    if (delta === 0) return
    this.#bookChanges.set(market, this.#clock())
    this.events.report({ kind: 'level', market, buyFlag, price, delta, order: id, account, identity })
  }

  startResting(order: EngineOrder): void {
    this.reportLevel(order, order.remaining)
    rest(ownSide(this.bookOf(order.market), order.buyFlag), order)
    if (order.expiresAt !== null) this.expiring.add(order)
    if (!this.isHouse(order.account)) this.#held.add(order)
  }

  stopResting(order: EngineOrder): void {
    this.reportLevel(order, -order.remaining)
    unrest(ownSide(this.bookOf(order.market), order.buyFlag), order)
    this.expiring.delete(order)
    if (!this.isHouse(order.account)) this.#held.drop(order)
  }

  /** Follows a change of the position, and of the remaining size of a resting order. */
  reweigh(account: string, market: string, order?: EngineOrder): void {
    if (this.isHouse(account)) return
    if (order === undefined) this.#held.recount(account, market)
    else this.#held.reweigh(order)
  }

  /** Additional cash that the shard would hold back if this order rested too. */
  extraHold(order: EngineOrder, fees: number): number {
    return this.isHouse(order.account) ? 0 : this.#held.extraOf(order, fees)
  }

  touch<Kind extends keyof EngineRows>(kind: Kind, key: string, row: EngineRows[Kind]): void {
    this.#changed.touch(kind, key, row)
  }

  forget(kind: keyof EngineRows, key: string): void {
    this.#changed.forget(kind, key)
  }

  drain(): EngineChange[] {
    return this.#changed.drain(this.#sequence)
  }

  /** Drops the oldest public trades if there are too many. */
  pruneTrades(): void {
    if (this.trades.length <= TRADES_KEPT * 1.1) return
    for (const { id } of this.trades.splice(0, this.trades.length - TRADES_KEPT)) this.forget('trade', id)
  }

  restore(changes: Iterable<EngineChange>): void {
    for (const change of changes) this.#restoreRow(change)
    this.fills.sort(bySequence)
    this.trades.sort(bySequence)
    this.submits.sort(bySequence)
    for (const order of [...this.orders.values()].sort(bySequence)) {
      if (order.status === 'resting') this.startResting(order)
    }
  }

  #addIdentity(account: string, identity: string): void {
    entryOf(this.#identities, account, () => new Set<string>()).add(identity)
  }

  #restoreRow(change: EngineChange): void {
    if (change.row === null) return
    switch (change.kind) {
      case 'account':
        this.accounts.set(change.key, change.row)
        break
      case 'market':
        this.markets.set(change.key, change.row)
        break
      case 'order':
        this.orders.set(change.key, change.row)
        break
      case 'fill':
        this.fills.push(change.row)
        break
      case 'trade':
        this.trades.push(change.row)
        break
      case 'settlement':
        this.settlements.push(change.row)
        break
      case 'submit':
        this.submits.push(change.row)
        break
      case 'position':
        Object.assign(this.positionOf(change.row.account, change.row.market), change.row)
        break
      case 'identity':
        this.#addIdentity(change.row.account, change.row.identity)
        break
      case 'counter':
        this.#sequence = change.row.value + SEQUENCE_GAP
        break
    }
  }
}

const bySequence = (one: { readonly sequence: number }, other: { readonly sequence: number }): number =>
  one.sequence - other.sequence
