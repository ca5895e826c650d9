/** Cash that resting orders hold back, by account and shard. */

import { addHeld, createHolding, dropHeld, type Holding, reweighHeld, suspended } from '../matching/collateral.ts'
import type { EngineOrder } from './engine-state.ts'
import { entryOf } from './entry-of.ts'

/** Facts of the ledger that decide how much an order holds. */
interface Facts {
  readonly netOf: (account: string, market: string) => number
  readonly shardOf: (market: string) => number
  /** Fees that the order reserves while it rests. */
  readonly feesOf: (order: EngineOrder) => number
}

export class HeldCash {
  readonly #facts: Facts
  readonly #holdings = new Map<string, { readonly holding: Holding; held: number }>()
  readonly #perShard = new Map<string, number>()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  onShard(account: string, shard: number): number {
    return this.#perShard.get(`${account}|${shard}`) ?? 0
  }

  add(order: EngineOrder): void {
    addHeld(this.#of(order.account, order.market).holding, order, this.#facts.feesOf(order))
    this.recount(order.account, order.market)
  }

  drop(order: EngineOrder): void {
    dropHeld(this.#of(order.account, order.market).holding, order)
    this.recount(order.account, order.market)
  }

  /** Follows a change of the order's remaining size. */
  reweigh(order: EngineOrder): void {
    reweighHeld(this.#of(order.account, order.market).holding, order, this.#facts.feesOf(order))
    this.recount(order.account, order.market)
  }

  /** Follows a change of the position. */
  recount(account: string, market: string): void {
    const place = this.#of(account, market)
    const held = suspended(place.holding, this.#facts.netOf(account, market))
    const shard = this.#facts.shardOf(market)
    this.#perShard.set(`${account}|${shard}`, this.onShard(account, shard) + held - place.held)
    place.held = held
  }

  /** Additional cash that the order would hold if it rested too. */
  extraOf(order: EngineOrder, fees: number): number {
    const { holding, held } = this.#of(order.account, order.market)
    addHeld(holding, order, fees)
    const after = suspended(holding, this.#facts.netOf(order.account, order.market))
    dropHeld(holding, order)
    return after - held
  }

  #of(account: string, market: string) {
    return entryOf(this.#holdings, `${account}|${market}`, () => ({ holding: createHolding(), held: 0 }))
  }
}
