/** Serves an engine in this thread, and deletes expired rows every minute. `start-table.ts` runs it in a thread of its own. */

import { tableEngine } from './table-engine.ts'
import { type ServedAt, startTableServer, type TableServer } from './table-server.ts'
import type { Tables } from './tables.ts'

const EXPIRE_EVERY_MS = 60_000

/** `onFault` receives errors of the engine itself. */
export const startEngine = async (
  tables: Tables,
  onFault: (error: unknown) => void,
  at?: ServedAt,
): Promise<TableServer> => {
  const engine = tableEngine(tables, Date.now)
  const server = await startTableServer(engine, onFault, at)
  const timer = setInterval(() => {
    try {
      engine.expire()
    } catch (error) {
      onFault(error)
    }
  }, EXPIRE_EVERY_MS)
  return {
    endpoint: server.endpoint,
    stop: async () => {
      clearInterval(timer)
      await server.stop()
      tables.close()
    },
  }
}
