/** The thread of the engine and its server, so that neither the engine nor its caller waits for the other. */

import { parentPort, workerData } from 'node:worker_threads'
import { startEngine } from './start-engine.ts'
import type { TableFiles, TableMessage } from './start-table.ts'
import { openTables } from './tables.ts'

const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const send = (news: TableMessage): void => port.postMessage(news)

const { file, durability } = workerData as TableFiles
const tables = openTables(file, durability)
const server = await startEngine(tables, (error) => send({ fault: String(error) }))
port.once('message', async () => {
  await server.stop()
  port.close()
})
send({ endpoint: server.endpoint, durability: tables.durability })
