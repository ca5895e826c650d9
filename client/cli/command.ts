/** The shape of a command, and its errors. */

import type { TradingClient } from '../trading-client.ts'

export interface Terminal {
  readonly print: (text: string) => void
  /** Progress for people; never part of the output. */
  readonly progress: (text: string) => void
  readonly width: number
}

export interface Session extends Terminal {
  readonly client: TradingClient
  /** The subaccount for orders and lists; null if none was given. */
  readonly subaccountId: string | null
  /** Prints JSON instead of drawing. */
  readonly json: boolean
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
}

export type Options = Readonly<Record<string, string | boolean | undefined>>

export interface Command {
  readonly usage: string
  readonly does: string
  /** The most words it takes: one that it has no use for may be an option without its dashes. */
  readonly words: number | 'any'
  /** Its own options, besides those of every command. */
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
  readonly run: (session: Session, words: readonly string[], options: Options) => Promise<void>
}

/** An error for people; `usage` if the command was typed wrongly. */
export class CommandFailed extends Error {
  readonly usage: boolean
  constructor(message: string, usage = false) {
    super(message)
    this.name = 'CommandFailed'
    this.usage = usage
  }
}

/** The result of a call of openapi-fetch. */
export interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Returns the data, or throws the refusal as a sentence. */
export const must = <Data>({ data, error, response }: Answer<Data>): Data => {
  if (response.ok && data !== undefined) return data
  throw new CommandFailed(`${response.status}: ${sentenceOf(error)}`)
}

/** What is said of an answer that the service does not give. */
export const NOT_OURS =
  'This is no answer of the service, but of something in front of it or in its place. Is its address right?'

const sentenceOf = (error: unknown): string => {
  // The text of what is no JSON, or of nothing at all.
  if (typeof error === 'string') return NOT_OURS
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? error.detail : error
  if (Array.isArray(detail)) return detail.map(faultOf).join('; ')
  const isHalt = typeof error === 'object' && error !== null && 'code' in error && error.code === 'trading_halted'
  const words = typeof detail === 'string' ? detail : JSON.stringify(detail ?? 'the answer is not JSON')
  return isHalt ? `${words} ${RESUME}` : words
}

/** What is said of several fields names them itself. */
const faultOf = ({ loc, msg }: { readonly loc: readonly (string | number)[]; readonly msg: string }): string => {
  const [, between] = /^Value error, (.*)$/s.exec(msg) ?? []
  return between ?? `${loc.slice(1).join('.')}: ${msg}`
}

const RESUME = 'On the command line: npm run cli -- resume.'

export const show = (session: Session, value: unknown, draw: () => string): void =>
  session.print(session.json ? JSON.stringify(value, null, 2) : draw())
