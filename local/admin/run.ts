/**
 * Carries out one command line of the operator. Answers the exit code: 1 if the command found something wrong or the service does not answer,
 * 2 if it makes no sense.
 */

import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import type { Clock } from '#ports/kernel/clock.ts'
import { closestWord } from '../closest-word.ts'
import { type Command, Refusal } from './command.ts'
import { COMMANDS } from './commands.ts'
import { openPlace, PLACE_FLAGS } from './environment/open-place.ts'
import type { Place } from './environment/place.ts'
import { silenceOf } from './environment/silence-of.ts'
import { silenceOfTable } from './environment/silence-of-place.ts'
import { helpOf, USAGE } from './help.ts'

export interface Terminal {
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Ends a command that continues until then; by default none does. */
  readonly signal?: AbortSignal
  /** Finds the service; a test has its own. */
  readonly openPlace?: typeof openPlace
}

export const run = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  const { print, complain, environment, clock, signal = new AbortController().signal } = terminal
  try {
    const [first = '--help', ...others] = args
    const isHelp = ['help', '--help', '-h'].includes(first)
    const [name, ...rest] = isHelp ? [...others, '--help'] : args
    if (name === undefined || name === '--help') {
      print(USAGE)
      return 0
    }
    const command = commandNamed(name)
    const { words, flags } = read(name, command, rest)
    if (flags['help'] !== undefined) {
      print(helpOf(name, command))
      return 0
    }
    checkAll(name, command, words, flags)
    const place = await (terminal.openPlace ?? openPlace)(flags, environment)
    return await at(place, complain, () => {
      const done = command.run({ place, words, flags, clock, print, signal })
      return command.needsTable === false ? done : orSilence(place, complain, done)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    complain(error.message)
    return 2
  }
}

const at = async (place: Place, complain: Terminal['complain'], act: () => Promise<number>): Promise<number> => {
  try {
    return await act()
  } catch (error) {
    const why = silenceOf(error)
    if (why === null) throw error
    complain(`${place.name} does not answer: ${why.replace(/\.$/, '')}. ${place.ifSilent}`)
    return 1
  } finally {
    place.close()
  }
}

/** Gives up if the table answers nothing: a suspended service takes requests, and never answers them. */
const orSilence = (place: Place, complain: Terminal['complain'], done: Promise<number>): Promise<number> =>
  Promise.race([
    done,
    silenceOfTable(place).then((words) => {
      complain(`${place.name} does not answer: ${words}. ${place.ifSilent}`)
      return 1
    }),
  ])

const commandNamed = (name: string): Command => {
  const command = COMMANDS[name]
  if (command === undefined)
    throw new Refusal(
      `There is no command ${name}.${guess(name, Object.keys(COMMANDS))} npm run admin -- --help lists all.`,
    )
  return command
}

const read = (name: string, command: Command, args: readonly string[]) => {
  const known = [...Object.keys({ ...PLACE_FLAGS, ...command.flags }), 'help']
  const isSwitch = (flag: string): boolean => flag === 'help' || command.flags?.[flag]?.value === null
  const option = (flag: string): ParseArgsOptionDescriptor => {
    if (flag === 'help') return { type: 'boolean', short: 'h' }
    return { type: isSwitch(flag) ? 'boolean' : 'string' }
  }
  const options = Object.fromEntries(known.map((flag) => [flag, option(flag)]))
  const { tokens = [] } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true })
  const words: string[] = []
  const flags: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const flag = token.name
    const again = `npm run admin -- ${name} --help shows all.`
    if (!known.includes(flag)) throw new Refusal(`${name} does not know --${flag}.${guess(flag, known, '--')} ${again}`)
    if (isSwitch(flag) && token.value !== undefined) throw new Refusal(`--${flag} takes no value. ${again}`)
    if (!isSwitch(flag) && (token.value === undefined || token.value === ''))
      throw new Refusal(`--${flag} needs a value. ${again}`)
    flags[flag] = token.value ?? ''
  }
  for (const [flag, { fallback }] of Object.entries(command.flags ?? {}))
    if (fallback !== undefined) flags[flag] ??= fallback
  return { words, flags }
}

const checkAll = (
  name: string,
  { words: requested = [], flags: about = {} }: Command,
  words: readonly string[],
  flags: Readonly<Record<string, string>>,
): void => {
  const missing = Object.entries(about).find(([flag, { needed }]) => needed === true && flags[flag] === undefined)
  if (missing !== undefined)
    throw new Refusal(`${name} needs --${missing[0]} ${missing[1].value}: ${missing[1].about}.`)
  if (words.length < requested.length) throw new Refusal(`${name} needs ${requested[words.length]}.`)
  if (words.length > requested.length) throw new Refusal(`${name} does not know what ${words[requested.length]} is.`)
}

const guess = (given: string, known: readonly string[], prefix = ''): string => {
  const closest = closestWord(given, known)
  return closest === null ? '' : ` Did you mean ${prefix}${closest}?`
}
