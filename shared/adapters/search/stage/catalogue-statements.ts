/** SQL statements that read and change the markets of a stage. */

import type { DatabaseSync } from 'node:sqlite'
import { prepareWrite } from './prepare-write.ts'

export const catalogueStatements = (database: DatabaseSync) => ({
  ids: database.prepare('SELECT svc_id, id FROM market'),
  find: database.prepare('SELECT * FROM market WHERE id = ?'),
  insert: prepareWrite(database, 'INSERT INTO market VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, NULL, NULL, ?)'),
  change: prepareWrite(
    database,
    'UPDATE market SET status = ?, category = ?, expires_at = ?, volume = ?, closed_at = ?, ask_at = ?, event = ? WHERE id = ?',
  ),
  see: prepareWrite(database, 'UPDATE market SET walk = ? WHERE id = ?'),
  asked: prepareWrite(database, 'UPDATE market SET ask_at = NULL, walk = ? WHERE id = ?'),
  retain: prepareWrite(database, 'UPDATE market SET named = 1 WHERE id = ?'),
  drop: prepareWrite(database, 'DELETE FROM market WHERE id = ?'),
  addIdentifier: prepareWrite(database, 'INSERT INTO identifier VALUES (?, ?) ON CONFLICT DO NOTHING'),
  dropIdentifier: prepareWrite(database, 'DELETE FROM identifier WHERE hash = ? AND id = ?'),
  progress: database.prepare('SELECT progress FROM listing WHERE exchange = ?'),
  follow: prepareWrite(database, 'INSERT OR REPLACE INTO listing VALUES (?, ?)'),
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
