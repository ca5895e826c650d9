/** Reads the values of options. */

import { distance } from 'fastest-levenshtein'
import type { Market } from '../../trading-client.ts'
import { CommandFailed, type Options } from '../command.ts'
import { numberOf } from './read-words.ts'

/** The value of an option. One that looks like another option was forgotten. */
export const typedValue = (said: string, flag: string): string => {
  if (said.startsWith('--'))
    throw new CommandFailed(`The value of ${flag} is missing: ${said} is another option.`, true)
  return said
}

/** Finds the word in either case. Otherwise names all words, and the closest one. */
export const oneOf = <Word extends string>(words: readonly Word[], said: string, what: string): Word => {
  const found = words.find((word) => word.toLowerCase() === said.toLowerCase())
  if (found !== undefined) return found
  const close = closest(words, said)
  const hint = close === null ? '' : ` Did you mean ${close}?`
  throw new CommandFailed(`${what} must be one of ${words.join(', ')}.${hint}`, true)
}

/** The word that differs from the typed one by two letters at most, and by less than half of it. */
const closest = (words: readonly string[], said: string): string | null => {
  const [best] = words
    .map((word) => ({ word, far: distance(word.toLowerCase(), said.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  return best !== undefined && best.far <= 2 && best.far < said.length / 2 ? best.word : null
}

export const EXCHANGE = { does: 'only this exchange', oneOf: ['A', 'B', 'EXCHANGE_A', 'EXCHANGE_B'] } as const

/** The exchange by its whole name; null if none was typed. */
export const exchangeOf = ({ exchange }: Options): Market['exchange_name'] | null => {
  if (exchange === undefined) return null
  return String(exchange).endsWith('A') ? 'EXCHANGE_A' : 'EXCHANGE_B'
}

export const wholeNumber = (options: Options, name: string, otherwise: number): number => {
  const said = options[name]
  if (said === undefined) return otherwise
  if (!/^[1-9]\d{0,3}$/.test(String(said)))
    throw new CommandFailed(`--${name} must be a whole number from 1 to 9999.`, true)
  return Number(said)
}

/** How long to wait, in seconds. Read before anything is sent: a wrong word places nothing. */
export const waitOf = ({ wait }: Options, otherwise: number): number =>
  wait === undefined ? otherwise : numberOf(wait, '--wait')
