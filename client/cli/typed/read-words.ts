/** Parses the words of a command line; a wrong word is a usage error. */

import { CommandFailed, type Session } from '../command.ts'

export const SIDES = ['buy', 'sell'] as const

export const numberOf = (text: string | boolean | undefined, what: string): number => {
  if (text === undefined) throw new CommandFailed(`${what} is missing.`, true)
  // No other notation: a slip of the finger, such as 0x10, is no quantity.
  if (typeof text !== 'string' || !/^-?(\d+\.?\d*|\.\d+)$/.test(text.trim()))
    throw new CommandFailed(`${what} must be a number.`, true)
  if (text.trim().startsWith('-')) throw new CommandFailed(`${what} must not be negative.`, true)
  return Number(text)
}

/** A price or a distance of prices in dollars: `0.42`, or in cents `42c`. A bare 42 may be either, and is refused. */
export const priceOf = (text: string | boolean | undefined, what: string): number => {
  const [, digits, isCents] = /^(\d+\.?\d*|\.\d+)(c|¢)?$/i.exec(String(text).trim()) ?? []
  if (digits === undefined) return numberOf(text, what)
  const dollars = isCents === undefined ? Number(digits) : Number((Number(digits) / 100).toFixed(6))
  if (dollars < 1) return dollars
  const cents = isCents === undefined && dollars < 100 ? ` For ${digits} cents write ${digits}c.` : ''
  throw new CommandFailed(`${what} is ${text}, and prices are dollars between 0 and 1.${cents}`, true)
}

/** `90`, `90s`, `10m` or `2h`, in seconds. */
export const secondsOf = (text: string | boolean | undefined, what: string): number => {
  const [, number, unit = 's'] = /^(\d{1,5})([smh]?)$/.exec(String(text)) ?? []
  if (number === undefined) throw new CommandFailed(`${what} must be a duration, such as 90s, 10m or 2h.`, true)
  return Number(number) * (SECONDS[unit] ?? 1)
}

/** When something ends: a time, or a duration from now such as `30m`. */
export const timeOf = (text: string | boolean | undefined, what: string): string => {
  if (typeof text === 'string' && /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))) {
    if (text.includes(':') && !/(Z|[+-]\d\d:?\d\d)$/i.test(text))
      throw new CommandFailed(`${what} lacks its zone. Write ${text}Z for UTC.`, true)
    return text
  }
  const [, number, unit = ''] = /^(\d{1,5})([smh])$/.exec(String(text)) ?? []
  if (number === undefined)
    throw new CommandFailed(
      `${what} must be a time, such as 2030-01-31T18:00:00Z, or a duration, such as 30m or 2h.`,
      true,
    )
  return new Date(Date.now() + Number(number) * (SECONDS[unit] ?? 1) * 1_000).toISOString()
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 }

/** The subaccount for orders. */
export const subaccountOf = ({ subaccountId }: Session): string => {
  if (subaccountId === null)
    throw new CommandFailed(
      'Which subaccount? Give --subaccount, or set TRADING_SUBACCOUNT; the command subaccounts lists yours.',
      true,
    )
  return subaccountId
}
