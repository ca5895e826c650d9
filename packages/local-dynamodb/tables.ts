/** The tables in one SQLite file. */

import { DatabaseSync } from 'node:sqlite'
import { type Durability, durabilityOf, makeDurable } from './durability.ts'
import { refusal } from './refusal.ts'
import { type TableRows, tableRows } from './table-rows.ts'
import type { TableSchema } from './table-schema.ts'

export interface OpenTable {
  readonly schema: TableSchema
  readonly rows: TableRows
}

export interface Tables {
  /** Throws DynamoDB's words when there is no such table. */
  readonly find: (name: string | undefined) => OpenTable
  readonly all: () => readonly OpenTable[]
  /** Throws when there is one of that name. */
  readonly create: (schema: TableSchema) => OpenTable
  readonly drop: (name: string | undefined) => OpenTable
  /** Its rows expire by another attribute from now on; null for none. */
  readonly expireBy: (name: string | undefined, ttlAttribute: string | null) => void
  /** Makes all that `act` writes or nothing of it: what it returns from is kept, however this process ends. */
  readonly together: <Result>(act: () => Result) => Result
  /** Failures that a write outlives once it has returned. */
  readonly durability: Durability
  readonly close: () => void
}

/** Opens or creates the file; `:memory:` keeps the tables for as long as they are open. */
export const openTables = (file: string, durability: Durability = 'process'): Tables => {
  const database = new DatabaseSync(file)
  if (file !== ':memory:') makeDurable(database, durability)
  database.exec(
    'PRAGMA cache_size = -4096; CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, name TEXT UNIQUE, schema TEXT)',
  )
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const keep = database.prepare('INSERT INTO tables (name, schema) VALUES (?, ?)')
  const change = database.prepare('UPDATE tables SET schema = ? WHERE name = ?')
  const forget = database.prepare('DELETE FROM tables WHERE name = ?')

  const opened = new Map<string, OpenTable>()
  const numbers = new Map<string, number>()
  const open = (number: number, schema: TableSchema): OpenTable => {
    const table = { schema, rows: tableRows(database, number, schema) }
    opened.set(schema.name, table)
    numbers.set(schema.name, number)
    return table
  }
  for (const { number, schema } of database.prepare('SELECT number, schema FROM tables').all())
    open(Number(number), JSON.parse(String(schema)))

  const find: Tables['find'] = (name = '') => {
    const table = opened.get(name)
    if (table === undefined) throw refusal('ResourceNotFoundException', 'Requested resource not found')
    return table
  }

  return {
    find,
    all: () => [...opened.values()],
    create: (schema) => {
      if (opened.has(schema.name)) throw refusal('ResourceInUseException', `Table already exists: ${schema.name}`)
      return open(Number(keep.run(schema.name, JSON.stringify(schema)).lastInsertRowid), schema)
    },
    drop: (name) => {
      const table = find(name)
      table.rows.drop()
      forget.run(table.schema.name)
      opened.delete(table.schema.name)
      return table
    },
    expireBy: (name, ttlAttribute) => {
      const schema = { ...find(name).schema, ttlAttribute }
      change.run(JSON.stringify(schema), schema.name)
      open(numbers.get(schema.name) ?? 0, schema).rows.noteExpiry()
    },
    together: (act) => {
      begin.run()
      try {
        const result = act()
        commit.run()
        return result
      } catch (error) {
        // SQLite rolls back automatically after some errors.
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    durability: file === ':memory:' ? 'process' : durabilityOf(database),
    close: () => database.close(),
  }
}
