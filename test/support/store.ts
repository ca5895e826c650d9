/** A fresh table in a real engine for a test, with the bad luck it asks for. One engine per test file, gone with the file. */

import { afterAll } from 'vitest'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import type { TableOptions } from '#adapters/store/engine/wire.ts'
import { createTable, LOCAL_CREDENTIALS, type LocalDynamoDb, startDynamoDb } from '#local/stack/dynamodb.ts'

let engine: Promise<LocalDynamoDb> | null = null
let tables = 0

afterAll(async () => {
  await (await engine)?.stop()
})

/** A new, empty table and how to reach it from another process or another `openTable`. */
export const freshTable = async (
  options: Pick<TableOptions, 'faults' | 'onConsumed'> = {},
): Promise<{ readonly table: Table; readonly reach: TableOptions }> => {
  engine ??= startDynamoDb()
  const { endpoint } = await engine
  tables += 1
  const name = `test-${process.pid}-${Date.now()}-${tables}`
  await createTable(endpoint, name)
  const reach = { name, endpoint, region: 'local', credentials: LOCAL_CREDENTIALS }
  return { table: openTable({ ...reach, ...options }), reach }
}
