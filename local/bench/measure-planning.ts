/** How much CPU it takes to plan an order on a custom asset of ten members on both exchanges, in a process that has done so before. */

import { allocateBestPrice } from '#domain/allocate-best-price.ts'
import { allocateEvenly } from '#domain/allocate-evenly.ts'
import type { BasketDemand, BasketMember, BasketPlan, BookLevel } from '#domain/basket.ts'
import { ONE, type Price, price, qty } from '#domain/numbers.ts'
import { quantile } from './quantile.ts'

export interface Planning {
  readonly what: string
  readonly legs: number
  /** Milliseconds of CPU of one plan. */
  readonly p50: number
  readonly p99: number
}

const MEMBERS = 10
/** Books on a grid of a tenth of a cent, with orders at every price: deeper than the exchanges' usual ones. */
const TICK = 1_000
const LEVELS = 400
const SLIPPAGE = 20_000
const WARM_UP = 50
const RUNS = 300

export const measurePlanning = (): readonly Planning[] => [
  measure('BEST_PRICE, 1,000 contracts from the tops of the books', 1_000, allocateBestPrice),
  measure('BEST_PRICE, 250,000 contracts, half of all books', 250_000, allocateBestPrice),
  measure('EQUAL, 250,000 contracts', 250_000, (demand) => allocateEvenly(demand, SLIPPAGE)),
]

const measure = (what: string, contracts: number, plan: (demand: BasketDemand) => BasketPlan): Planning => {
  const times: number[] = []
  let legs = 0
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    // Every run has books of its own, so that nothing is known of them.
    const members = Array.from({ length: MEMBERS }, (_, n) => memberOf(n, run))
    const began = process.cpuUsage()
    legs = plan({ buyFlag: true, qty: qty(contracts * ONE), members }).legs.length
    const { user, system } = process.cpuUsage(began)
    if (run >= WARM_UP) times.push((user + system) / 1_000)
  }
  return { what, legs, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const memberOf = (n: number, run: number): BasketMember => {
  const onA = n % 2 === 0
  const best = 300_000 + ((n * 7 + run) % 11) * TICK
  return {
    svcId: 1_000 + n,
    exchange: onA ? 'EXCHANGE_A' : 'EXCHANGE_B',
    tickSizeQty: qty(10_000),
    minimumOrderSize: qty(onA ? 10_000 : 5 * ONE),
    priceRanges: [{ start: price(TICK), end: price(ONE - TICK), step: price(TICK) }],
    feeTerms: { rate: onA ? 70_000 : 40_000, exponent: 1 },
    bids: [],
    asks: Array.from({ length: LEVELS }, (_, level) => levelOf(best + level * TICK, n + level + run)),
    held: null,
    worstPrice: null,
  }
}

const levelOf = (at: number, seed: number): BookLevel => ({
  price: at as Price,
  qty: qty((50 + ((seed * 37) % 151)) * ONE),
})
