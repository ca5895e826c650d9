/** Calls between the service and the simulators of a story without sockets: nothing but what sockets themselves do is left out. */

import { answerAge } from '#adapters/exchanges/http/answer-age.ts'
import type { Http, HttpAnswer } from '#adapters/exchanges/http/http.ts'
import { reportedLimit } from '#adapters/exchanges/http/reported-limit.ts'
import { type AnswerCall, type HttpReply, type Serve, textOf } from '#simulators/engine/http/json-server.ts'

export interface InProcess {
  /** Answers calls at an origin of its own. */
  readonly serve: Serve
  /** Calls the simulators that are served here. */
  readonly http: Http
}

export const inProcess = (): InProcess => {
  const served = new Map<string, AnswerCall>()
  return {
    serve: async (_port, answer) => {
      const origin = `http://simulator-${served.size}.internal`
      served.set(origin, answer)
      return { origin, close: async () => void served.delete(origin) }
    },
    http: async ({ method, url, headers, body = '', timeoutMs, signal }) => {
      const answer = served.get(url.origin)
      if (signal.aborted) return { kind: 'not_sent', reason: 'stopped before it was sent' }
      if (answer === undefined) return { kind: 'not_sent', reason: `ECONNREFUSED: nobody listens at ${url.origin}` }
      const lowercase = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const header = (name: string): string | undefined => lowercase.get(name)
      const call = { method, path: url.pathname, query: url.searchParams, header, body }
      return orGivenUp(answer(call).then(answered, failed), timeoutMs, signal)
    },
  }
}

const answered = (reply: HttpReply | 'drop'): HttpAnswer => {
  if (reply === 'drop') return { kind: 'no_answer', reason: 'ECONNRESET: socket hang up' }
  if (reply.stream !== undefined) return { kind: 'no_answer', reason: 'an answer that nobody reads to its end' }
  return {
    kind: 'answered',
    status: reply.status,
    text: textOf(reply),
    ...reportedLimit((name) => reply.headers?.[name], Date.now()),
    ageMs: answerAge((name) => reply.headers?.[name]),
  }
}

const failed = (problem: unknown): HttpAnswer =>
  answered({ status: 500, body: { error: { code: 'internal_error', message: String(problem) } } })

/** The answer, unless it takes too long or its caller stops waiting. */
const orGivenUp = (answer: Promise<HttpAnswer>, timeoutMs: number, signal: AbortSignal): Promise<HttpAnswer> =>
  new Promise((resolve) => {
    const settle = (settled: HttpAnswer): void => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      resolve(settled)
    }
    const giveUp = (reason: string): void => settle({ kind: 'no_answer', reason })
    const stop = (): void => giveUp('stopped while waiting for the answer')
    const late = setTimeout(() => giveUp(`no answer within ${timeoutMs} ms`), timeoutMs)
    signal.addEventListener('abort', stop, { once: true })
    answer.then(settle, (problem: unknown) => giveUp(String(problem)))
  })
