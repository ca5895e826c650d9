/**
 * Runs a command line. Exit codes: 0 done, 1 refused or failed, 2 wrong usage. The result is printed, progress and complaints are not
 * part of it.
 */

import { CommanderError, type Command as Parser } from 'commander'
import { createTradingClient } from '../trading-client.ts'
import { CommandFailed, type Terminal } from './command.ts'
import { COMMANDS } from './commands.ts'
import { PMT } from './pmt.ts'
import { type Act, programOf } from './program.ts'
import type { Prompt } from './prompt.ts'
import { docUrlIn } from './refusals/doc-url-in.ts'
import { isSilence } from './refusals/is-silence.ts'
import { ofUnreadableAnswer } from './refusals/of-unreadable-answer.ts'
import { NOT_OURS, refusalSentence } from './refusals/refusal-sentence.ts'
import { announceAccounts } from './service/announce-accounts.ts'
import { connectionOf } from './service/connection.ts'
import { sameVersionOnly } from './service/same-version-only.ts'

const TYPED_EVERYWHERE = { subaccount_id: '--subaccount', limit: '--limit', levels: '--levels' } as const

export interface Surroundings extends Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly complain: (text: string) => void
  readonly prompt: Prompt
  /** True if a person watches: the kind of accounts is shown first. */
  readonly isWatched?: boolean
  /** Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

export const run = async (typed: readonly string[], around: Surroundings): Promise<0 | 1 | 2> => {
  let url: string | undefined
  const act: Act = async (command, words, options, common) => {
    if ('runLocally' in command) {
      url = common.url
      await command.runLocally({ ...around, common, json: common.json }, words, options)
      return
    }
    const connection = connectionOf(common, around.environment)
    url = connection.baseUrl
    const send = around.fetch ?? ((request: Request) => fetch(request))
    const client = createTradingClient({
      // A person sees at once what happens, and commands have their own way to send again.
      retries: 0,
      ...connection,
      fetch: sameVersionOnly(send, connection.baseUrl),
    })
    const session = { ...around, client, json: common.json, subaccountId: connection.subaccountId }
    if (around.isWatched === true && !common.json) await announceAccounts(client, around)
    try {
      await command.run(session, words, options)
    } catch (error) {
      throw await ofUnreadableAnswer(error, send, connection.baseUrl)
    }
  }
  const program = programOf(around, act)
  try {
    await program.parseAsync(lineOf(typed), { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const parser = program.commands.find((one) => one.name() === program.args[0])
    const failure = failureOf(error, parser, url)
    const usage = failure.usage ? `\n\n${usageOf(parser)}` : ''
    const { said, docUrl } = failure
    const page = docUrl === null ? '' : `\nAbout this error: ${docUrl}`
    // The option may be in a line that was not understood.
    around.complain(
      typed.includes('--json')
        ? JSON.stringify({ error: said, ...(docUrl !== null && { doc_url: docUrl }) })
        : `${said}${page}${usage}`,
    )
    return failure.usage ? 2 : 1
  }
}

/** Without words the help. Help of an unknown command becomes that command: it is refused with the closest one. */
const lineOf = (typed: readonly string[]): string[] => {
  const [first = 'help', second, ...rest] = typed
  const isUnknown = first === 'help' && second !== undefined && !Object.hasOwn(COMMANDS, second)
  return isUnknown ? [second, ...rest] : [first, ...typed.slice(1)]
}

interface Failure {
  readonly said: string
  /** True if the line was typed wrongly. */
  readonly usage: boolean
  /** Page of the service about the code; null if there is none. */
  readonly docUrl: string | null
}

const failureOf = (error: unknown, parser: Parser | undefined, url: string | undefined): Failure => {
  if (error instanceof CommanderError) return { said: misunderstanding(error, parser), usage: true, docUrl: null }
  if (error instanceof CommandFailed) {
    const typedAs = { ...TYPED_EVERYWHERE, ...COMMANDS[parser?.name() ?? '']?.typedAs }
    const said = error.refusal === null ? error.message : refusalSentence(error.refusal, typedAs, url)
    return { said, usage: error.usage, docUrl: docUrlIn(error.refusal, url) }
  }
  return { said: sentenceOf(error, url), usage: false, docUrl: null }
}

const sentenceOf = (error: unknown, url: string | undefined): string => {
  if (isSilence(error)) return `The service${url === undefined ? '' : ` at ${url}`} does not answer. Is it running?`
  // An answer that is no JSON.
  if (error instanceof SyntaxError) return NOT_OURS
  return error instanceof Error ? error.message : String(error)
}

/** The error of commander as a sentence; of too many words it names the words. */
const misunderstanding = ({ code, message }: CommanderError, parser: Parser | undefined): string => {
  if (code === 'commander.help') return 'Name a command.'
  if (code === 'commander.excessArguments' && parser !== undefined) {
    const names = parser.registeredArguments
    const quotes = names.some((one) => one.name() === 'market') ? ' Put a name of several words in quotes.' : ''
    return `Too many words: ${parser.args.slice(names.length).join(' ')}.${quotes}`
  }
  const [said = '', hint = ''] = message.replace(/^error: /, '').split('\n')
  const suggestion = hint === '' ? '' : ` ${hint.replace(/^\(|\)$/g, '')}`
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.${suggestion}`
}

const usageOf = (parser: Parser | undefined): string =>
  parser === undefined
    ? `${PMT} help lists all commands.`
    : `Usage: ${PMT} ${parser.name()} ${parser.usage()}\n${PMT} ${parser.name()} --help shows the options.`
