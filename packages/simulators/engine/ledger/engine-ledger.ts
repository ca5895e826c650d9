/** The engine's books: every row it holds, what resting orders hold back, and which rows changed since last asked. */

import { addHeld, createHolding, dropHeld, type Holding, heldBack, reweighHeld } from '../matching/collateral.ts'
import type { FeePolicy } from '../matching/fee-policy.ts'
import { createOrderBook, type OrderBook, ownSide, rest, unrest } from '../matching/order-book.ts'
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

export interface EngineLedger {
  readonly events: EngineEvents
  readonly accounts: Map<string, EngineAccount>
  readonly markets: Map<string, EngineMarket>
  readonly orders: Map<string, EngineOrder>
  readonly expiring: Set<EngineOrder>
  readonly fills: EngineFill[]
  readonly trades: EngineTrade[]
  readonly settlements: EngineSettlement[]
  readonly submits: EngineSubmit[]
  /** Money taken in fees so far. */
  readonly feesTaken: () => number
  readonly takeFee: (amount: number) => void
  readonly nextSequence: () => number
  readonly bookOf: (market: string) => OrderBook
  /** When what rests there last changed; undefined before anything did. Not stored. */
  readonly changedAt: (market: string) => number | undefined
  readonly positionOf: (account: string, market: string) => EnginePosition
  readonly positionsIn: (market: string) => readonly EnginePosition[]
  readonly positions: () => Iterable<EnginePosition>
  readonly isSpent: (account: string, identity: string) => boolean
  readonly spend: (account: string, identity: string) => void
  /** Money of a shard that no resting order holds; unlimited for the house. */
  readonly available: (account: string, shard: number) => number
  readonly moveCash: (account: string, shard: number, amount: number) => void
  /** Tells that the order has changed what rests at its price. */
  readonly tellLevel: (order: EngineOrder, delta: number) => void
  readonly startResting: (order: EngineOrder) => void
  readonly stopResting: (order: EngineOrder) => void
  /** After a resting order's remaining size, or the position, changed. */
  readonly reweigh: (account: string, market: string, order?: EngineOrder) => void
  /** What the shard would hold back more if this order rested too. */
  readonly extraHold: (order: EngineOrder, fees: number) => number
  readonly touch: <Kind extends keyof EngineRows>(kind: Kind, key: string, row: EngineRows[Kind]) => void
  readonly forget: (kind: keyof EngineRows, key: string) => void
  readonly drain: () => EngineChange[]
  readonly restore: (changes: Iterable<EngineChange>) => void
}

/** Public prints beyond this many are dropped, oldest first. */
const TRADES_KEPT = 20_000

