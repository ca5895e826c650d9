/** A start that fails says what a person can do, and not where in the code it failed. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CannotStart } from '#local/cannot-start.ts'
import { failureOfStart } from '#local/failure-of-start.ts'
import { openDataFolder } from '#local/stack/data-folder.ts'

const ofSqlite = (errcode: number) =>
  Object.assign(new Error(`error ${errcode} of SQLite`), { code: 'ERR_SQLITE_ERROR', errcode })

const where = { port: 80, dir: '/data', command: 'npm start' }
const system = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: of the system, ${syscall} '/data'`), { code, syscall })

it.each([
  [new CannotStart('Another service runs.'), 'Another service runs.'],
  [
    system('EADDRINUSE', 'listen'),
    'Port 80 is taken, perhaps by another npm start. Stop that one, or start beside it: LOCAL_DIR=.local-2 PORT=8788 npm start.',
  ],
  [system('EACCES', 'listen'), 'Port 80 is not yours to open. Choose one from 1024 on: PORT=8788 npm start'],
  [
    system('EACCES', 'mkdir'),
    "/data cannot hold the data: EACCES: of the system, mkdir '/data'. Name another folder: LOCAL_DIR=.local-2 npm start",
  ],
  [system('EEXIST', 'mkdir'), '/data cannot hold the data'],
  [system('ENOTDIR', 'mkdir'), '/data cannot hold the data'],
  [system('EROFS', 'open'), '/data cannot hold the data'],
  [system('ENOSPC', 'write'), '/data cannot hold the data'],
  // Error of Node for a folder in a read-only folder.
  [system('ENOENT', 'mkdir'), '/data cannot hold the data'],
  [ofSqlite(13), '/data cannot hold the data: error 13 of SQLite.'],
  [ofSqlite(14), '/data cannot hold the data'],
  // Read-only, because of its folder.
  [ofSqlite(8 + 6 * 256), '/data cannot hold the data'],
  [ofSqlite(26), 'A file in /data is damaged: error 26 of SQLite. Put back a copy of the folder'],
  [ofSqlite(11), 'A file in /data is damaged'],
])('%s', (error, words) => {
  expect(failureOfStart(error, where)).toContain(words)
})

it('an unknown failure keeps its stack', () => {
  const error = new TypeError('undefined is no function')
  expect(failureOfStart(error, where)).toBe(error)
})

it('a folder whose lock cannot be opened is not taken for that of another service', () => {
  const dir = mkdtempSync(join(tmpdir(), 'damaged-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'lock'), 'no lock of ours, and longer than what every database begins with'.repeat(99))
  expect(() => openDataFolder(dir, 'simulated', false)).toThrow('file is not a database')
})
