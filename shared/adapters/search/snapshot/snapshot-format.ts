/** What a snapshot holds: the tables of its index, and how markets are packed. A change of them raises `FORMAT`. */

import { hash } from 'node:crypto'
import type { Market } from '#domain/markets/market.ts'

export const FORMAT = 4

/**
 * `word` holds no text of its own (the texts are in the packs), which halves it. No `prefix` index: the beginning of a word is
 * found quickly enough without one. And no index by volume: to sort is quicker where it matters, far down the list
 * (docs/decisions/0034).
 *
 * The last columns of `market` are for the sync: when a closed market was closed, when to ask for it again because the clock changes
 * it, the walk that saw it last, whether something names it, and where its text is. The very last one, the event, is for the search.
 * `listing` tells how far each exchange was read.
 *
 * The sums of `event` are of the moment at which the snapshot was made. Its index is for the beginning of a name.
 */
export const TABLES = `
  CREATE TABLE listing (exchange TEXT PRIMARY KEY, progress TEXT NOT NULL);
  CREATE TABLE pack (id INTEGER PRIMARY KEY, tidy INTEGER NOT NULL);
  CREATE TABLE market (
    id INTEGER PRIMARY KEY, svc_id INTEGER NOT NULL, exchange TEXT NOT NULL, status TEXT NOT NULL,
    category TEXT NOT NULL, expires_at INTEGER, volume INTEGER NOT NULL,
    closed_at INTEGER, ask_at INTEGER, walk INTEGER NOT NULL, named INTEGER NOT NULL, pack INTEGER, slot INTEGER,
    event INTEGER
  );
  CREATE TABLE identifier (hash INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (hash, id)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE word USING fts5 (
    name, tags, description, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TABLE event (
    id INTEGER PRIMARY KEY, exchange TEXT NOT NULL, native_id TEXT NOT NULL, title TEXT NOT NULL, image_url TEXT,
    category TEXT NOT NULL, starts_at INTEGER, ends_at INTEGER, volume INTEGER NOT NULL DEFAULT 0,
    markets INTEGER NOT NULL DEFAULT 0, active INTEGER NOT NULL DEFAULT 0, inactive INTEGER NOT NULL DEFAULT 0,
    closed INTEGER NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX event_name ON event (native_id, exchange);
  CREATE INDEX event_market ON market (event) WHERE event IS NOT NULL;
`

/** How much a word counts in name, tags and description. */
export const WEIGHTS = '10.0, 4.0, 1.0'

/** Markets whose texts are packed together: what one market repeats of its neighbours costs nothing. A place in a pack has 8 bits. */
export const PACK_SIZE = 224

/** What a market may be asked for by exactly, besides its svc_id, which is a column. */
export const identifiersOf = (market: Market): readonly string[] => [
  ...new Set(
    [market.ticker, market.conditionId, market.slug].flatMap((id) => (id === null ? [] : [identifierText(id)])),
  ),
]

/**
 * Those of them that the index keeps. A long id that names the market at its exchange is found by the svc_id, which follows from it: a look
 * at all markets is quick enough for a question that hardly anybody types.
 */
export const indexedIdentifiersOf = (market: Market): readonly string[] =>
  identifiersOf(market).filter((identifier) => !(isLongId(identifier) && identifier === market.nativeId))

/** 256 bits as EXCHANGE_B writes them. */
export const isLongId = (text: string): boolean => /^0x[0-9a-f]{64}$/.test(text)

/** Identifiers are compared without regard to case. */
export const identifierText = (text: string): string => text.trim().toLowerCase()

/** 32 bits. Two identifiers may share them: a look-up compares the texts. */
export const identifierHash = (identifier: string): number => hash('sha256', identifier, 'buffer').readUInt32BE(0)
