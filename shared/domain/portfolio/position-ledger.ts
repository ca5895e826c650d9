/** The position of a subaccount in one market, updated with each fill, so that no reader needs all fills. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import type { Price } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { Fill } from '../orders/fills/fill.ts'
import { NO_POSITION, type Position, payOut, positionAfter, positionOf, positionWithout } from './position.ts'

export interface PositionLedger {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly svcId: number
  /** The exchange's own name of the market. */
  readonly nativeId: string
  /** The position of the counted fills, before any payout. */
  readonly held: Position
  /** The newest of them by time and then id; null before the first. */
  readonly lastFillId: string | null
  /** Fills stored in all, reversed ones too: as many a recount has to find. */
  readonly fillsStored: number
  /** Counted fills that may still be reversed (EXCHANGE_B). */
  readonly provisional: number
  /**
   * True if fills came out of order or were taken back. Gains are then not split into realized and open as in order of
   * time. Quantities, costs, fees and the total gain are exact nevertheless.
   */
  readonly rough: boolean
  /** Payout of a YES contract of a paid market; null before. */
  readonly yesPaid: Price | null
  /** Payout of a YES contract of a decided market that the wallet has to redeem; null in any other case. */
  readonly yesPays: Price | null
  /** Fills before this time do not count: the account began again then. 0 for an account that never did. */
  readonly countsFrom: Millis
  readonly updatedAt: Millis
  readonly version: number
}

type Place = Pick<PositionLedger, 'subaccountId' | 'exchange' | 'svcId' | 'nativeId'>

/** A ledger before its first fill. Version 0 says that no row is stored yet. */
export const newLedger = ({ subaccountId, exchange, svcId, nativeId }: Place): PositionLedger => ({
  subaccountId,
  exchange,
  svcId,
  nativeId,
  held: NO_POSITION,
  lastFillId: null,
  fillsStored: 0,
  provisional: 0,
  rough: false,
  yesPaid: null,
  yesPays: null,
  countsFrom: 0,
  updatedAt: 0,
  version: 0,
})

/** The ledger with fills that were not stored before, and with stored ones that are FINAL or REVERSED from now on. */
export const recordTrades = (
  ledger: PositionLedger,
  fresh: readonly Fill[],
  settled: readonly Fill[],
  now: Millis,
): PositionLedger => {
  const counted = fresh.filter(counts).toSorted(byTime)
  const reversed = settled.filter((fill) => !counts(fill))
  const [oldest] = counted
  const isLate = oldest !== undefined && !isAfter(oldest, ledger)
  const newest = counted.findLast((fill) => isAfter(fill, ledger))
  const held = reversed.reduce(positionWithout, counted.reduce(positionAfter, ledger.held))
  return {
    ...ledger,
    held: {
      ...held,
      firstFillAt: earlier(ledger.held.firstFillAt, oldest?.exchangeAt ?? null),
      lastFillAt: newest?.exchangeAt ?? ledger.held.lastFillAt,
    },
    lastFillId: newest?.fillId ?? ledger.lastFillId,
    fillsStored: ledger.fillsStored + fresh.length,
    provisional: ledger.provisional + fresh.filter(isProvisional).length - settled.length,
    rough: ledger.rough || isLate || reversed.length > 0,
    updatedAt: now,
  }
}

const ownFills = ({ countsFrom }: PositionLedger, fills: readonly Fill[]): readonly Fill[] =>
  fills.filter(({ exchangeAt }) => exchangeAt >= countsFrom)

/** The ledger of an account that began again at that time, with its fills since. */
export const restartLedger = (
  ledger: PositionLedger,
  countsFrom: Millis,
  fills: readonly Fill[],
  now: Millis,
): PositionLedger => {
  const begun = { ...newLedger(ledger), countsFrom, version: ledger.version }
  return recordTrades(begun, ownFills(begun, fills), [], now)
}

/** The position that these fills make; null when they are not all of the ledger, as they are stored now: an index may lag. */
const wholePosition = (ledger: PositionLedger, all: readonly Fill[]): Position | null => {
  const fills = ownFills(ledger, all)
  if (fills.length !== ledger.fillsStored) return null
  const held = positionOf(fills)
  // A status may be read as it was a moment ago: what the sums say of the fills that count has to be the same.
  return held.fillCount === ledger.held.fillCount && held.position === ledger.held.position ? held : null
}

/** True if these are all its fills, as they are stored now. */
export const isWhole = (ledger: PositionLedger, fills: readonly Fill[]): boolean =>
  wholePosition(ledger, fills) !== null

/** The ledger counted anew from all its fills; null when these are not all of them. */
export const recount = (ledger: PositionLedger, fills: readonly Fill[], now: Millis): PositionLedger | null => {
  const held = wholePosition(ledger, fills)
  if (held === null) return null
  const lastFillId = ownFills(ledger, fills).filter(counts).toSorted(byTime).at(-1)?.fillId ?? null
  return { ...ledger, held, lastFillId, rough: false, updatedAt: now }
}

/** The market is decided. Fills that come later count and are paid likewise. */
export const settleAt = (ledger: PositionLedger, yesPaid: Price, now: Millis): PositionLedger => ({
  ...ledger,
  yesPaid,
  updatedAt: now,
})

/** The market is decided, and pays once it is redeemed. */
export const decideAt = (ledger: PositionLedger, yesPays: Price, now: Millis): PositionLedger => ({
  ...ledger,
  yesPays,
  updatedAt: now,
})

/** Returns the present position: empty once the market has paid. */
export const heldNow = ({ held, yesPaid }: Pick<PositionLedger, 'held' | 'yesPaid'>): Position =>
  yesPaid === null ? held : payOut(held, yesPaid)

const counts = ({ status }: Fill): boolean => status !== 'REVERSED'
const isProvisional = ({ status }: Fill): boolean => status === 'PROVISIONAL'

const byTime = (one: Fill, other: Fill): number =>
  one.exchangeAt - other.exchangeAt || (one.fillId < other.fillId ? -1 : 1)

const isAfter = ({ exchangeAt, fillId }: Fill, { held, lastFillId }: PositionLedger): boolean => {
  if (held.lastFillAt === null || lastFillId === null) return true
  return exchangeAt > held.lastFillAt || (exchangeAt === held.lastFillAt && fillId > lastFillId)
}

const earlier = (one: Millis | null, other: Millis | null): Millis | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
