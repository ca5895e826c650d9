/**
 * Facts that only the series of a market has: category, tags and fees. All series are 16 MB in one call, so only a
 * process that lists many markets reads them all, once. Later it reads changed series, and single new ones. Any other
 * process reads single series.
 */

import * as v from 'valibot'
import { DAY, HOUR, MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { allPages } from '../http/all-pages.ts'
import type { Client } from '../http/client.ts'
import { WireOneSeries, WireSeries, WireSeriesPage } from '../http/wire.ts'

/** Reads missing series, and returns the series of each event; null for an event of no known series. */
export type KnownSeries = (
  events: readonly EventOfSeries[],
  signal: AbortSignal,
) => Promise<(event: EventOfSeries) => WireSeries | null>

interface EventOfSeries {
  readonly eventTicker: string
  /** Ticker in the event; null if the event was not read. */
  readonly seriesTicker: string | null
}

/** Most series of unknown name that are read one by one. With more of them, all are read. */
const MOST_REQUESTED = 20

/** All series in one answer were 15.9 MB in September 2026, and grew by a tenth in a month (Kalshi live reference, section 5.2). */
const MOST_BYTES = 64 * 1024 * 1024

export const knownSeries = (client: Client, clock: Clock): KnownSeries => {
  const series = new Map<string, WireSeries>()
  /** Series that were read by name and are not there. */
  const missing = new Set<string>()
  /** Time at which all series were read; null while only single ones were. */
  let wholeAt: Millis | null = null
  let changesAt: Millis = clock()

  const readAll = async (since: Millis | null, signal: AbortSignal): Promise<void> => {
    const now = clock()
    const changed = since === null ? {} : { min_updated_ts: Math.floor(since / SECOND) }
    const path = '/series'
    // The specification has no paging here, but a cursor has been seen, and is followed (section 5.5).
    const rows = await allPages(path, async (cursor) => {
      const call = { path, query: { ...changed, cursor }, cost: 10, mostBytes: MOST_BYTES }
      const page = await client.read(null, call, WireSeriesPage, signal)
      return { rows: page.series ?? [], cursor: page.cursor }
    })
    for (const raw of rows) {
      const reading = v.safeParse(WireSeries, raw)
      if (reading.success) series.set(reading.output.ticker, reading.output)
    }
    changesAt = now
    if (since === null) wholeAt = now
    missing.clear()
  }

  const seriesOf = ({ eventTicker, seriesTicker }: EventOfSeries): WireSeries | null => {
    if (seriesTicker !== null) return series.get(seriesTicker) ?? null
    // The ticker of an event starts with the ticker of its series (reference, section 5).
    const parts = eventTicker.split('-')
    for (let length = parts.length; length > 0; length -= 1) {
      const found = series.get(parts.slice(0, length).join('-'))
      if (found !== undefined) return found
    }
    return null
  }

  const unknownAmong = (events: readonly EventOfSeries[]): readonly string[] => {
    const names = events.flatMap((event) =>
      seriesOf(event) === null ? [event.seriesTicker ?? event.eventTicker.split('-')[0] ?? ''] : [],
    )
    return [...new Set(names)].filter((name) => name !== '' && !missing.has(name))
  }

  /** Reads old series again: the changes of all, or single series when they are needed. */
  const refresh = async (signal: AbortSignal): Promise<void> => {
    const now = clock()
    if (wholeAt !== null && now - wholeAt >= DAY) return readAll(null, signal)
    if (now - changesAt < HOUR) return
    if (wholeAt !== null) return readAll(changesAt - MINUTE, signal)
    series.clear()
    missing.clear()
    changesAt = now
  }

  return async (events, signal) => {
    await refresh(signal)
    const unknown = unknownAmong(events)
    if (unknown.length > MOST_REQUESTED) await readAll(null, signal)
    else
      for (const name of unknown) {
        const call = { path: `/series/${encodeURIComponent(name)}`, cost: 10 }
        const found = await client.find(null, call, WireOneSeries, signal)
        if (found === null) missing.add(name)
        else series.set(found.series.ticker, found.series)
      }
    return seriesOf
  }
}
