/** Tables of the index of a snapshot, and the packing of markets. Any change raises `FORMAT`. */

import { hash } from 'node:crypto'
import type { Market } from '#domain/markets/market.ts'

export const FORMAT = 4

/**
 * `word` stores no texts, because the packs have them: that halves it. It has no `prefix` index, because the beginning of a word is found quickly
 * enough without one. There is no index by volume: sorting is faster far down the list (docs/decisions/0034).
 *
 * The last columns of `market` are for the sync: the close of a closed market, the next time that the clock changes it, its last full scan, whether
 * a stored object names it, and the place of its text. The very last one, the event, is for the search. `listing` has the progress of each
 * exchange.
 *
 * The sums of `event` date from the making of the snapshot. The index of events serves the beginning of a name.
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

/** Weights of a word in name, tags and description. */
export const WEIGHTS = '10.0, 4.0, 1.0'

/** Markets in one pack: repeated texts of neighbours cost nothing. A place in a pack has 8 bits. */
export const PACK_SIZE = 224

/** Texts that name a market exactly, besides its svc_id, which is a column. */
export const identifiersOf = (market: Market): readonly string[] => [
  ...new Set(
    [market.ticker, market.conditionId, market.slug].flatMap((id) => (id === null ? [] : [identifierText(id)])),
  ),
]

/** Identifiers that the index stores. A long id that names the market at its exchange is left out, because the svc_id follows from it. */
export const indexedIdentifiersOf = (market: Market): readonly string[] =>
  identifiersOf(market).filter((identifier) => !(isLongId(identifier) && identifier === market.nativeId))

/** 256 bits in the form of EXCHANGE_B. */
export const isLongId = (text: string): boolean => /^0x[0-9a-f]{64}$/.test(text)

/** Identifiers are compared without regard to case. */
export const identifierText = (text: string): string => text.trim().toLowerCase()

/** 32 bits. Two identifiers may share them: a look-up compares the texts. */
export const identifierHash = (identifier: string): number => hash('sha256', identifier, 'buffer').readUInt32BE(0)
