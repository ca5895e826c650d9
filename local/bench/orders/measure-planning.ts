/** How much CPU it takes to plan an order on a custom asset of ten members on both exchanges. */

import { allocateBestPrice } from '#domain/baskets/allocate-best-price.ts'
import { allocateEvenly } from '#domain/baskets/allocate-evenly.ts'
import type { BasketDemand, BasketMember, BasketPlan } from '#domain/baskets/plan.ts'
import { ONE, type Price, price, qty } from '#domain/kernel/numbers.ts'
import type { Level } from '#domain/markets/depth.ts'
import { quantile } from '../quantile.ts'
import { textTable } from '../text-table.ts'

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
/** Sizes come round after so many. */
const BASKETS = 151
const ROUNDS = 2

export const measurePlanning = (): PlanningFigures => {
  const first = planOnce(membersOf(0), HALF, allocateBestPrice).ms
  // Before the others are measured: nobody who plans pays for clearing away the books of others.
  const baskets = Array.from({ length: BASKETS }, (_, run) => membersOf(run))
  return {
    first,
    plans: [
      measure('BEST_PRICE, 1,000 contracts from the tops of the books', baskets, 1_000, allocateBestPrice),
      measure('BEST_PRICE, 250,000 contracts, half of all books', baskets, HALF, allocateBestPrice),
      measure('EQUAL, 250,000 contracts', baskets, HALF, (demand) => allocateEvenly(demand, SLIPPAGE)),
    ],
  }
}

/** Contracts: half of what all books hold. */
const HALF = 250_000

type Plan = (demand: BasketDemand) => BasketPlan
type Members = BasketDemand['members']

const measure = (what: string, baskets: readonly Members[], contracts: number, plan: Plan): Planning => {
  // Each of them is planned once before, and not counted.
  for (const members of baskets) planOnce(members, contracts, plan)
  const planned = Array.from({ length: ROUNDS }, () =>
    baskets.map((members) => planOnce(members, contracts, plan)),
  ).flat()
  const times = planned.map(({ ms }) => ms)
  return { what, legs: planned.at(-1)?.legs ?? 0, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const planOnce = (members: Members, contracts: number, plan: Plan) => {
  const began = process.cpuUsage()
  const { legs } = plan({ buyFlag: true, qty: qty(contracts * ONE), members })
  const { user, system } = process.cpuUsage(began)
  return { legs: legs.length, ms: (user + system) / 1_000 }
}

const membersOf = (run: number): Members => Array.from({ length: MEMBERS }, (_, n) => memberOf(n, run))

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

const levelOf = (at: number, seed: number): Level => ({
  price: at as Price,
  qty: qty((50 + ((seed * 37) % 151)) * ONE),
})

export const planningText = ({ first, plans }: PlanningFigures): string => {
  const figures = textTable(
    ['ten members on both exchanges, 400 levels each', 'legs', 'p50 ms', 'p99 ms'],
    plans.map(({ what, legs, p50, p99 }) => [what, String(legs), p50.toFixed(2), p99.toFixed(2)]),
  )
  const fresh = `The very first plan of a process, half of all books: ${first.toFixed(0)} ms.`
  return `${figures}\n\n${fresh}`
}
