/** On a terminal the log is one readable line an event, with its ids. */

import { expect, it } from 'vitest'
import { jsonLog } from '#lambda/log/json-log.ts'
import { readableLine } from '#local/readable-log.ts'
import type { Log } from '#ports/kernel/log.ts'

/** Logged lines, in words. */
const words = (report: (log: Log) => void): ReadonlyArray<string | null> => {
  const lines: Array<string | null> = []
  const log = jsonLog(
    () => new Date(2026, 0, 2, 3, 4, 5).getTime(),
    { function: 'execute-order' },
    (line) => {
      lines.push(readableLine(line))
    },
  )
  report(log)
  return lines
}

it('an event shows its time, function, message and fields', () => {
  expect(words((log) => log.info('order sent', { orderId: '01a2', sends: 1, retried: false }))).toEqual([
    '03:04:05 execute-order  order sent: orderId 01a2, sends 1, retried false',
  ])
})

it('a warning and an error say so, and fields without a value are left out', () => {
  const lines = words((log) => {
    log.warn('no answer', { exchange: 'EXCHANGE_A', status: null })
    log.error('failed')
  })
  expect(lines).toEqual([
    '03:04:05 execute-order  warn no answer: exchange EXCHANGE_A',
    '03:04:05 execute-order  error failed',
  ])
})

it('a metric is not shown', () => {
  expect(words((log) => log.metric('WorkSwept', 3))).toEqual([null])
})

it('a line of the local stack names it, and a line that is no JSON stays as it is', () => {
  const line = JSON.stringify({ level: 'error', message: 'queue feed', queue: 'execute-order', error: 'Error: gone' })
  expect(readableLine(line)).toMatch(
    /^\d\d:\d\d:\d\d local stack {4}error queue feed: queue execute-order, error Error: gone$/,
  )
  for (const other of ['plain words', '[1]', '{"a":1}', '']) expect(readableLine(other)).toBe(other)
})
