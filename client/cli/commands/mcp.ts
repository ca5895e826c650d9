/** `pmt mcp`: the tools of the service for an agent that starts a program and speaks with it over standard input and output. */

import { answeredWithin } from '../../answered-within.ts'
import { CommandFailed, type LocalCommand } from '../command.ts'
import { isSilence } from '../refusals/is-silence.ts'
import { NOT_OURS, refusalSentence } from '../refusals/refusal-sentence.ts'
import { type Connection, connectionOf } from '../service/connection.ts'
import { sameVersionOnly } from '../service/same-version-only.ts'

export const mcp: LocalCommand = {
  group: 'Setup',
  does: 'speaks the Model Context Protocol on standard input and output, for agents that start a program; see the guide on agents',
  runLocally: async (session) => {
    const { common, environment, fetch: send = fetch, print, progress, prompt, signal } = session
    const connection = connectionOf(common, environment)
    if (prompt.isTerminal) progress('Waits for messages of an agent on standard input. Ctrl-C stops it.')
    const proxy = new MessageProxy(
      connection,
      sameVersionOnly(answeredWithin(send, PATIENCE_MS), connection.baseUrl),
      print,
    )
    const running = new Set<Promise<void>>()
    for await (const line of linesOf(prompt.textOf(signal))) {
      const answer: Promise<void> = proxy.take(line, signal).finally(() => running.delete(answer))
      running.add(answer)
    }
    await Promise.all(running)
  },
}

/** Longer than the 30 s in which the service answers or gives up. */
const PATIENCE_MS = 40_000

type Message = Readonly<Record<string, unknown>>
type Id = string | number

/** Posts each request to the service with the key of the profile, and prints the answer. Keeps no session. */
class MessageProxy {
  readonly #connection: Connection
  readonly #send: (request: Request) => Promise<Response>
  readonly #print: (text: string) => void
  /** Requests without an answer so far. */
  readonly #open = new Map<Id, AbortController>()

  constructor(connection: Connection, send: (request: Request) => Promise<Response>, print: (text: string) => void) {
    this.#connection = connection
    this.#send = send
    this.#print = print
  }

  async take(line: string, signal: AbortSignal): Promise<void> {
    if (line.trim() === '') return
    const message = parsed(line)
    if (message === undefined) return this.#answer(errorOf(null, PARSE_ERROR, 'This line is not JSON.'))
    if (!isObject(message) || message['jsonrpc'] !== '2.0')
      return this.#answer(errorOf(null, INVALID_REQUEST, 'This is no message of JSON-RPC 2.0, or it is a batch.'))
    const { id, method } = message
    if (typeof method !== 'string') return
    if (typeof id === 'string' || typeof id === 'number') return this.#request(message, id, signal)
    // The service keeps no session: other notifications have no effect there.
    if (method === 'notifications/cancelled') this.#cancel(paramsOf(message)['requestId'])
  }

  async #request(message: Message, id: Id, signal: AbortSignal): Promise<void> {
    const cancelled = new AbortController()
    this.#open.set(id, cancelled)
    try {
      const answer = await this.#ask(message, id, AbortSignal.any([signal, cancelled.signal]))
      if (!cancelled.signal.aborted) this.#answer(answer)
    } catch (error) {
      if (!cancelled.signal.aborted && !signal.aborted) this.#answer(this.#failureOf(error, message, id))
    } finally {
      if (this.#open.get(id) === cancelled) this.#open.delete(id)
    }
  }

  /** The agent expects no answer any more. */
  #cancel(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#open.get(id)?.abort()
  }

  async #ask(message: Message, id: Id, signal: AbortSignal): Promise<object> {
    const { baseUrl, apiKey } = this.#connection
    const response = await this.#send(
      new Request(`${baseUrl.replace(/\/+$/, '')}/v1/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-api-key': apiKey,
          ...headersOf(message),
        },
        body: JSON.stringify(message),
        // A redirect would carry the key elsewhere.
        redirect: 'error',
        signal,
      }),
    )
    const body = parsed(await response.text())
    if (isObject(body) && body['jsonrpc'] === '2.0' && ('result' in body || 'error' in body)) return { ...body, id }
    const words =
      isObject(body) && 'code' in body ? refusalSentence({ status: response.status, error: body }) : NOT_OURS
    return errorOf(id, INTERNAL_ERROR, words, { status: response.status })
  }

  #failureOf(error: unknown, { method }: Message, id: Id): object {
    if (error instanceof CommandFailed) return errorOf(id, INTERNAL_ERROR, error.message)
    const silent = `The service at ${this.#connection.baseUrl} does not answer. Is it running?`
    const words = isSilence(error) ? silent : String(error)
    return errorOf(id, INTERNAL_ERROR, method === 'tools/call' ? `${words} ${UNKNOWN_EFFECT}` : words)
  }

  #answer(message: object): void {
    this.#print(JSON.stringify(message))
  }
}

const UNKNOWN_EFFECT = 'Whether the tool has run is not known. Call it again with the same arguments.'

/** Codes of JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INTERNAL_ERROR = -32_603

const errorOf = (id: Id | null, code: number, message: string, data?: object): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

/** Fields that `Mcp-Name` repeats (revision 2026-07-28, standard request headers). */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** Headers that repeat parts of a message since revision 2026-07-28. A message of an earlier revision names no version, and has none of them. */
const headersOf = (message: Message): Readonly<Record<string, string>> => {
  const method = String(message['method'])
  const params = paramsOf(message)
  const meta = params['_meta']
  const version = isObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined
  if (typeof version !== 'string') return {}
  const name = params[NAMED_BY.get(method) ?? '']
  return {
    'mcp-protocol-version': sendable(version),
    'mcp-method': sendable(method),
    ...(typeof name === 'string' ? { 'mcp-name': sendable(name) } : {}),
  }
}

/** A header takes printable ASCII. Other text is sent in Base64 with the marks that the protocol demands. */
const sendable = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

const paramsOf = ({ params }: Message): Message => (isObject(params) ? params : {})

const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lines end with a line feed only: `readline` also ends them at characters that JSON allows in a text. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}
