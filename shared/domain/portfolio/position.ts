/** Computes position and gain of a subaccount in a market: exact arithmetic over its fills, in YES terms. */

import { averagePrice, exactCost, type Money, money, oneMinus, type Price, type Qty, qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { Fill } from '../orders/fills/fill.ts'

/** Exact costs are in 1e-12 dollars, so that sums of many fills lose nothing. */
export interface Position {
  /** In millionths of a contract; above 0 holds YES, below 0 holds NO. */
  readonly position: number
  readonly boughtQty: Qty
  readonly soldQty: Qty
  readonly boughtCost: bigint
  readonly soldCost: bigint
  /** Cost (above 0) or proceeds (below 0) of the open part, at its mean price. */
  readonly openCost: bigint
  /** Gain of the closed part, without fees. */
  readonly realized: bigint
  readonly fees: Money
  readonly fillCount: number
  readonly firstFillAt: Millis | null
  readonly lastFillAt: Millis | null
}

export const NO_POSITION: Position = {
  position: 0,
  boughtQty: qty(0),
  soldQty: qty(0),
  boughtCost: 0n,
  soldCost: 0n,
  openCost: 0n,
  realized: 0n,
  fees: money(0),
  fillCount: 0,
  firstFillAt: null,
  lastFillAt: null,
}

type Trade = Pick<Fill, 'fillId' | 'exchangeAt' | 'price' | 'qty' | 'fee' | 'buyFlag' | 'status'>

/** The position that the fills of one market make, whatever order they are given in; reversed ones never happened. */
export const positionOf = (fills: readonly Trade[]): Position =>
  fills
    .filter(({ status }) => status !== 'REVERSED')
    .toSorted((one, other) => one.exchangeAt - other.exchangeAt || (one.fillId < other.fillId ? -1 : 1))
    .reduce(positionAfter, NO_POSITION)

/**
 * Returns the position after one more trade. A trade through zero closes the position, and opens the rest at its own
 * price.
 */
export const positionAfter = (held: Position, trade: Trade): Position => ({
  ...counted(held, trade, 1),
  firstFillAt: held.firstFillAt ?? trade.exchangeAt,
  lastFillAt: trade.exchangeAt,
})

/**
 * Returns the position without a trade that was taken back. Quantities, costs and fees are as if it had never happened.
 * The split of gains into realized and open needs all trades in their order.
 */
export const positionWithout = (held: Position, trade: Trade): Position => counted(held, trade, -1)

/** A trade is counted once more, or once less. */
const counted = (held: Position, { buyFlag, price, qty: traded, fee }: Trade, times: 1 | -1): Position => {
  const more = times * traded
  const cost = BigInt(times) * exactCost(price, traded)
  const side = buyFlag
    ? { boughtQty: qty(held.boughtQty + more), boughtCost: held.boughtCost + cost }
    : { soldQty: qty(held.soldQty + more), soldCost: held.soldCost + cost }
  return {
    ...move(held, buyFlag ? more : -more, price),
    ...side,
    fees: money(held.fees + times * fee),
    fillCount: held.fillCount + times,
  }
}

/** Closes the position at the payout of a decided market. The payout is no trade, and counts in no average. */
export const payOut = (held: Position, yesPays: Price): Position => move(held, -held.position, yesPays)

/** Mean YES price of all that was bought, before fees; null before the first purchase. */
export const averageBuyPrice = ({ boughtCost, boughtQty }: Position): Price | null =>
  averagePrice(boughtCost, boughtQty)

/** Mean YES price of all that was sold, before fees; null before the first sale. */
export const averageSellPrice = ({ soldCost, soldQty }: Position): Price | null => averagePrice(soldCost, soldQty)

/** Returns the realized gain, less fees. */
export const realizedPnl = ({ realized, fees }: Position): Money => money(toMoney(realized) - fees)

/** Returns the value at a YES price: YES at that price, NO at one minus it. */
export const marketValue = ({ position }: Position, mark: Price): Money =>
  toMoneyOf(Math.abs(position), position >= 0 ? mark : oneMinus(mark))

/** Returns the gain of closing at that YES price, before the fee for it. */
export const unrealizedPnl = ({ position, openCost }: Position, mark: Price): Money =>
  toMoney(BigInt(position) * BigInt(mark) - openCost)

type Movement = Pick<Position, 'position' | 'openCost' | 'realized'>

const move = <Held extends Movement>(held: Held, by: number, at: Price): Held => {
  const isClosing = held.position !== 0 && by !== 0 && held.position > 0 !== by > 0
  const closed = isClosing ? Math.sign(by) * Math.min(Math.abs(by), Math.abs(held.position)) : 0
  const costOfClosed = closed === 0 ? 0n : (held.openCost * BigInt(-closed)) / BigInt(held.position)
  const opened = by - closed
  return {
    ...held,
    position: held.position + by,
    openCost: held.openCost - costOfClosed + BigInt(opened) * BigInt(at),
    realized: held.realized - BigInt(closed) * BigInt(at) - costOfClosed,
  }
}

/** Rounded half away from zero to a millionth of a dollar. */
const toMoney = (exact: bigint): Money => {
  const size = exact < 0n ? -exact : exact
  const rounded = Number((size + MILLION / 2n) / MILLION)
  return money(exact < 0n && rounded !== 0 ? -rounded : rounded)
}

const toMoneyOf = (amount: number, at: Price): Money => toMoney(BigInt(amount) * BigInt(at))

const MILLION = 1_000_000n
