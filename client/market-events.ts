/** Events of a stream about markets: typed, and each trade once. */

import type { components } from './openapi-types.ts'

type Schemas = components['schemas']

interface Reported<Name extends string, Type extends string, Data> {
  /** Such as `quotes:71`. */
  readonly channel: `${Name}:${number}`
  readonly type: Type
  /** When the service said it. */
  readonly timestamp: string
  /** True for the present state at the beginning; false for a change. Quotes and books are whole in any case. */
  readonly snapshot: boolean
  /** Why the data may be old, or trading is not possible; null while neither holds. */
  readonly message: string | null
  readonly data: Data
}

export type QuoteEvent = Reported<'quotes', 'quote', Schemas['Quote']>
/** `data` is null while no book is known. */
export type BookEvent = Reported<'book', 'book', Schemas['Orderbook'] | null>
/** Newest first. `data` is null while no tape is known. */
export type TradesEvent = Reported<'trades', 'trades', Schemas['GetTradesReply'] | null>

/** Events about markets. */
export type MarketEvent = QuoteEvent | BookEvent | TradesEvent

/** Trades of one channel whose ids are remembered. */
const REMEMBERED = 500

const TYPES: ReadonlySet<unknown> = new Set(['quote', 'book', 'trades'])

/** True if a message of a stream is about a market. */
export const isMarketEvent = (message: { readonly type?: unknown }): message is MarketEvent => TYPES.has(message.type)

/** Leaves out trades that were sent before; null if none is left. A snapshot is whole. */
export const onceEach = (): ((event: MarketEvent) => MarketEvent | null) => {
  const known = new Map<string, Set<string>>()
  const words = new Map<string, string | null>()
  return (event) => {
    const before = words.get(event.channel)
    words.set(event.channel, event.message)
    if (event.type !== 'trades' || event.data === null) return event
    const ids = known.get(event.channel) ?? new Set()
    known.set(event.channel, ids)
    const fresh = event.data.trades.filter(({ trade_id: id }) => !ids.has(id))
    for (const { trade_id: id } of fresh.toReversed()) ids.add(id)
    for (const id of [...ids].slice(0, Math.max(0, ids.size - REMEMBERED))) ids.delete(id)
    if (event.snapshot) return event
    if (fresh.length === 0 && before === event.message) return null
    return { ...event, data: { ...event.data, trades: fresh } }
  }
}
