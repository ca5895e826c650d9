/** `logs`: what the functions log, in plain words; it can follow them. */

import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { readableLine } from '../../readable-log.ts'
import { type Call, type Command, flagOf, isOn, Refusal } from '../command.ts'
import { CRASHES, type LogLine } from '../environment/logs.ts'

/** CloudWatch permits some searches a second in an account, and each takes one for each of four log groups. */
const EVERY = 3 * SECOND
/** CloudWatch shows a line up to so long after it was written. */
const SHOWN_LATE = 20 * SECOND
/** CloudWatch dates a line by its arrival, after the time in it. */
const FORGOTTEN_AFTER = MINUTE
const LONGEST_MINUTES = 7 * 24 * 60

export const logs: Command = {
  summary: 'shows what the functions log, in plain words; --follow continues',
  flags: {
    since: { value: '<minutes>', about: 'how far back it begins', fallback: '15' },
    function: {
      value: '<name>',
      about: 'only lines of this function, such as execute-order; gateway has the requests',
    },
    problems: { value: null, about: 'only warnings and errors' },
    follow: { value: null, about: 'continues with each new line until Ctrl-C' },
  },
  more: 'In AWS it searches the log groups of the deployment every 3 s (logs:FilterLogEvents), and shows a line some seconds after it was written.',
  needsTable: false,
  run: async (call) => {
    const minutes = Number(flagOf(call, 'since'))
    if (!Number.isInteger(minutes) || minutes < 0 || minutes > LONGEST_MINUTES)
      throw new Refusal(`--since must be a whole number of minutes up to ${LONGEST_MINUTES}.`)
    const shown: Shown = new Map()
    let until = call.clock()
    await show(call, until - minutes * MINUTE, shown)
    if (!isOn(call, 'follow')) {
      if (shown.size === 0) call.print(`Nothing was logged in the last ${minutes} minutes.`)
      return 0
    }
    while (!call.signal.aborted) {
      await wait(EVERY, undefined, { signal: call.signal }).catch(() => undefined)
      if (call.signal.aborted) return 0
      const now = call.clock()
      try {
        await show(call, until - SHOWN_LATE, shown)
        until = now
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // The next search has its lines too.
        call.print(error.message)
      }
    }
    return 0
  },
}

/** Lines that were printed, with their time. */
type Shown = Map<string, Millis>

/** Prints the lines since then that are not shown yet. */
const show = async (call: Call, from: Millis, shown: Shown): Promise<void> => {
  const { place, clock, print, flags } = call
  for (const [key, at] of shown) if (at < from - FORGOTTEN_AFTER) shown.delete(key)
  const texts = isOn(call, 'problems') ? ['"level":"warn"', '"level":"error"', ...CRASHES] : []
  const lines = await place.logs.find(texts, from, clock())
  for (const line of lines) {
    if (flags['function'] !== undefined && !isOf(line, flags['function'])) continue
    const key = JSON.stringify(line)
    if (shown.has(key)) continue
    shown.set(key, line.at)
    print(inWords(line))
  }
}

/** Lambda's own lines name a function as CloudFormation does: `TradingWorkers-executeorder1A2B3C4D-aBc`. */
const isOf = (line: LogLine, name: string): boolean =>
  line.function === name || new RegExp(`-${name.replaceAll(/[^a-z]/g, '')}[0-9A-F]{0,8}-`).test(line.function)

const inWords = ({ at, level, message, function: name, fields }: LogLine): string =>
  readableLine(JSON.stringify({ level, message, time: new Date(at).toISOString(), function: name, ...fields })) ??
  message
