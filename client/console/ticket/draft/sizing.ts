/** How many contracts an amount of dollars buys, its fee included, rounded down. The preview has the exact figures. */

import type { Level } from './mirror.ts'

export interface Terms {
  /** Rate of takers: a fee is contracts × rate × price × (1 − price). */
  readonly feeRate: number
  /** Contracts are multiples of it. */
  readonly lot: number
}

/** Contracts for at most so many dollars, if none costs more than `price`. */
const at = (dollars: number, price: number, { feeRate, lot }: Terms): number => {
  const [budget, unit, step] = [micros(dollars) - (feeRate > 0 ? ROUNDING : 0n), micros(price), micros(lot)]
  if (budget <= 0n || unit <= 0n || step <= 0n) return 0
  // In 1e-18 dollars, so that nothing is lost. A better price costs less, although its fee may be higher.
  const each = unit * ONE * ONE + micros(feeRate) * unit * (ONE - unit)
  const count = (budget * ONE * ONE * ONE) / each
  return Number(count - (count % step)) / 1_000_000
}

export interface Sized {
  readonly qty: number
  /** The bound of a MARKET order: beyond it the order could cost more. Null if the order has its own limit. */
  readonly worst: number | null
}

/**
 * Contracts for at most so many dollars from these levels, best first. `beyond` is how much worse than its level each may be paid. More levels
 * are taken only while that makes the order larger.
 */
const from = (dollars: number, levels: readonly Level[], terms: Terms, beyond = 0): Sized => {
  let depth = 0n
  let best: Sized = { qty: 0, worst: null }
  for (const { price, qty } of levels) {
    depth += micros(qty)
    const worst = Math.min(price + beyond, 0.9999)
    const step = micros(terms.lot)
    const offered = Number(depth - (depth % step)) / 1_000_000
    const qtyHere = Math.min(at(dollars, worst, terms), offered)
    if (qtyHere > best.qty) best = { qty: qtyHere, worst: price }
  }
  return best
}

/** A part of a quantity, rounded down to the lot. */
const part = (qty: number, share: number, lot: number): number => {
  const [whole, step] = [BigInt(Math.floor(Math.round(qty * 1_000_000) * share)), micros(lot)]
  return step <= 0n ? 0 : Number(whole - (whole % step)) / 1_000_000
}

export const sizing = { at, from, part }

const ONE = 1_000_000n

/**
 * Fees are rounded up for each fill, and to a hundredth of a cent for the order. If the fee of a fill is below that, EXCHANGE_A does not
 * give back its rounding. So each fill of a part of a contract may cost a hundredth of a cent more than sized here (reference, section 10).
 */
const ROUNDING = 200n

const micros = (value: number): bigint => BigInt(Math.round(value * 1_000_000))
