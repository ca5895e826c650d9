/** Options that several commands read. */

import type { Market } from '../trading-client.ts'
import { CommandFailed, type Options } from './command.ts'
import { numberOf } from './read-words.ts'

/** Values that `--exchange` takes, beside the whole name. */
const BY_LETTER: Readonly<Record<Letter, Market['exchange_name']>> = { A: 'EXCHANGE_A', B: 'EXCHANGE_B' }
type Letter = Market['exchange_name'] extends `EXCHANGE_${infer One}` ? One : never

export const exchangeOf = (options: Options): Market['exchange_name'] | null => {
  const said = options['exchange']
  if (said === undefined) return null
  const found = Object.entries(BY_LETTER).find(([letter, name]) => said === letter || said === name)
  if (found === undefined) throw new CommandFailed(`--exchange is ${Object.keys(BY_LETTER).join(' or ')}.`, true)
  return found[1]
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
