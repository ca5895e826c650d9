/** Takes over the tables that the engine of earlier versions kept, once. */

import { existsSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { CannotStart } from '../cannot-start.ts'
import { checkedItem } from './check-item.ts'
import { type Item, itemSize } from './item-size.ts'
import { placeOf } from './table-rows.ts'
import { tableSchema } from './table-schema.ts'
import type { Tables } from './tables.ts'

const Json = v.pipe(
  v.string(),
  v.transform((text): unknown => JSON.parse(text)),
)
const Arranged = v.object({
  table_name: v.string(),
  key_schema: Json,
  attribute_definitions: Json,
  gsi_definitions: v.nullable(Json),
  ttl_attribute: v.nullable(v.string()),
  created_at: v.number(),
})
const Stored = v.object({ item_json: v.string() })

/**
 * Reads `file` of that engine into tables that are not there yet. Afterwards it has another name, so that neither version
 * takes it for the present. Throws `CannotStart` where it cannot be read.
 */
export const importTables = (tables: Tables, file: string): void => {
  try {
    const older = new DatabaseSync(file)
    try {
      // The rows go into the table with the first of them: a start that is killed here begins again.
      tables.together(() => copyAll(tables, older))
    } finally {
      older.close()
    }
  } catch (error) {
    throw new CannotStart(
      `The stored data in ${file} is of an earlier version and cannot be read (${error instanceof Error ? error.message : error}). ` +
        'Start without it (npm start -- --fresh), or with a folder of its own for this version: LOCAL_DIR=.local-2 npm start.',
    )
  }
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, `${file}.imported${end}`)
}

const copyAll = (tables: Tables, older: DatabaseSync): void => {
  const there = new Set(tables.all().map(({ schema }) => schema.name))
  for (const found of older.prepare('SELECT * FROM _tables').all()) {
    const arranged = v.parse(Arranged, found)
    // Copied by a start that was killed before it gave the file its other name.
    if (there.has(arranged.table_name)) continue
    const schema = tableSchema(
      {
        TableName: arranged.table_name,
        AttributeDefinitions: v.parse(v.any(), arranged.attribute_definitions),
        KeySchema: v.parse(v.any(), arranged.key_schema),
        GlobalSecondaryIndexes: v.parse(v.any(), arranged.gsi_definitions),
      },
      arranged.created_at * 1_000,
    )
    const { rows } = tables.create({ ...schema, createdAt: arranged.created_at, ttlAttribute: arranged.ttl_attribute })
    for (const row of older.prepare(`SELECT item_json FROM "${arranged.table_name}"`).iterate()) {
      const item = checkedItem(JSON.parse(v.parse(Stored, row).item_json) as Item)
      rows.change(placeOf(schema, item), null, { item, text: JSON.stringify(item), size: itemSize(item) })
    }
  }
}
