/** The commands as a program of commander: it reads words and options, suggests corrections, and prints the help. */

import { Argument, Option, Command as Parser } from 'commander'
import { VERSION } from '../version.ts'
import type { Choice, Command, Common, LocalCommand, Options } from './command.ts'
import { COMMANDS } from './commands.ts'
import { candidates } from './completion/candidates.ts'
import { PMT } from './pmt.ts'
import type { Environment } from './profiles/config-folder.ts'
import { Profiles } from './profiles/profiles.ts'
import { oneOf, typedValue } from './typed/options.ts'

/** Runs a command that was understood. */
export type Act = (
  command: Command | LocalCommand,
  words: readonly string[],
  options: Options,
  common: Common,
) => Promise<void>

interface Output {
  readonly print: (text: string) => void
  readonly environment: Environment
  readonly width: number
}

/** Throws `CommanderError` or `CommandFailed` for a line that was not understood. */
export const programOf = ({ print, width, environment }: Output, act: Act): Parser => {
  const program = new Parser(PMT)
  program
    .description('Trades prediction markets through your own service.')
    .usage('<command> [options]')
    .version(VERSION, '-V, --version', 'prints the version of this command')
    .helpOption('-h, --help', 'shows the help of a command')
    .helpCommand('help [command]', 'shows the help of a command')
    .option('--profile <name>', 'stored address and key (PMT_PROFILE); local is the service of this folder')
    .option('--json', 'prints nothing but JSON on standard output')
    .option('--url <address>', 'address of the service (TRADING_URL)')
    .option('--key <key>', 'API key (TRADING_KEY)')
    .option('--subaccount <id>', 'subaccount of orders and lists (TRADING_SUBACCOUNT)')
    .addHelpText('after', NOTES)
    .configureHelp({ visibleGlobalOptions: () => [], subcommandTerm: (command) => termOf(command), minWidthToWrap: 30 })
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: () => undefined,
      getOutHelpWidth: () => width,
    })
    .exitOverride()
  for (const [name, command] of Object.entries(COMMANDS)) {
    const parser = program
      .command(name)
      .summary(command.does.split(';')[0] ?? '')
      .description(command.does)
      .helpGroup(`${command.group}:`)
    for (const word of command.words?.split(' ') ?? []) parser.addArgument(argumentOf(word, command.actions ?? []))
    for (const [flags, text] of Object.entries(command.options ?? {})) parser.addOption(optionOf(flags, text))
    parser.action(() => act(command, parser.args, optionsOf(parser), commonOf(program)))
  }
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(() => {
      const words = program.args.slice(1)
      const found = candidates(program, words, new Profiles(environment).names())
      if (found.length > 0) print(found.map(({ word, does }) => `${word}\t${does.split(';')[0]}`).join('\n'))
    })
  return program
}

const termOf = (command: Parser): string => [command.name(), ...command.registeredArguments.map(nameOf)].join(' ')

const nameOf = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

/** Meaning of the words of commands. */
const WORDS: Readonly<Record<string, string>> = {
  market: 'svc_id, ticker, slug or condition id, or words that match one market',
  side: 'buy or sell',
  'name|id': 'name of a new hook, or the id of a hook',
  order: 'with add: buy or sell, a market, qty and, for a LIMIT order, a price',
  'address|id': 'where the events go, or the id of a webhook',
  qty: 'contracts',
  price: 'dollars between 0 and 1, such as 0.42, or cents such as 42c',
  id: 'an id, or at least four letters of it, as tables show them',
}

const ANY_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const argumentOf = (word: string, actions: readonly string[]): Argument => {
  const argument = new Argument(word)
  const said = argument.name() === 'action' ? ANY_OF.format(actions) : WORDS[argument.name().replace(/s$/, '')]
  return said === undefined ? argument : new Argument(word, said)
}

const optionOf = (flags: string, text: string | Choice): Option => {
  if (typeof text !== 'string')
    return new Option(flags, text.does).choices(text.oneOf).argParser((said) => oneOf(text.oneOf, said, nameIn(flags)))
  const option = new Option(flags, text)
  return option.required ? option.argParser((said) => typedValue(said, nameIn(flags))) : option
}

const nameIn = (flags: string): string => flags.split(' ')[0] ?? flags

const optionsOf = (parser: Parser): Options =>
  Object.fromEntries(
    parser.options.map((option) => {
      const value: unknown = parser.getOptionValue(option.attributeName())
      return [option.name(), typeof value === 'string' || typeof value === 'boolean' ? value : undefined]
    }),
  )

const commonOf = (program: Parser): Common => {
  const { url, key, subaccount, profile, json } = optionsOf(program)
  const text = (value: string | boolean | undefined): string | undefined =>
    typeof value === 'string' ? value : undefined
  return { url: text(url), key: text(key), subaccount: text(subaccount), profile: text(profile), json: json === true }
}

const NOTES = `
Name a market by its svc_id, ticker, slug or condition id, or by words that
match one market only.
Options of every command may come before its name or after.
A command uses the service of --url and --key, else of TRADING_URL and
TRADING_KEY, else of the profile that pmt login stored, else the one that
npm start runs in this folder.`
