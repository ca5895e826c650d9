/** The log in plain words: filtered, followed without a gap or a repetition, and ended by its signal. */

import { expect, it } from 'vitest'
import type { LogLine } from '#local/admin/environment/logs.ts'
import type { Place } from '#local/admin/environment/place.ts'
import { run } from '#local/admin/run.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const line = (at: number, name: string, message: string, level = 'info'): LogLine => ({
  at,
  level,
  function: name,
  message,
  fields: { orderId: 'one' },
})
const LINES = [
  line(NOW - 60_000, 'execute-order', 'order sent'),
  line(NOW - 15_000, 'sync-account', 'position mismatch', 'warn'),
]

const logs = async (args: readonly string[], find: Place['logs']['find'] = async () => LINES, signal?: AbortSignal) => {
  const printed: string[] = []
  const place = { name: 'x', ifSilent: '', logs: { find }, close: () => undefined }
  const code = await run(['logs', ...args], {
    print: (text) => void printed.push(text),
    complain: (text) => void printed.push(text),
    environment: {},
    clock: () => NOW,
    openPlace: async () => place as unknown as Place,
    ...(signal === undefined ? {} : { signal }),
  })
  return { code, printed }
}

it('each line has its time, function, message and fields', async () => {
  const { code, printed } = await logs([])
  expect(code).toBe(0)
  expect(printed.join('\n')).toMatch(
    /execute-order +order sent: orderId one\n.*sync-account .*warn.* position mismatch/,
  )
  expect((await logs(['--function', 'execute-order'])).printed).toHaveLength(1)
  const crash = [line(NOW, 'TradingWorkers-executeorder1A2B3C4D-aBcD', 'Task timed out after 15.00 seconds', 'error')]
  expect((await logs(['--function', 'execute-order'], async () => crash)).printed).toHaveLength(1)
  expect((await logs(['--function', 'execute'], async () => crash)).printed).toEqual([
    expect.stringMatching(/^Nothing/),
  ])
  expect((await logs([], async () => [])).printed).toEqual(['Nothing was logged in the last 15 minutes.'])
})

it('searches for warnings, errors and crashes if only problems are asked for', async () => {
  const asked: unknown[] = []
  await logs(['--problems', '--since', '60'], async (...search) => {
    asked.push(search)
    return []
  })
  expect(asked).toEqual([
    [
      ['"level":"warn"', '"level":"error"', 'Task timed out', 'Runtime.ExitError', 'Runtime.ImportModuleError'],
      NOW - 3_600_000,
      NOW,
    ],
  ])
})

it('follows with each new line once, until it is ended', async () => {
  const ended = new AbortController()
  let searches = 0
  const { code, printed } = await logs(
    ['--follow'],
    async (_texts, from) => {
      searches += 1
      if (searches < 2) return LINES
      ended.abort()
      return [...LINES.filter(({ at }) => at >= from), line(NOW - 5_000, 'cancel-order', 'cancel sent')]
    },
    ended.signal,
  )
  expect([code, searches, printed.length]).toEqual([0, 2, 3])
  expect(printed[2]).toContain('cancel sent')
}, 15_000)

it.each([
  [['--since', 'yesterday'], '--since must be a whole number of minutes'],
  [['--follow=yes'], '--follow takes no value.'],
  [['--folow'], 'Did you mean --follow?'],
])('%j is refused', async (args, words) => {
  const { code, printed } = await logs(args)
  expect([code, printed.join('')]).toEqual([2, expect.stringContaining(words)])
})
