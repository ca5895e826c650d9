/** Starts the engine of the table in a thread of its own. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Durability } from './durability.ts'
import type { TableServer } from './table-server.ts'

/** Data that the thread is started with. */
export interface TableFiles {
  /** File of the rows, or `:memory:`. */
  readonly file: string
  /** Default: `process`. */
  readonly durability?: Durability
}

/** Messages of the thread. */
export type TableMessage = { readonly endpoint: string; readonly durability: Durability } | { readonly fault: string }

/** V8's memory of the thread. SQLite has some megabytes beside it. */
const MEMORY_MB = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 }

/** `module` runs the thread. */
export const startTable = async (
  files: TableFiles,
  module = new URL('./table-worker.ts', import.meta.url),
): Promise<TableServer & { readonly durability: Durability }> => {
  const worker = new Worker(module, {
    name: 'table',
    env: { NODE_NO_WARNINGS: '1' },
    execArgv: [],
    resourceLimits: MEMORY_MB,
    workerData: files,
  })
  const ended = once(worker, 'exit')
  const reported = new Promise<TableMessage>((resolve) => worker.once('message', resolve))
  const early = ended.then((): never => {
    throw new Error('the engine of the table ended before it answered')
  })
  early.catch(() => undefined)
  const news = await Promise.race([reported, early])
  if (!('endpoint' in news)) throw new Error(news.fault)
  worker.on('message', (later: TableMessage) => {
    if ('fault' in later)
      console.error(JSON.stringify({ level: 'error', message: 'the engine of the table failed', error: later.fault }))
  })
  // Tests and commands end although it runs.
  worker.unref()
  return {
    endpoint: news.endpoint,
    durability: news.durability,
    stop: async () => {
      worker.ref()
      worker.postMessage('stop')
      await ended
    },
  }
}
