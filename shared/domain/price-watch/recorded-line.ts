/** The lines of a recording; docs/guides/record-and-replay.md describes the format. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { HOUR, type Millis } from '../kernel/time.ts'
import type { Depth, Level } from '../markets/depth.ts'
import type { Market } from '../markets/market.ts'

/** Raised if a reader of the present format would misunderstand the new one. */
export const RECORDING_FORMAT = 1

/** Price and quantity in millionths. In changed levels, quantity 0 removes the level. */
export type RecordedLevel = readonly [price: number, qty: number]

interface Common {
  /** When the service received it. */
  readonly at: Millis
  /** Names the run of the price watch that wrote it. */
  readonly run: string
}

interface OfMarket extends Common {
  /** `svc_id`. */
  readonly market: number
  /** The exchange's own time. */
  readonly time: Millis
  /** The exchange's own number of the message; absent if it has none. */
  readonly seq?: number
}

interface Levels {
  readonly bids: readonly RecordedLevel[]
  readonly asks: readonly RecordedLevel[]
}

export type RecordedLine =
  /** Begins a run, and each hour of it. `first`: this process has not recorded before. */
  | (Common & {
      readonly type: 'run'
      readonly format: number
      readonly exchange: ExchangeName
      readonly first: boolean
    })
  | (Common & { readonly type: 'market'; readonly record: Market })
  | (OfMarket & Levels & { readonly type: 'book' })
  | (OfMarket & Levels & { readonly type: 'levels' })
  | (OfMarket & {
      readonly type: 'trade'
      readonly trade: string
      readonly price: number
      readonly qty: number
      /** Side of the taker in YES terms; null if the exchange does not give it. */
      readonly taker: 'buy' | 'sell' | null
      readonly block?: true
    })
  | (OfMarket & {
      readonly type: 'quote'
      readonly state: 'open' | 'paused' | 'closed'
      readonly bid: RecordedLevel | null
      readonly ask: RecordedLevel | null
      readonly last: number | null
      readonly last_time: Millis | null
    })
  /** Something was missed since `since`: in these markets, or in all if null. Books are whole again from their next `book` line. */
  | (Common & {
      readonly type: 'gap'
      readonly markets: readonly number[] | null
      readonly missing: 'all' | 'trades'
      readonly since: Millis
      readonly reason: string
    })
  | (Common & { readonly type: 'end' })

/** A line without the fields that its run adds. */
export type LineOf<Type extends RecordedLine['type']> = Omit<Extract<RecordedLine, { type: Type }>, keyof Common>

/** Name of the hour, in UTC: `2026-11-29T09`. */
export const hourOf = (at: Millis): string => new Date(Math.floor(at / HOUR) * HOUR).toISOString().slice(0, 13)

const pairs = (levels: readonly Level[]): readonly RecordedLevel[] => levels.map(({ price, qty }) => [price, qty])

/** Returns all levels. */
export const wholeBook = ({ bids, asks }: Depth): Levels => ({ bids: pairs(bids), asks: pairs(asks) })

/** Returns the levels that differ; null if none does. */
export const changedLevels = (before: Depth, after: Depth): Levels | null => {
  const bids = changedSide(before.bids, after.bids)
  const asks = changedSide(before.asks, after.asks)
  return bids.length + asks.length === 0 ? null : { bids, asks }
}

const changedSide = (before: readonly Level[], after: readonly Level[]): readonly RecordedLevel[] => {
  const left = new Map<number, number>(before.map(({ price, qty }) => [price, qty]))
  const changed: RecordedLevel[] = []
  for (const { price, qty } of after) {
    if (left.get(price) !== qty) changed.push([price, qty])
    left.delete(price)
  }
  return [...changed, ...[...left.keys()].map((price): RecordedLevel => [price, 0])]
}
