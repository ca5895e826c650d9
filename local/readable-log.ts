/** A line of the log in words, for a person at a terminal. */

import { styleText } from 'node:util'
import * as v from 'valibot'

const Line = v.looseObject({
  level: v.picklist(['info', 'warn', 'error']),
  message: v.string(),
  time: v.optional(v.string()),
  function: v.optional(v.string()),
})

const COLOR = { info: 'dim', warn: 'yellow', error: 'red' } as const

/**
 * Time, function and message, then every other field: `02:15:01 execute-order  order sent: orderId 01a2…, sends 1`. A line that is no
 * JSON stays as it is. Null for metrics: an event that matters has a line of its own beside them.
 */
export const readableLine = (line: string): string | null => {
  const parsed = parse(line)
  if (typeof parsed === 'object' && parsed !== null && '_aws' in parsed && !('message' in parsed)) return null
  const reported = v.safeParse(Line, parsed)
  if (!reported.success) return line
  const { level, message, time, function: name, ...fields } = reported.output
  const shown = Object.entries(fields)
    .filter(([field, value]) => !(field === '_aws' || field === 'Failures' || value === null))
    .map(([field, value]) => `${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const head = [clock(time), (name ?? 'local stack').padEnd(14), level === 'info' ? '' : styleText(COLOR[level], level)]
  return `${head.filter((part) => part !== '').join(' ')} ${message}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** In the zone of the terminal. */
const clock = (time: string | undefined): string => {
  const date = time === undefined ? new Date() : new Date(time)
  return styleText('dim', date.toTimeString().slice(0, 8))
}
