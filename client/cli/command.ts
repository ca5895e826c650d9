/** The shape of a command, and its errors. */

import type { TradingClient } from '../trading-client.ts'
import type { Prompt } from './prompt.ts'
import { type Refusal, refusalSentence, type TypedAs } from './refusals/refusal-sentence.ts'

export interface Terminal {
  readonly print: (text: string) => void
  /** Progress for people; never part of the output. */
  readonly progress: (text: string) => void
  readonly width: number
  /** Columns that a table may take; absent if the output is no terminal. */
  readonly tableWidth?: number | undefined
  /** True if the output shows colours. */
  readonly colours?: boolean | undefined
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

/** Typed options by name, without the dashes. */
export type Options = Readonly<Record<string, string | boolean | undefined>>

/** An option that takes one of some words, in either case. */
export interface Choice {
  readonly does: string
  readonly oneOf: readonly string[]
}

/** Options that every command takes, before its name or after. */
export type Common = Readonly<Record<'url' | 'key' | 'subaccount' | 'profile', string | undefined>> & {
  readonly json: boolean
}

/** The surroundings of a command that asks no service. */
export interface LocalSession extends Terminal {
  readonly common: Common
  readonly json: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly prompt: Prompt
  readonly signal: AbortSignal
  /** Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

interface Described {
  readonly group: 'Markets' | 'Orders' | 'Portfolio' | 'Account' | 'Setup'
  /** Its words, such as `<market> [price]`. */
  readonly words?: string
  /** Words that its argument `action` may be, if it has one. */
  readonly actions?: readonly string[]
  readonly does: string
  /** Its own options, besides those of every command, by their flags such as `--limit <count>`. */
  readonly options?: Readonly<Record<string, string | Choice>>
  /** Its words and options by the fields of the API they become. */
  readonly typedAs?: TypedAs
}

/** A command that asks the service. */
export interface Command extends Described {
  readonly run: (session: Session, words: readonly string[], options: Options) => Promise<void>
}

/** A command that needs no address and no key. */
export interface LocalCommand extends Described {
  readonly runLocally: (session: LocalSession, words: readonly string[], options: Options) => Promise<void>
}

/** An error for people; `usage` if the command was typed wrongly. */
export class CommandFailed extends Error {
  readonly usage: boolean
  /** A refusal of the service. */
  readonly refusal: Refusal | null
  constructor(message: string, usage = false, refusal: Refusal | null = null) {
    super(message)
    this.name = 'CommandFailed'
    this.usage = usage
    this.refusal = refusal
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
  const refusal = { status: response.status, error }
  throw new CommandFailed(refusalSentence(refusal), false, refusal)
}

export const show = (session: Pick<Session, 'json' | 'print'>, value: unknown, draw: () => string): void =>
  session.print(session.json ? JSON.stringify(value, null, 2) : draw())
