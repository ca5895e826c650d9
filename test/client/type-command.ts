/** Runs commands of the command line against answers that a service would give. */

import { Readable } from 'node:stream'
import { run } from '#client/cli/run.ts'
import { VERSION } from '#client/version.ts'
import { order } from '#contract/kernel/examples/sample-order.ts'
import { problem } from './prepared.ts'

/** By method and path, with the query or without. */
export type Answers = Readonly<Record<string, (request: Request) => unknown>>

interface Typed {
  readonly code: number
  readonly stdout: string
  /** Text on standard error: progress, and complaints. */
  readonly reported: string
  readonly complained: string
  /** Both as they came. */
  readonly stderr: string
  /** The requests that were made. */
  readonly requested: readonly string[]
}

interface Around {
  /** Text of standard input. */
  readonly typed?: string
  /** Replaces variables; an empty one is not set. */
  readonly environment?: Readonly<Record<string, string>>
  /** Columns of a terminal; absent: the output is a pipe. */
  readonly tableWidth?: number
}

/** Answers 404 to calls without a prepared answer. The signal is Ctrl-C. */
export const typeCommand = async (
  answers: Answers,
  line: readonly string[],
  signal: AbortSignal = AbortSignal.timeout(10_000),
  { typed = '', environment = {}, tableWidth }: Around = {},
): Promise<Typed> => {
  const printed: string[] = []
  const beside: { readonly text: string; readonly isComplaint: boolean }[] = []
  const requests: string[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const name = `${request.method} ${url.pathname.replace('/v1/', '')}`
    // The question for the version, before each change.
    if (name === 'GET health' && answers[name] === undefined) return Response.json({ status: 'ok', version: VERSION })
    const answer = answers[`${name}${url.search}`] ?? answers[name]
    requests.push(`${name}${url.search}`)
    if (answer === undefined) return problem(404, 'not_found')
    const body = await answer(request)
    return body instanceof Response ? body : Response.json(body)
  }
  const code = await run([...line], {
    print: (text) => printed.push(text),
    progress: (text) => beside.push({ text, isComplaint: false }),
    complain: (text) => beside.push({ text, isComplaint: true }),
    width: 80,
    tableWidth,
    environment: {
      TRADING_URL: 'http://service',
      TRADING_KEY: 'pmt_key',
      TRADING_SUBACCOUNT: order.subaccount_id,
      ...environment,
    },
    signal,
    fetch,
    prompt: { isTerminal: false, ask: async () => typed, textOf: () => Readable.from([typed]) },
  })
  const textOf = (some: typeof beside): string => some.map(({ text }) => text).join('\n')
  return {
    code,
    stdout: printed.join('\n'),
    reported: textOf(beside.filter(({ isComplaint }) => !isComplaint)),
    complained: textOf(beside.filter(({ isComplaint }) => isComplaint)),
    stderr: textOf(beside),
    requested: requests,
  }
}
