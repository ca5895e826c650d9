/** Fresh tables for tests: in the engine behind its sockets, or in memory. */

import { inject } from 'vitest'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { openClient, type TableOptions } from '#adapters/store/engine/wire.ts'
import { createTable, LOCAL_CREDENTIALS } from '#local/stack/aws/dynamodb.ts'
import type { Item } from '#local-dynamodb/item-size.ts'
import { confinedClient } from './confined-functions.ts'
import { type MemoryDynamoDb, memoryDynamoDb } from './memory-dynamodb.ts'

export interface FreshTable {
  readonly table: Table
  /** How to reach it through another `openTable`; one in the real engine also from another process. */
  readonly reach: TableOptions
}

/** With its rows now, for another table to begin with. */
export interface MemoryTable extends FreshTable, Omit<MemoryDynamoDb, 'client'> {}

/** Faults, and listeners for costs and unreadable rows. */
type Luck = Pick<TableOptions, 'faults' | 'onConsumed' | 'onUnreadable'>

let tables = 0

/** A new, empty table in the engine the run is about: the store suite runs once with the real one and once in memory. */
export const freshTable = (options: Luck = {}): Promise<FreshTable> =>
  inject('engine') === 'memory' ? memoryTable(options) : engineTable(options)

/** A new, empty table in the real engine, with the bad luck it asks for. */
export const engineTable = async (options: Luck = {}, endpoint = endpointOfRun()): Promise<FreshTable> => {
  tables += 1
  const name = `test-${process.pid}-${Date.now()}-${tables}`
  await createTable(endpoint, name)
  const reach = { name, endpoint, region: 'local', credentials: LOCAL_CREDENTIALS }
  const client = confinedClient(openClient(reach), name)
  return { table: openTable({ ...reach, client, ...options }), reach }
}

const endpointOfRun = (): string => {
  const engine = inject('dynamoDb')
  if ('problem' in engine) throw new Error(engine.problem)
  return engine.endpoint
}

/** A new table in memory, empty or with these rows. */
export const memoryTable = async (options: Luck & { readonly items?: readonly Item[] } = {}): Promise<MemoryTable> => {
  const { items: given, ...luck } = options
  const { client, ...seen } = memoryDynamoDb(given)
  const reach = { name: 'memory', client: confinedClient(client, 'memory') }
  return { table: openTable({ ...reach, ...luck }), reach, ...seen }
}
