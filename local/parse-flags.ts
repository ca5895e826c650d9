/** Reads the flags of a command of this repository, such as `npm start`. */

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CannotStart } from './cannot-start.ts'
import { closestWord } from './closest-word.ts'

/** `command` takes flags, as in `npm start --`. `instead` names what replaces flags that exist elsewhere. */
export const parseFlags = <const Options extends ParseArgsOptionsConfig>(
  command: string,
  args: readonly string[],
  options: Options,
  instead: Readonly<Record<string, string>> = {},
) => {
  const known = Object.keys(options).map((name) => `--${name}`)
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'option' && Object.hasOwn(options, token.name)) continue
    const given = args[token.index] ?? ''
    const [name = ''] = given.split('=')
    const closest = closestWord(name, known)
    const meant = closest === null ? instead[name] : `${command} ${closest}`
    const guess = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw new CannotStart(`${command.replace(/ --$/, '')} does not know ${given}.${guess} ${helpOf(command)}`)
  }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split('. ')
    throw new CannotStart(`${sentence.replace(/\n.*/s, '')}. ${helpOf(command)}`)
  }
}

const helpOf = (command: string): string => `${command} --help lists all options.`
