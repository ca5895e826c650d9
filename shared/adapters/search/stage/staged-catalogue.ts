/** The catalogue as the sync reads and changes it, in the tables and packs of a stage. */

import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { SEARCHABLE_FOR } from '#domain/markets/market-retention.ts'
import { hasVolumeMoved } from '#domain/markets/volume-moved.ts'
import { type Catalogue, type ListingProgress, NOTHING_LISTED } from '#ports/markets/catalogue.ts'
import { lineOf, marketIn, textIn, textOf } from '../snapshot/market-line.ts'
import type { Packs } from '../snapshot/packs.ts'
import { identifierHash, identifiersOf, indexedIdentifiersOf } from '../snapshot/snapshot-format.ts'
import { packMarkets, type Unpacked } from './pack-markets.ts'
import { stagedEvents } from './staged-events.ts'

export interface StagedCatalogue extends Catalogue {
  /** Puts into packs what was changed since the last time. */
  pack(): void
  /** How many markets were put into the word index or taken out of it since the last call. */
  wordChanges(): number
  /** Brings the sums of all events up to date, and removes those without markets. */
  sumEvents(): void
}

/** Lines that wait for their pack: so many that packs are made of what belongs together, so few that they fit into memory. */
const MOST_UNPACKED = 10_000

export const stagedCatalogue = (database: DatabaseSync, packs: Packs): StagedCatalogue => {
  const sql = statements(database)
  const events = stagedEvents(database)
  const unpacked = new Map<number, Unpacked>()
  /** Those of them whose words are not in the word index yet. */
  const unindexed = new Set<number>()
  let wordChanges = 0
  /** What each text was when a walk began, so that no pack has to be read to see that a market is the same. */
  let prints: Map<number, number> | null = null

  /** By svc_id: an index of the table would make the snapshot larger. */
  const ids = new Map(Array.from(sql.ids.iterate(), ({ svc_id, id }) => [Number(svc_id), Number(id)]))

  const rowOf = (svcId: number): MarketRow | null => {
    const id = ids.get(svcId)
    return id === undefined ? null : v.parse(MARKET_ROW, sql.find.get(id))
  }
  const lineAt = ({ id, pack, slot }: Pick<MarketRow, 'id' | 'pack' | 'slot'>): string =>
    unpacked.get(id)?.line ?? packs.read(pack ?? -1)[slot ?? -1] ?? ''
  const marketAt = (row: MarketRow): Market => marketIn(lineAt(row))

  const isSameText = (row: MarketRow, text: string): boolean => {
    const print = unpacked.has(row.id) ? undefined : prints?.get(row.id)
    return print === undefined ? textIn(lineAt(row)) === text : print === printOf(text)
  }

  const note = (row: Pick<MarketRow, 'id' | 'pack' | 'slot'>, market: Market, hasNewWords: boolean): void => {
    if (hasNewWords) unindexed.add(row.id)
    unpacked.set(row.id, { ...row, line: lineOf(market), market })
    prints?.delete(row.id)
    if (unpacked.size >= MOST_UNPACKED) pack()
  }
  const pack = (): void => {
    // In the order of the ids, because the word index is written out each time that one is smaller than the one before.
    for (const id of [...unindexed].sort((one, other) => one - other)) {
      const market = unpacked.get(id)?.market
      if (market !== undefined) sql.putWords.run(id, market.name, market.tags.join(' '), market.description)
    }
    wordChanges += unindexed.size
    unindexed.clear()
    packMarkets(database, packs, [...unpacked.values()])
    unpacked.clear()
  }

  const add = (market: Market, walk: number, now: Millis): boolean => {
    const closedAt = market.status === 'closed' ? Math.min(now, market.expiresAt ?? now) : null
    const willOpen = (market.opensAt ?? 0) > now
    // It was never seen open, and has been over for too long to be found.
    if (closedAt !== null && !willOpen && now - closedAt >= SEARCHABLE_FOR) return false
    const { svcId, exchange, status, category, expiresAt, volume24h } = market
    const values = [
      svcId,
      exchange,
      status,
      category,
      expiresAt,
      volume24h,
      closedAt,
      askAt(market, now),
      walk,
      events.idOf(market),
    ] as const
    const id = Number(sql.insert.run(...values).lastInsertRowid)
    ids.set(svcId, id)
    for (const identifier of indexedIdentifiersOf(market)) sql.addIdentifier.run(identifierHash(identifier), id)
    note({ id, pack: null, slot: null }, market, true)
    return true
  }

  const change = (row: MarketRow, market: Market, now: Millis): void => {
    const before = marketAt(row)
    const since = before.status === 'closed' ? row.closed_at : now
    const closedAt = market.status === 'closed' ? (since ?? now) : null
    const { status, category, expiresAt, volume24h } = market
    const event = events.idOf(market)
    sql.change.run(status, category, expiresAt, volume24h, closedAt, askAt(market, now), event, row.id)
    const [old, next] = [indexedIdentifiersOf(before), indexedIdentifiersOf(market)]
    for (const one of old) if (!next.includes(one)) sql.dropIdentifier.run(identifierHash(one), row.id)
    for (const one of next) if (!old.includes(one)) sql.addIdentifier.run(identifierHash(one), row.id)
    note(row, market, unindexed.has(row.id) || wordsOf(before) !== wordsOf(market))
  }

  const together = <Value>(act: () => Value): Value => {
    database.exec('BEGIN')
    const value = act()
    database.exec('COMMIT')
    return value
  }

  return {
    pack,
    sumEvents: () => events.sum(),
    wordChanges: () => {
      const changes = wordChanges
      wordChanges = 0
      return changes
    },

    progress: (exchange) => {
      const found = sql.progress.get(exchange)
      return found === undefined ? NOTHING_LISTED : v.parse(PROGRESS, JSON.parse(String(found['progress'])))
    },
    follow: (exchange, progress) => void sql.follow.run(exchange, JSON.stringify(progress)),

    take: (markets, { walk, now, onCollision }) =>
      together(() =>
        markets.filter((market) => {
          const row = rowOf(market.svcId)
          if (row === null) return add(market, walk, now)
          if (row.walk !== walk) sql.see.run(walk, row.id)
          const isSame = isSameText(row, textOf(market))
          if (isSame && !hasVolumeMoved(row.volume, market.volume24h)) return false
          const known = isSame ? null : marketAt(row)
          if (known !== null && (known.nativeId !== market.nativeId || known.exchange !== market.exchange)) {
            onCollision?.(market, known)
            return false
          }
          change(row, market, now)
          return true
        }),
      ),

    beginWalk: () => {
      prints = new Map()
      for (const row of sql.packed.iterate()) {
        const { id, pack, slot } = v.parse(PLACE, row)
        prints.set(id, printOf(textIn(lineAt({ id, pack, slot }))))
      }
    },

    get: (svcId) => {
      const row = rowOf(svcId)
      return row === null ? null : marketAt(row)
    },
    unseen: (exchange, walk, most) =>
      v.parse(MARKET_ROWS, sql.unseen.all(exchange, walk, most)).map((row) => marketAt(row)),
    changing: (exchange, until, most) =>
      v.parse(MARKET_ROWS, sql.changing.all(exchange, until, most)).map((row) => marketAt(row)),
    asked: (svcIds, walk) =>
      together(() => {
        for (const svcId of svcIds) sql.asked.run(walk, ids.get(svcId) ?? null)
      }),
    ended: (before, now, most) => v.parse(SVC_IDS, sql.ended.all(before, now, most)).map(({ svc_id }) => svc_id),
    retain: (svcIds) =>
      together(() => {
        for (const svcId of svcIds) sql.retain.run(ids.get(svcId) ?? null)
      }),
    forget: (svcIds) =>
      together(() => {
        const rows = svcIds.flatMap((svcId) => rowOf(svcId) ?? [])
        for (const row of rows.sort((one, other) => one.id - other.id)) {
          // Also those that only earlier versions kept.
          for (const identifier of identifiersOf(marketAt(row)))
            sql.dropIdentifier.run(identifierHash(identifier), row.id)
          sql.dropWords.run(row.id)
          wordChanges += 1
          sql.drop.run(row.id)
          ids.delete(row.svc_id)
          unpacked.delete(row.id)
          unindexed.delete(row.id)
          prints?.delete(row.id)
        }
      }),
  }
}

