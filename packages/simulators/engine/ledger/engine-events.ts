/** Events of the engine, in their order, for streams. Events are dropped while no stream listens. */

import type { EngineFill, EngineOrder, EnginePosition, EngineTrade } from './engine-state.ts'

/** Why an order changed; null: its owner placed or cancelled it. */
export type OrderChange =
  | 'trade'
  | 'amended'
  | 'decreased'
  | 'expired'
  | 'self_trade'
  | 'market_closed'
  | 'market_resolved'
  | 'halted'
  | 'post_only_cross'
  | 'nothing_to_reduce'
  | 'settlement_bounds'
  | null

export type EngineEvent =
  /** The size resting at a price changed by `delta`; `account` and `identity` are of the order that did it. */
  | {
      readonly kind: 'level'
      readonly market: string
      readonly buyFlag: boolean
      readonly price: number
      readonly delta: number
      readonly order: string
      readonly account: string
      readonly identity: string | null
    }
  | { readonly kind: 'trade'; readonly trade: EngineTrade }
  /** `net` is the position after it. */
  | { readonly kind: 'fill'; readonly fill: EngineFill; readonly identity: string | null; readonly net: number }
  /** `isNew`: it has just arrived. */
  | { readonly kind: 'order'; readonly order: EngineOrder; readonly change: OrderChange; readonly isNew: boolean }
  | { readonly kind: 'position'; readonly position: EnginePosition }

export interface EngineEvents {
  /** True if a stream listens; set by the function that drains. */
  isReceived: boolean
  readonly report: (event: EngineEvent) => void
  /** Events since the last call. */
  readonly drain: () => EngineEvent[]
}

export const createEngineEvents = (): EngineEvents => {
  let reported: EngineEvent[] = []
  const events: EngineEvents = {
    isReceived: false,
    report: (event) => {
      if (!events.isReceived) return
      const last = reported.at(-1)
      // An order that gives up a part of its place leaves and comes back at the same price: one change of the level.
      if (event.kind === 'level' && last?.kind === 'level' && last.order === event.order && isSameLevel(last, event)) {
        reported.pop()
        const delta = last.delta + event.delta
        if (delta !== 0) reported.push({ ...event, delta })
        return
      }
      reported.push(event)
    },
    drain: () => {
      const drained = reported
      reported = []
      return drained
    },
  }
  return events
}

type Level = Extract<EngineEvent, { kind: 'level' }>

const isSameLevel = (one: Level, other: Level): boolean =>
  one.market === other.market && one.buyFlag === other.buyFlag && one.price === other.price