export const createEngineLedger = (fees: FeePolicy, clock: () => number): EngineLedger => {
  const accounts = new Map<string, EngineAccount>()
  const markets = new Map<string, EngineMarket>()
  const books = new Map<string, OrderBook>()
  const changes = new Map<string, number>()
  const orders = new Map<string, EngineOrder>()
  const expiring = new Set<EngineOrder>()
  const holdings = new Map<string, { readonly holding: Holding; held: number }>()
  const heldPerShard = new Map<string, number>()
  const positions = new Map<string, EnginePosition>()
  const positionsByMarket = new Map<string, EnginePosition[]>()
  const identities = new Map<string, Set<string>>()
  const fills: EngineFill[] = []
  const trades: EngineTrade[] = []
  const settlements: EngineSettlement[] = []
  const submits: EngineSubmit[] = []
  const dirty = new Map<string, { kind: keyof EngineRows; key: string; row: EngineRows[keyof EngineRows] | null }>()
  const events = createEngineEvents()
  let sequence = 0
  let feesTaken = 0

  const touch: EngineLedger['touch'] = (kind, key, row) => {
    dirty.set(`${kind}/${key}`, { kind, key, row })
  }

  const bookOf = (market: string): OrderBook => entry(books, market, createOrderBook)

  const positionOf = (account: string, market: string): EnginePosition =>
    entry(positions, `${account}|${market}`, () => {
      const position = { account, market, net: 0, cost: 0, traded: 0, realized: 0, fees: 0, updatedAt: 0 }
      entry(positionsByMarket, market, () => []).push(position)
      return position
    })

  const holdingOf = (account: string, market: string) =>
    entry(holdings, `${account}|${market}`, () => ({ holding: createHolding(), held: 0 }))

  const shardOf = (market: string): number => markets.get(market)?.shard ?? 0

  const netOf = (account: string, market: string): number => positions.get(`${account}|${market}`)?.net ?? 0

  const isHouse = (account: string): boolean => accounts.get(account)?.house === true

  const reholdings = (account: string, market: string): void => {
    const place = holdingOf(account, market)
    const held = heldBack(place.holding, netOf(account, market))
    const key = `${account}|${shardOf(market)}`
    heldPerShard.set(key, (heldPerShard.get(key) ?? 0) + held - place.held)
    place.held = held
  }

  const restingFees = (order: EngineOrder): number => {
    const market = markets.get(order.market)
    return market === undefined ? 0 : fees.reserve(market, order.price, order.remaining, false)
  }

  const tellLevel = ({ id, market, buyFlag, price, account, identity }: EngineOrder, delta: number): void => {
    if (delta === 0) return
    changes.set(market, clock())
    events.tell({ kind: 'level', market, buyFlag, price, delta, order: id, account, identity })
  }

  const startResting = (order: EngineOrder): void => {
    tellLevel(order, order.remaining)
    rest(ownSide(bookOf(order.market), order.buyFlag), order)
    if (order.expiresAt !== null) expiring.add(order)
    if (isHouse(order.account)) return
    addHeld(holdingOf(order.account, order.market).holding, order, restingFees(order))
    reholdings(order.account, order.market)
  }

  const restoreRow = (change: EngineChange): void => {
    if (change.row === null) return
    switch (change.kind) {
      case 'account':
        accounts.set(change.key, change.row)
        break
      case 'market':
        markets.set(change.key, change.row)
        break
      case 'order':
        orders.set(change.key, change.row)
        break
      case 'fill':
        fills.push(change.row)
        break
      case 'trade':
        trades.push(change.row)
        break
      case 'settlement':
        settlements.push(change.row)
        break
      case 'submit':
        submits.push(change.row)
        break
      case 'position':
        Object.assign(positionOf(change.row.account, change.row.market), change.row)
        break
      case 'identity':
        entry(identities, change.row.account, () => new Set<string>()).add(change.row.identity)
        break
      case 'counter':
        // The house's own numbers are not stored: leave room, so that no identifier is ever given twice.
        sequence = change.row.value + SEQUENCE_GAP
        break
    }
  }

  return {
    events,
    tellLevel,
    accounts,
    markets,
    orders,
    expiring,
    fills,
    trades,
    settlements,
    submits,
    feesTaken: () => feesTaken,
    takeFee: (amount) => {
      feesTaken += amount
    },
    nextSequence: () => {
      sequence += 1
      return sequence
    },
    bookOf,
    changedAt: (market) => changes.get(market),
    positionOf,
    positionsIn: (market) => positionsByMarket.get(market) ?? [],
    positions: () => positions.values(),
    isSpent: (account, identity) => identities.get(account)?.has(identity) === true,
    spend: (account, identity) => {
      entry(identities, account, () => new Set<string>()).add(identity)
      if (!isHouse(account)) touch('identity', `${account}|${identity}`, { account, identity })
    },
    available: (account, shard) => {
      if (isHouse(account)) return Number.MAX_SAFE_INTEGER
      return (accounts.get(account)?.cash[shard] ?? 0) - (heldPerShard.get(`${account}|${shard}`) ?? 0)
    },
    moveCash: (account, shard, amount) => {
      const row = accounts.get(account)
      if (row === undefined) throw new Error(`no account ${account}`)
      row.cash[shard] = (row.cash[shard] ?? 0) + amount
      if (!row.house) touch('account', account, row)
    },
    startResting,
    stopResting: (order) => {
      tellLevel(order, -order.remaining)
      unrest(ownSide(bookOf(order.market), order.buyFlag), order)
      expiring.delete(order)
      if (isHouse(order.account)) return
      dropHeld(holdingOf(order.account, order.market).holding, order)
      reholdings(order.account, order.market)
    },
    reweigh: (account, market, order) => {
      if (isHouse(account)) return
      if (order !== undefined) reweighHeld(holdingOf(account, market).holding, order, restingFees(order))
      reholdings(account, market)
    },
    extraHold: (order, fee) => {
      if (isHouse(order.account)) return 0
      const { holding, held } = holdingOf(order.account, order.market)
      addHeld(holding, order, fee)
      const after = heldBack(holding, netOf(order.account, order.market))
      dropHeld(holding, order)
      return after - held
    },
    touch,
    forget: (kind, key) => {
      dirty.set(`${kind}/${key}`, { kind, key, row: null })
    },
    drain: () => {
      if (dirty.size === 0) return []
      dirty.set('counter/sequence', { kind: 'counter', key: 'sequence', row: { value: sequence } })
      const drained = [...dirty.values()].map(({ kind, key, row }) => ({ kind, key, row: copyOf(row) }) as EngineChange)
      dirty.clear()
      return drained
    },
    restore: (changes) => {
      for (const change of changes) restoreRow(change)
      fills.sort(bySequence)
      trades.sort(bySequence)
      submits.sort(bySequence)
      for (const order of [...orders.values()].sort((one, other) => one.sequence - other.sequence)) {
        if (order.status === 'resting') startResting(order)
      }
    },
  }
}

/** Drops the oldest public prints once there are many; answers the dropped ones. */
export const pruneTrades = (trades: EngineTrade[]): EngineTrade[] =>
  trades.length > TRADES_KEPT * 1.1 ? trades.splice(0, trades.length - TRADES_KEPT) : []

const SEQUENCE_GAP = 10_000_000

const bySequence = (one: { readonly sequence: number }, other: { readonly sequence: number }): number =>
  one.sequence - other.sequence

const copyOf = (row: EngineRows[keyof EngineRows] | null) =>
  row === null ? null : 'cash' in row ? { ...row, cash: { ...row.cash } } : { ...row }

const entry = <Value>(map: Map<string, Value>, key: string, create: () => Value): Value => {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
