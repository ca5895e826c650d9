/** Words that may come next in a line, for the completion of a shell. */

import type { Option, Command as Parser } from 'commander'
import { COMMANDS } from '../commands.ts'

export interface Candidate {
  readonly word: string
  readonly does: string
}

/** Words that some arguments take, by the name of the argument. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  side: ['buy', 'sell'],
  ids: ['all'],
  'seconds|off': ['off'],
  shell: ['bash', 'zsh', 'fish'],
}

/** The words of the line come without the program; the last one is being typed and may be empty. */
export const candidates = (
  program: Parser,
  line: readonly string[],
  profiles: readonly string[],
): readonly Candidate[] => {
  const typing = line.at(-1) ?? ''
  const before = line.slice(0, -1)
  const { parser, words, open } = read(program, before)
  return next(program, parser, { typing, words, open, profiles }).filter(({ word }) => word.startsWith(typing))
}

interface Line {
  readonly typing: string
  /** Words of the command that are no options and no values of options. */
  readonly words: readonly string[]
  /** The option that waits for its value. */
  readonly open: Option | null
  readonly profiles: readonly string[]
}

const next = (program: Parser, parser: Parser | null, { typing, words, open, profiles }: Line): Candidate[] => {
  if (open !== null) return plain(open.long === '--profile' ? [...profiles, 'local'] : (open.argChoices ?? []))
  if (typing.startsWith('-')) return [...(parser?.options ?? []), ...program.options, HELP].map(ofOption)
  if (parser === null) return commandsOf(program)
  if (parser.name() === 'help') return words.length === 0 ? commandsOf(program) : []
  const names = parser.registeredArguments
  const argument = names[words.length] ?? (names.at(-1)?.variadic ? names.at(-1) : undefined)
  const name = argument?.name() ?? ''
  return plain((name === 'action' ? COMMANDS[parser.name()]?.actions : WORDS[name]) ?? [])
}

const HELP = { long: '--help', description: 'shows the help of a command' }

const plain = (words: readonly string[]): Candidate[] => words.map((word) => ({ word, does: '' }))

const ofOption = ({ long, description }: Pick<Option, 'long' | 'description'>): Candidate => ({
  word: long ?? '',
  does: description,
})

const commandsOf = (program: Parser): Candidate[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .map((command) => ({ word: command.name(), does: command.summary() || command.description() }))

/** Finds the command, its words, and an option without its value. */
const read = (program: Parser, before: readonly string[]) => {
  let parser: Parser | null = null
  let open: Option | null = null
  const words: string[] = []
  for (const word of before) {
    if (open !== null) open = null
    else if (word.startsWith('-')) {
      const options: readonly Option[] = [...(parser?.options ?? []), ...program.options]
      open = options.find((option) => option.long === word && option.required) ?? null
    } else if (parser === null) parser = commandNamed(program, word)
    else words.push(word)
  }
  return { parser, words, open }
}

const commandNamed = (program: Parser, name: string): Parser | null =>
  program
    .createHelp()
    .visibleCommands(program)
    .find((one) => one.name() === name) ?? null
