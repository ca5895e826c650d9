/** The log files of a local service are bounded, private, and can be searched. */

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localLogs } from '#local/admin/environment/local-logs.ts'
import { logFilesIn, openLogFiles } from '#local/stack/log-files.ts'

let parent = ''
let folder = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'logs-'))
  folder = join(parent, 'logs')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const line = (n: number): string =>
  JSON.stringify({
    level: 'info',
    message: 'order stored',
    time: new Date(n).toISOString(),
    function: 'f',
    orderId: `id-${n}`,
  })

it('only the newest files stay, each of bounded size, and their owner alone can read them', () => {
  const files = openLogFiles(folder, 500)
  for (let n = 0; n < 100; n += 1) files.write(line(n))
  files.close()
  const kept = logFilesIn(folder)
  expect(kept).toHaveLength(5)
  for (const file of kept) expect([statSync(file).size < 700, statSync(file).mode & 0o777]).toEqual([true, 0o600])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readFileSync(kept.at(-1) ?? '', 'utf8')).toContain('id-99')
})

it('a later run continues in the newest file', async () => {
  for (const n of [1, 2]) {
    const files = openLogFiles(folder)
    files.write(line(n))
    files.close()
  }
  expect(logFilesIn(folder)).toHaveLength(1)
  expect(await localLogs(folder).find(['id-'], 0, 10)).toHaveLength(2)
})

it('lines are found over all files by any text and within the time, oldest first', async () => {
  const files = openLogFiles(folder, 500)
  for (let n = 0; n < 15; n += 1) files.write(line(n))
  files.write('no JSON id-3')
  files.write(JSON.stringify({ level: 'error', message: 'queue feed', error: 'id-3' }))
  files.close()
  const found = await localLogs(folder).find(['id-3"', 'id-12"', 'id-9"'], 4, 20)
  expect(found.map(({ message, at }) => [message, at])).toEqual([
    ['order stored', 9],
    ['order stored', 12],
    ['queue feed', 14],
  ])
  await expect(localLogs(join(folder, 'none')).find(['id'], 0, 20)).rejects.toThrow(/none is gone; /)
})

it('a line written after the end is dropped', () => {
  const files = openLogFiles(folder)
  files.close()
  expect(() => files.write(line(1))).not.toThrow()
})
