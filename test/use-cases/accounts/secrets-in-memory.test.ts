/** Opened secrets leave the memory of a process after their time, even without another read. */

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('a heap snapshot holds the opened secrets of an account and of a webhook, and none after their time', () => {
  const child = new URL('./secrets-in-memory.child.ts', import.meta.url).pathname
  const said = execFileSync(process.execPath, ['--expose-gc', '--no-warnings', child], { encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual({ opened: 3, before: 3, after: 0, keepers: 3 })
})
