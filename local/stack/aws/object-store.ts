/** S3 on one machine, with the bucket of the market catalogue. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import { startFauxqs } from 'fauxqs'
import { onLoopback } from '../on-loopback.ts'
import { type SecretPath, secretPath } from '../secret-path.ts'

export interface LocalObjectStore {
  /** Ends in a secret path. */
  readonly endpoint: string
  stop(): Promise<void>
}

export const LOCAL_BUCKET = 'catalogue'

export const startObjectStore = async (dataDir: string): Promise<LocalObjectStore> => {
  const init = { buckets: [LOCAL_BUCKET] }
  const secret = secretPath()
  const start = () => startFauxqs({ port: 0, logger: false, dataDir, init })
  const server = await onLoopback(start, (prepared) => answerBehind(secret, prepared))
  return { endpoint: `http://127.0.0.1:${server.port}${secret.path}`, stop: () => server.stop() }
}

/**
 * Only who knows the secret path is heard: the store takes any credentials. A container calls its host by a name with dots, and the first
 * part of such a name would be taken for the bucket.
 */
const answerBehind = (secret: SecretPath, server: Server): void => {
  const received = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = secret.after(request.url ?? '')
    if (path === null) {
      response.writeHead(403).end()
      return
    }
    request.url = path === '' ? '/' : path
    request.headers.host = 'localhost'
    for (const each of received) Reflect.apply(each, server, [request, response])
  })
}