/** When the clock changes the market without a word from its exchange: it opens or closes then. */
const askAt = ({ status, opensAt, expiresAt }: Market, now: Millis): Millis | null => {
  const at = status === 'active' ? expiresAt : opensAt
  return at !== null && at > now ? at : null
}

const wordsOf = ({ name, tags, description }: Market): string => [name, ...tags, description].join('\n')

const printOf = (text: string): number => hash('md5', text, 'buffer').readUIntBE(0, 6)

const statements = (database: DatabaseSync) => ({
  ids: database.prepare('SELECT svc_id, id FROM market'),
  find: database.prepare('SELECT * FROM market WHERE id = ?'),
  insert: database.prepare('INSERT INTO market VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, NULL, NULL, ?)'),
  change: database.prepare(
    'UPDATE market SET status = ?, category = ?, expires_at = ?, volume = ?, closed_at = ?, ask_at = ?, event = ? WHERE id = ?',
  ),
  see: database.prepare('UPDATE market SET walk = ? WHERE id = ?'),
  asked: database.prepare('UPDATE market SET ask_at = NULL, walk = ? WHERE id = ?'),
  retain: database.prepare('UPDATE market SET named = 1 WHERE id = ?'),
  drop: database.prepare('DELETE FROM market WHERE id = ?'),
  addIdentifier: database.prepare('INSERT INTO identifier VALUES (?, ?) ON CONFLICT DO NOTHING'),
  dropIdentifier: database.prepare('DELETE FROM identifier WHERE hash = ? AND id = ?'),
  putWords: database.prepare('INSERT OR REPLACE INTO word (rowid, name, tags, description) VALUES (?, ?, ?, ?)'),
  dropWords: database.prepare('DELETE FROM word WHERE rowid = ?'),
  progress: database.prepare('SELECT progress FROM listing WHERE exchange = ?'),
  follow: database.prepare('INSERT OR REPLACE INTO listing VALUES (?, ?)'),
  packed: database.prepare('SELECT id, pack, slot FROM market ORDER BY pack, slot'),
  unseen: database.prepare(
    `SELECT * FROM market WHERE exchange = ? AND status = 'active' AND walk < ? ORDER BY pack, slot LIMIT ?`,
  ),
  changing: database.prepare(
    'SELECT * FROM market WHERE id IN (SELECT id FROM market WHERE exchange = ? AND ask_at <= ? ORDER BY ask_at LIMIT ?) ORDER BY pack, slot',
  ),
  ended: database.prepare(
    `SELECT svc_id FROM market WHERE status = 'closed' AND closed_at < ? AND named = 0
     AND (ask_at IS NULL OR ask_at < ?) ORDER BY pack, slot LIMIT ?`,
  ),
})

type MarketRow = v.InferOutput<typeof MARKET_ROW>
const MARKET_ROW = v.object({
  id: v.number(),
  svc_id: v.number(),
  volume: v.number(),
  closed_at: v.nullable(v.number()),
  walk: v.number(),
  pack: v.nullable(v.number()),
  slot: v.nullable(v.number()),
})
const MARKET_ROWS = v.array(MARKET_ROW)
const PLACE = v.pick(MARKET_ROW, ['id', 'pack', 'slot'])
const SVC_IDS = v.array(v.object({ svc_id: v.number() }))

const whole = v.number()
const PROGRESS: v.GenericSchema<unknown, ListingProgress> = v.object({
  changesUntil: v.nullable(whole),
  walk: whole,
  walking: v.nullable(v.object({ beganAt: whole, cursor: v.nullable(v.string()), hasFailed: v.boolean() })),
  walkedAt: v.nullable(whole),
  namedAt: v.nullable(whole),
})
