/** Events of a stage, known from the markets that name them. */

import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { eventIdOf } from '#domain/markets/market-event.ts'

export interface StagedEvents {
  /** Row of the event of a market, made or updated; null for a market without an event. */
  idOf(market: Market): number | null
  /** Updates the sums of all events, and removes events without markets. */
  sum(): void
}

interface Known {
  readonly id: number
  /** Fields of its row without the begin, as one text. */
  readonly text: string
  readonly startsAt: Millis | null
}

export const stagedEvents = (database: DatabaseSync): StagedEvents => {
  const put = database.prepare(PUT)
  const known = new Map<string, Known>()

  return {
    idOf: (market) => {
      const { event, exchange, category, startsAt } = market
      if (event === null) return null
      const name = eventIdOf({ exchange, nativeId: event.nativeId })
      const text = JSON.stringify([event.title, event.imageUrl, category])
      const before = known.get(name)
      if (before?.text === text && !isEarlier(startsAt, before.startsAt)) return before.id
      const { nativeId, title, imageUrl } = event
      const { id } = v.parse(ROW, put.get(exchange, nativeId, title, imageUrl, category, startsAt))
      known.set(name, {
        id,
        text,
        startsAt: isEarlier(startsAt, before?.startsAt ?? null) ? startsAt : (before?.startsAt ?? null),
      })
      return id
    },

    sum: () => {
      database.exec(SUM)
      known.clear()
    },
  }
}

/** True if the market changes the row: the event begins with its first market. */
const isEarlier = (startsAt: Millis | null, known: Millis | null): boolean =>
  startsAt !== null && (known === null || startsAt < known)

const ROW = v.object({ id: v.number() })

/** The event begins with its first market. */
const PUT = `
  INSERT INTO event (exchange, native_id, title, image_url, category, starts_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (native_id, exchange) DO UPDATE SET
    title = excluded.title, image_url = excluded.image_url, category = excluded.category,
    starts_at = min(coalesce(starts_at, excluded.starts_at), coalesce(excluded.starts_at, starts_at))
  RETURNING id`

const SUM = `
  BEGIN;
  DELETE FROM event WHERE id NOT IN (SELECT event FROM market WHERE event IS NOT NULL);
  UPDATE event SET
    ends_at = sums.ends_at, volume = sums.volume, markets = sums.markets,
    active = sums.active, inactive = sums.inactive, closed = sums.closed
  FROM (
    SELECT event, max(expires_at) AS ends_at, sum(volume) AS volume, count(*) AS markets, sum(status = 'active') AS active,
      sum(status = 'inactive') AS inactive, sum(status = 'closed') AS closed
    FROM market WHERE event IS NOT NULL GROUP BY event
  ) AS sums WHERE sums.event = event.id;
  COMMIT;
`
