/** Bundling takes up to a minute: whoever waits for it meanwhile answers calls, as the keys and the exchanges of one machine must. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { runBundler } from '#local/stack/lambdas/run-bundler.ts'

const folder = mkdtempSync(join(tmpdir(), 'bundler-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const script = (text: string): URL => {
  const file = join(folder, `${text.length}.mjs`)
  writeFileSync(file, text)
  return pathToFileURL(file)
}

it('runs beside everything else, and says where it writes to', async () => {
  const busy = `import { writeFileSync } from 'node:fs'
    for (const end = Date.now() + 500; Date.now() < end; );
    writeFileSync(process.argv[2] + '/made', '')`
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  }, 10)
  await runBundler(script(busy), folder)
  clearInterval(turning)
  expect(turns).toBeGreaterThan(10)
  expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('')
})

it('tells in its own words why it failed', async () => {
  const failing = `console.error('no such module'); process.exit(1)`
  await expect(runBundler(script(failing), folder)).rejects.toThrow(
    expect.objectContaining({ name: 'CannotStart', message: 'The functions cannot be bundled:\nno such module' }),
  )
})
