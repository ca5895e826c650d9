/** How much CPU it takes to plan an order on a custom asset of ten members on both exchanges. */

import { allocateBestPrice } from '#domain/allocate-best-price.ts'
import { allocateEvenly } from '#domain/allocate-evenly.ts'
import type { BasketDemand, BasketMember, BasketPlan, BookLevel } from '#domain/basket.ts'
import { ONE, type Price, price, qty } from '#domain/numbers.ts'
import { quantile } from './quantile.ts'

export interface PlanningFigures {
  /** Milliseconds of CPU of the very first plan of this process. */
  readonly first: number
  readonly plans: readonly Planning[]
}

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
/** Sizes come round every 151 books: each kind of books was planned before it is measured. */
const WARM_UP = 160
const RUNS = 300

export const measurePlanning = (): PlanningFigures => ({
  first: planOnce(HALF, allocateBestPrice, 0).ms,
  plans: [
    measure('BEST_PRICE, 1,000 contracts from the tops of the books', 1_000, allocateBestPrice),
    measure('BEST_PRICE, 250,000 contracts, half of all books', HALF, allocateBestPrice),
    measure('EQUAL, 250,000 contracts', HALF, (demand) => allocateEvenly(demand, SLIPPAGE)),
  ],
})

/** Contracts: half of what all books hold. */
const HALF = 250_000

type Plan = (demand: BasketDemand) => BasketPlan

const measure = (what: string, contracts: number, plan: Plan): Planning => {
  for (let run = 0; run < WARM_UP; run += 1) planOnce(contracts, plan, run)
  const planned = Array.from({ length: RUNS }, (_, run) => planOnce(contracts, plan, WARM_UP + run))
  const times = planned.map(({ ms }) => ms)
  return { what, legs: planned.at(-1)?.legs ?? 0, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** Every run has books of its own, so that nothing is known of them. */
const planOnce = (contracts: number, plan: Plan, run: number) => {
  const members = Array.from({ length: MEMBERS }, (_, n) => memberOf(n, run))
  const began = process.cpuUsage()
  const { legs } = plan({ buyFlag: true, qty: qty(contracts * ONE), members })
  const { user, system } = process.cpuUsage(began)
  return { legs: legs.length, ms: (user + system) / 1_000 }
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
