/** Serves the engine by DynamoDB's protocol on the loopback interface. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerText } from './answer-text.ts'
import { isRefusal, refusal } from './refusal.ts'
import { type SecretPath, secretPath } from './secret-path.ts'
import type { TableEngine } from './table-engine.ts'

export interface TableServer {
  readonly endpoint: string
  stop(): Promise<void>
}

export interface ServedAt {
  /** Port to listen on; 0 chooses a free port. */
  readonly port: number
  /** The path in front of all requests; empty for none. By default a secret one. */
  readonly path: string
}

/** `onFault` receives errors of the engine itself. */
export const startTableServer = async (
  engine: Pick<TableEngine, 'answer'>,
  onFault: (error: unknown) => void,
  at?: ServedAt,
): Promise<TableServer> => {
  const secret = at === undefined ? secretPath() : pathAt(at.path)
  const server = createServer(
    // A client that has kept a connection may use it again at any time.
    { keepAlive: true, noDelay: true, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 },
    (request, response) => {
      if (isReceived(secret, request)) receive(engine, request, response, onFault)
      else response.writeHead(403, { connection: 'close' }).end()
    },
  )
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at?.port ?? 0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}${secret.path}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const pathAt = (path: string): SecretPath => ({
  path,
  after: (url) => (url.startsWith(path) ? url.slice(path.length) : null),
})

const isReceived = (secret: SecretPath, { url = '', method }: IncomingMessage): boolean => {
  const path = secret.after(url)
  return method === 'POST' && (path === '' || path === '/')
}

/** DynamoDB takes 16 MB of a batch; the rest is its JSON. */
const MOST_BYTES = 24 * 1_024 * 1_024

const receive = (
  engine: Pick<TableEngine, 'answer'>,
  request: IncomingMessage,
  response: ServerResponse,
  onFault: (error: unknown) => void,
): void => {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MOST_BYTES) chunks.push(chunk)
    else {
      response.writeHead(413, { connection: 'close' }).end()
      request.destroy()
    }
  })
  request.on('error', () => undefined)
  request.on('end', () => {
    const { status, text } = answerTo(engine, request.headers['x-amz-target'], chunks, onFault)
    // The SDK needs neither; each takes time.
    response.sendDate = false
    response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(text) })
      .end(text)
  })
}

const answerTo = (
  engine: Pick<TableEngine, 'answer'>,
  target: string | string[] | undefined,
  chunks: readonly Buffer[],
  onFault: (error: unknown) => void,
): { readonly status: number; readonly text: string } => {
  try {
    const operation = /^DynamoDB_20120810\.(\w+)$/.exec(String(target))?.[1] ?? ''
    return { status: 200, text: answerText(engine.answer(operation, inputIn(chunks))) }
  } catch (error) {
    if (!isRefusal(error)) {
      onFault(error)
      return {
        status: 500,
        text: JSON.stringify({ __type: `${NAMESPACE}InternalServerError`, message: 'The engine failed' }),
      }
    }
    const { type, message, more } = error
    return { status: 400, text: answerText({ __type: `${NAMESPACE}${type}`, message, ...more }) }
  }
}

const NAMESPACE = 'com.amazonaws.dynamodb.v20120810#'

const inputIn = (chunks: readonly Buffer[]): object => {
  const [first, ...more] = chunks
  const body = first === undefined || more.length > 0 ? Buffer.concat(chunks) : first
  const input = parsed(body.toString('utf8'))
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  throw refusal('SerializationException', 'the request is no JSON object')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
