/** A thread with the engine and its server, so that neither waits for the rest of the service, nor that for them. */

import { parentPort, workerData } from 'node:worker_threads'
import type { TableFiles, TableNews } from './start-table.ts'
import { tableEngine } from './table-engine.ts'
import { startTableServer } from './table-server.ts'
import { openTables } from './tables.ts'

const EXPIRE_EVERY_MS = 60_000

const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const tell = (news: TableNews): void => port.postMessage(news)

const { file } = workerData as TableFiles
const engine = tableEngine(openTables(file), Date.now)
const server = await startTableServer(engine, (error) => tell({ fault: String(error) }))
const expire = (): void => {
  try {
    engine.expire()
  } catch (error) {
    tell({ fault: String(error) })
  }
}
const timer = setInterval(expire, EXPIRE_EVERY_MS)
port.once('message', async () => {
  clearInterval(timer)
  await server.stop()
  engine.tables.close()
  port.close()
})
tell({ endpoint: server.endpoint })
