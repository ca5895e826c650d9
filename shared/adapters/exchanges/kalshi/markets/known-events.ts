/**
 * Facts that only the event of a market has: its title, the name of its series, and its own fees. Events are read by
 * name, many in one call, and kept for an hour.
 */

import * as v from 'valibot'
import { chunked } from '#domain/kernel/chunked.ts'
import { HOUR, type Millis } from '#domain/kernel/time.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import type { Client } from '../http/client.ts'
import { WireEvent, WireEventPage } from '../http/wire.ts'

/** Reads missing events, and returns all by their tickers; null for an event that the exchange does not show now. */
export type KnownEvents = (
  eventTickers: readonly string[],
  signal: AbortSignal,
) => Promise<(eventTicker: string) => WireEvent | null>

/** The list takes names separated by commas (reference, section 5.5). A hundred names keep the address short. */
const NAMES_AT_ONCE = 100
const MOST_KEPT = 60_000

export const knownEvents = (client: Client, clock: Clock, onSkip: OnSkip): KnownEvents => {
  /** Null for an event that was read and is not there. */
  const known = new Map<string, { readonly event: WireEvent | null; readonly readAt: Millis }>()

  const read = async (tickers: readonly string[], signal: AbortSignal): Promise<void> => {
    const readAt = clock()
    const query = { tickers: tickers.join(','), limit: NAMES_AT_ONCE }
    const { events } = await client.read(null, { path: '/events', query, cost: 10 }, WireEventPage, signal)
    const found = new Map(
      events.flatMap((raw) => {
        const reading = v.safeParse(WireEvent, raw)
        return reading.success ? [[reading.output.event_ticker, reading.output] as const] : []
      }),
    )
    if (known.size + tickers.length > MOST_KEPT) known.clear()
    for (const ticker of tickers) known.set(ticker, { event: found.get(ticker) ?? null, readAt })
  }

  const readAll = async (missing: readonly string[], signal: AbortSignal): Promise<void> => {
    for (const tickers of chunked(missing, NAMES_AT_ONCE)) await read(tickers, signal)
  }

  return async (eventTickers, signal) => {
    const now = clock()
    const missing = [...new Set(eventTickers)].filter((ticker) => {
      const readAt = known.get(ticker)?.readAt
      return ticker !== '' && (readAt === undefined || now - readAt >= HOUR)
    })
    // Markets are listed without facts of their events rather than not at all.
    await readAll(missing, signal).catch(ifUnavailable(({ message }) => onSkip('events', message)))
    return (ticker) => known.get(ticker)?.event ?? null
  }
}
