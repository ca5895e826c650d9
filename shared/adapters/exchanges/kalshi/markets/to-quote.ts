/** What Kalshi shows of a market now, as a quote. */

import { fromDecimal } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeQuote, Level } from '#ports/market-data-source.ts'
import type { WireQuote } from '../http/wire.ts'
import { toPrice, toQty } from '../http/wire-values.ts'

/** What a market shows now; `trades` says whether the exchange trades on its shard at all. */
export const toQuote = (wire: WireQuote, trades: boolean, fetchedAt: Millis): ExchangeQuote => ({
  nativeId: wire.ticker,
  state: stateOf(wire.status, trades),
  bid: toTouch('yes_bid', wire.yes_bid_dollars, wire.yes_bid_size_fp),
  ask: toTouch('yes_ask', wire.yes_ask_dollars, wire.yes_ask_size_fp),
  // A price of 0 stands for no trade at all: no price grid has it.
  lastPrice: wire.last_price_dollars ? toPrice('last_price_dollars', wire.last_price_dollars) || null : null,
  tradeMark: wire.volume_fp ?? '',
  fetchedAt,
})

/** An unknown status does not end a market. It counts as paused, so that its prices trigger nothing. */
const stateOf = (status: string, trades: boolean): ExchangeQuote['state'] => {
  if (OVER.has(status)) return 'closed'
  return status === 'active' && trades ? 'open' : 'paused'
}

/** Statuses after the close (reference, section 12). */
const OVER: ReadonlySet<string> = new Set(['closed', 'determined', 'disputed', 'amended', 'finalized'])

/** A level exists only where its size is above 0; sizes below 0 have been seen after the close (section 5.1). */
const toTouch = (field: string, at: string | null | undefined, size: string | null | undefined): Level | null => {
  const millionths = fromDecimal(size ?? '0')
  if (!at || (millionths !== null && millionths <= 0)) return null
  return { price: toPrice(`${field}_dollars`, at), qty: toQty(`${field}_size_fp`, size ?? '0') }
}
