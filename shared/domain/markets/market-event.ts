/** An event: one occurrence, such as one match, with one or several markets on how it ends. */

import { EXCHANGE_NAMES, type ExchangeName } from '../kernel/exchange-name.ts'
import type { Money } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { Category, EventOfMarket, Market } from './market.ts'

/** An event by its markets, as far as the catalogue has them. */
export interface MarketEvent extends EventOfMarket {
  readonly exchange: ExchangeName
  readonly category: Category
  /** Start of trading in its first market, and end in its last; null if no market has one. */
  readonly startsAt: Millis | null
  readonly endsAt: Millis | null
  readonly marketCount: number
  /** Volume of all its markets together, in 1e-6 dollars. */
  readonly volume24h: Money
}

/** An event of a list, with its most traded markets that match the list's status. */
export interface ListedEvent extends MarketEvent {
  readonly topMarkets: readonly Market[]
}

/** Names an event at its exchange. */
export interface EventRef {
  readonly exchange: ExchangeName
  readonly nativeId: string
}

/** The identifier of an event on our interface: `<exchange name>:<native id>`. */
export const eventIdOf = ({ exchange, nativeId }: EventRef): string => `${exchange}:${nativeId}`

/** The event an identifier names; null for a text that no exchange can have made. */
export const eventRefOf = (eventId: string): EventRef | null => {
  const exchange = EXCHANGE_NAMES.find((name) => eventId.startsWith(`${name}:`))
  if (exchange === undefined) return null
  const nativeId = eventId.slice(exchange.length + 1)
  return nativeId === '' ? null : { exchange, nativeId }
}
