/** S3 on one machine, with the bucket of the market catalogue. */

import { startFauxqs } from 'fauxqs'
import { onLoopback } from './on-loopback.ts'

export interface LocalObjectStore {
  readonly endpoint: string
  stop(): Promise<void>
}

export const LOCAL_BUCKET = 'catalogue'

export const startObjectStore = async (dataDir: string): Promise<LocalObjectStore> => {
  const init = { buckets: [LOCAL_BUCKET] }
  const server = await onLoopback(() => startFauxqs({ port: 0, logger: false, dataDir, init }))
  return { endpoint: `http://127.0.0.1:${server.port}`, stop: () => server.stop() }
}
