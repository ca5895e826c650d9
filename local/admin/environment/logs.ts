/** The log of the functions of a service. */

import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'

export interface LogLine {
  readonly at: Millis
  readonly level: string
  /** The writer: a function, the gateway, or the local stack. */
  readonly function: string
  readonly message: string
  /** All else, as it was logged. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface Logs {
  /** The lines of that time that hold one of the texts, oldest first; all lines if there are no texts. */
  find(texts: readonly string[], from: Millis, until: Millis): Promise<readonly LogLine[]>
}

/** Lambda's lines about functions that ran out of time, ran out of memory or exited, or were not loaded. */
export const CRASHES = ['Task timed out', 'Runtime.ExitError', 'Runtime.ImportModuleError']

const Line = v.looseObject({
  level: v.optional(v.string(), 'info'),
  message: v.optional(v.string()),
  time: v.optional(v.string()),
  function: v.optional(v.string()),
  route: v.optional(v.string()),
})

/**
 * Parses a line of JSON; null for any other line, and for a line that only counts. `at` is the time of arrival, used if
 * the line has none.
 */
export const toLogLine = (text: string, at: Millis): LogLine | null => {
  const read = v.safeParse(Line, parsed(text))
  if (!read.success) return null
  const { level, message, time, function: who, _aws, Failures, ...fields } = read.output
  // Lines of the access log have a route in place of a message.
  if (message === undefined && fields.route === undefined) return null
  const reported = Date.parse(time ?? '')
  return {
    at: Number.isNaN(reported) ? at : reported,
    level,
    function: who ?? (message === undefined ? 'gateway' : 'local stack'),
    message: message ?? 'request answered',
    fields,
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
