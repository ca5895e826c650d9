/**
 * Runs a command line. Exit codes: 0 done, 1 refused or failed, 2 wrong usage. The result is printed, progress and complaints are not
 * part of it.
 */

import { parseArgs } from 'node:util'
import { createTradingClient } from '../trading-client.ts'
import { type Command, CommandFailed, type Options, type Terminal } from './command.ts'
import { amend } from './commands/amend.ts'
import { cancel } from './commands/cancel.ts'
import { events } from './commands/events.ts'
import { close, flatten } from './commands/leave.ts'
import { halt, limits, resume } from './commands/limits.ts'
import { book, chart, search } from './commands/markets.ts'
import { buy, orders, sell } from './commands/orders.ts'
import { balances, fills, positions, redeem } from './commands/portfolio.ts'
import { preview } from './commands/preview.ts'
import { fees, quotes, trades } from './commands/prices.ts'
import { quotas } from './commands/quotas.ts'
import { stop } from './commands/stop.ts'
import { stops } from './commands/stops.ts'
import { subaccounts } from './commands/subaccounts.ts'
import { deadMansSwitch } from './commands/switch.ts'
import { twap } from './commands/twap.ts'
import { connectionOf } from './connection.ts'
import { isSilence } from './is-silence.ts'
import { NOT_OURS, refusalSentence } from './refusal-sentence.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  search,
  events,
  book,
  chart,
  quotes,
  trades,
  fees,
  buy,
  sell,
  preview,
  twap,
  orders,
  stop,
  stops,
  amend,
  cancel,
  positions,
  close,
  flatten,
  redeem,
  fills,
  balances,
  subaccounts,
  limits,
  quotas,
  halt,
  resume,
  switch: deadMansSwitch,
}

const EVERYWHERE = {
  url: { type: 'string' },
  key: { type: 'string' },
  subaccount: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const TYPED_EVERYWHERE = { subaccount_id: '--subaccount', limit: '--limit', levels: '--levels' } as const

export interface Surroundings extends Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly complain: (text: string) => void
  /** Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

export const run = async (typed: readonly string[], around: Surroundings): Promise<0 | 1 | 2> => {
  const line = commandFirst(typed)
  const [first = 'help', second] = line
  const isHelp = ['help', '--help', '-h'].includes(first)
  if (isHelp && second === undefined) {
    around.print(HELP)
    return 0
  }
  const [name = '', ...rest] = isHelp ? [second ?? '', '--help'] : line
  const json = line.includes('--json')
  const complain = (said: string): void => around.complain(json ? JSON.stringify({ error: said }) : said)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    complain(`There is no command ${name}. npm run cli -- help lists all.`)
    return 2
  }
  let url: string | undefined
  try {
    const { values, positionals } = parse(rest, command)
    if (values['help'] === true) {
      around.print(`npm run cli -- ${command.usage}\n\n${command.does}`)
      return 0
    }
    checkWords(positionals, command)
    const connection = connectionOf(values, around.environment)
    url = connection.baseUrl
    const client = createTradingClient({
      // A person sees at once what happens, and commands have their own way to send again.
      retries: 0,
      ...connection,
      ...(around.fetch === undefined ? {} : { fetch: around.fetch }),
    })
    const session = { ...around, client, json, subaccountId: connection.subaccountId }
    await command.run(session, positionals, values)
    return 0
  } catch (error) {
    const said = sentenceOf(error, command, url)
    const usage = error instanceof CommandFailed && error.usage ? `\n\nnpm run cli -- ${command.usage}` : ''
    complain(json ? said : `${said}${usage}`)
    return usage === '' ? 1 : 2
  }
}

/** Common options may also come before the name of the command. */
const commandFirst = (typed: readonly string[]): readonly string[] => {
  const args = [...typed]
  const { tokens } = parseArgs({ args, options: EVERYWHERE, strict: false, allowPositionals: true, tokens: true })
  const name = tokens.find((token) => token.kind !== 'option' || !Object.hasOwn(EVERYWHERE, token.name))
  const at = name?.index ?? args.length
  return [...args.slice(at), ...args.slice(0, at)]
}

const parse = (args: readonly string[], command: Command): { values: Options; positionals: string[] } => {
  try {
    const options = { ...EVERYWHERE, ...command.options }
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // The text after the first sentence is for programmers of command lines.
    const [said = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)
    const [, unsaid] = /^Option '(--[\w-]+).* argument (?:missing|is ambiguous)$/.exec(said) ?? []
    if (unsaid !== undefined)
      throw new CommandFailed(`The value of '${unsaid}' is missing or begins with a dash.`, true)
    const sign = /^Unknown option '-[\d.]/.test(said) ? ' No number of an order is negative.' : ''
    throw new CommandFailed(`${said.replace(/\.$/, '')}.${sign}`, true)
  }
}

const checkWords = (given: readonly string[], { words, usage }: Command): void => {
  const more = words === 'any' ? [] : given.slice(words)
  if (more.length === 0) return
  const quotes = usage.includes('<market>') ? ' A name of several words stands in quotes.' : ''
  throw new CommandFailed(`Too many words: ${more.join(' ')}.${quotes}`, true)
}

const sentenceOf = (error: unknown, { typedAs }: Command, url: string | undefined): string => {
  if (error instanceof CommandFailed)
    return error.refusal === null
      ? error.message
      : refusalSentence(error.refusal, { ...TYPED_EVERYWHERE, ...typedAs }, url)
  if (isSilence(error)) return 'The service does not answer. Is it running?'
  // An answer that is no JSON.
  if (error instanceof SyntaxError) return NOT_OURS
  return error instanceof Error ? error.message : String(error)
}

const HELP = `npm run cli -- <command>

${Object.values(COMMANDS)
  .map(({ usage, does }) => `  ${usage}\n      ${does}`)
  .join('\n')}

Name a market by its svc_id, ticker, slug or condition id, or by words that match one market only.
Every command takes --json, which prints nothing but JSON (npm run -s cli -- …), and --url, --key and --subaccount (TRADING_URL, TRADING_KEY,
TRADING_SUBACCOUNT). Without these it uses the service that npm start runs here.`
