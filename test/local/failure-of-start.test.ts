/** A start that fails says what a person can do, and not where in the code it failed. */

import { expect, it } from 'vitest'
import { CannotStart } from '#local/cannot-start.ts'
import { failureOfStart } from '#local/failure-of-start.ts'

const where = { port: 80, dir: '/data', command: 'npm start' }
const system = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: of the system, ${syscall} '/data'`), { code, syscall })

it.each([
  [new CannotStart('Another service runs.'), 'Another service runs.'],
  [system('EADDRINUSE', 'listen'), 'Port 80 is taken, perhaps by another npm start.'],
  [system('EACCES', 'listen'), 'Port 80 is not yours to open. Choose one from 1024 on: PORT=8788 npm start'],
  [
    system('EACCES', 'mkdir'),
    "/data cannot hold the data: EACCES: of the system, mkdir '/data'. Name another folder: LOCAL_DIR=.local-2 npm start",
  ],
  [system('EEXIST', 'mkdir'), '/data cannot hold the data'],
  [system('ENOTDIR', 'mkdir'), '/data cannot hold the data'],
  [system('EROFS', 'open'), '/data cannot hold the data'],
  [system('ENOSPC', 'write'), '/data cannot hold the data'],
])('%s', (error, words) => {
  expect(failureOfStart(error, where)).toContain(words)
})

it('what nobody knows keeps its stack', () => {
  const error = new TypeError('undefined is no function')
  expect(failureOfStart(error, where)).toBe(error)
})
