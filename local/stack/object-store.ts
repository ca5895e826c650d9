/** S3 on one machine, with the bucket of the market catalogue. */

import type { IncomingMessage } from 'node:http'
import type { Server } from 'node:net'
import { startFauxqs } from 'fauxqs'
import { onLoopback } from './on-loopback.ts'

export interface LocalObjectStore {
  readonly endpoint: string
  stop(): Promise<void>
}

export const LOCAL_BUCKET = 'catalogue'

export const startObjectStore = async (dataDir: string): Promise<LocalObjectStore> => {
  const init = { buckets: [LOCAL_BUCKET] }
  const server = await onLoopback(() => startFauxqs({ port: 0, logger: false, dataDir, init }), withBucketsInPaths)
  return { endpoint: `http://127.0.0.1:${server.port}`, stop: () => server.stop() }
}

/** A container calls its host by a name with dots. The first part of such a name would be taken for the bucket. */
const withBucketsInPaths = (server: Server): void => {
  server.prependListener('request', ({ headers }: IncomingMessage) => {
    headers.host = 'localhost'
  })
}
