/** A service that ends because its disk fails says what a person can do, and that nothing is lost. */

import { expect, it } from 'vitest'
import { failureOfRun } from '#local/failure-of-run.ts'

it.each([
  [Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
  [Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'write' })],
])('%s', (error) => {
  expect(failureOfRun(error, '/data')).toBe(
    `/data cannot hold the data: ${error.message}. The service has stopped. Make room there, and start it again: ` +
      'all that it has answered is stored, and orders go on where they are.',
  )
})

it('an unknown failure keeps its stack', () => {
  const error = new TypeError('undefined is no function')
  expect(failureOfRun(error, '/data')).toBe(error)
})
