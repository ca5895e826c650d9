/** HTTP with kept-alive connections that always reports whether a request can have reached the other side. */

import { Agent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import * as https from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { answerAge } from './answer-age.ts'
import { type ReportedLimit, reportedLimit } from './reported-limit.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Longest time from the start of the connection to the last byte of the answer. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Longest answer that is read, in unpacked bytes; by default 8 MiB for a GET and 1 MiB for all else. */
  readonly mostBytes?: number
}

/**
 * Outcome of a request.
 * - `answered`: a whole answer came, whatever its status.
 * - `not_sent`: no byte left this machine (name not found, connection refused, stopped before it was connected).
 * - `no_answer`: bytes left and no whole answer came: the other side may have acted on them, or not.
 */
export type HttpAnswer =
  | (ReportedLimit & {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      /** Greatest age of the answer if a shared cache may have kept it, else 0. */
      readonly ageMs: number
    })
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'no_answer'; readonly reason: string }

/** Never throws and never repeats a request. */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>

/** Makes a client with its own connections. Between requests the client holds no timer and keeps no process alive. */
export const http = (): Http => {
  const secure: Line = { request: https.request, agent: new https.Agent(AGENT), connected: 'secureConnect' }
  const plain: Line = { request: plainRequest, agent: new Agent(AGENT), connected: 'connect' }
  let lastUsed = 0

  return async (request) => {
    const line = request.url.protocol === 'https:' ? secure : plain
    // A frozen Lambda wakes up with connections that the other side closed long ago. A create sent into one of them
    // would be "unknown".
    if (Date.now() - lastUsed > MAX_IDLE_MS) dropIdle(line.agent)
    lastUsed = Date.now()
    return exchangeOnce(request, line)
  }
}

/** One of the two protocols, with its kept connections. */
interface Line {
  readonly request: (url: URL, options: https.RequestOptions) => ClientRequest
  readonly agent: Agent
  /** Event of the socket for an established connection. */
  readonly connected: 'connect' | 'secureConnect'
}

/** More than the calls that can wait for one slow host: other calls must not wait behind them for a connection. */
const MOST_SOCKETS = 256
const AGENT = { keepAlive: true, maxSockets: MOST_SOCKETS, maxFreeSockets: 16, scheduling: 'lifo' } as const
const MAX_IDLE_MS = 15_000
const CONNECT_WITHIN_MS = 4_000
const MIB = 1024 * 1024
/** A small answer may unpack to a thousand times its size, and is held in memory. */
export const MOST_BYTES_READ = 8 * MIB
const MOST_BYTES_OF_A_WRITE = MIB

const inflate = promisify(gunzip)

const dropIdle = (agent: Agent): void => {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy()
  }
}

const exchangeOnce = (
  { method, url, headers, body, timeoutMs, signal, mostBytes }: HttpRequest,
  line: Line,
): Promise<HttpAnswer> => {
  const most = mostBytes ?? (method === 'GET' ? MOST_BYTES_READ : MOST_BYTES_OF_A_WRITE)
  if (signal.aborted) return Promise.resolve({ kind: 'not_sent', reason: 'stopped before it was sent' })
  const sized = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options = { method, headers: { ...headers, 'accept-encoding': 'gzip', ...sized } }

  return new Promise((resolve) => {
    const request = line.request(url, { ...options, agent: line.agent })
    let left = false

    const settle = (answer: HttpAnswer): void => {
      clearTimeout(connecting)
      clearTimeout(answering)
      signal.removeEventListener('abort', stop)
      resolve(answer)
    }
    // Settles first, so that later events of the destroyed socket change nothing.
    const giveUp = (reason: string): void => {
      settle({ kind: left ? 'no_answer' : 'not_sent', reason })
      request.destroy()
    }
    const stop = (): void => giveUp(left ? 'stopped while waiting for the answer' : 'stopped before it was sent')
    const connecting = setTimeout(() => giveUp(`no connection within ${CONNECT_WITHIN_MS} ms`), CONNECT_WITHIN_MS)
    const answering = setTimeout(() => giveUp(`no answer within ${timeoutMs} ms`), timeoutMs)
    signal.addEventListener('abort', stop, { once: true })

    const connected = (): void => {
      left = true
      clearTimeout(connecting)
    }
    request.on('socket', (socket) => {
      if (socket.connecting) socket.once(line.connected, connected)
      else connected()
    })
    request.on('error', (error) => giveUp(describe(error)))
    request.on('response', (response) => readAnswer(response, most, { settle, giveUp }))
    request.end(body)
  })
}

/** Ends of a request. The first call counts. */
interface Ends {
  readonly settle: (answer: HttpAnswer) => void
  readonly giveUp: (reason: string) => void
}

/** Reads the answer to its end, at most `most` unpacked bytes. */
const readAnswer = (response: IncomingMessage, most: number, { settle, giveUp }: Ends): void => {
  const chunks: Buffer[] = []
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > most) giveUp(tooLong(most))
    else chunks.push(chunk)
  })
  response.on('error', (error) => giveUp(describe(error)))
  response.on('close', () => {
    if (!response.complete) giveUp('connection lost within the answer')
  })
  response.on('end', () => {
    textOf(Buffer.concat(chunks), response.headers['content-encoding'], most).then(
      (text) => settle(answered(response, text)),
      (error: unknown) => giveUp(isTooLong(error) ? tooLong(most) : describe(error)),
    )
  })
}

const answered = ({ headers, statusCode }: IncomingMessage, text: string): HttpAnswer => {
  const header = (name: string) => headers[name]?.toString()
  const limit = reportedLimit(header, Date.now())
  return { kind: 'answered', status: statusCode ?? 0, text, ...limit, ageMs: answerAge(header) }
}

const textOf = async (bytes: Buffer, encoding: string | undefined, most: number): Promise<string> =>
  (encoding === 'gzip' ? await inflate(bytes, { maxOutputLength: most }) : bytes).toString('utf8')

const tooLong = (most: number): string => `an answer of more than ${most} bytes`

/** Returns true for zlib's error about an answer that unpacks to more than was allowed. */
const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  // An AggregateError (every address of a name refused) has an empty message.
  return `${code}${error.message || error.name}`
}
