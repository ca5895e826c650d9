/** A bundler runs for up to a minute. The waiting process answers calls meanwhile, as the keys and the exchanges of one machine must. */

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
  const busy = `import { existsSync, writeFileSync } from 'node:fs'
    for (const end = Date.now() + 10_000; Date.now() < end && !existsSync(process.argv[2] + '/meanwhile'); );
    writeFileSync(process.argv[2] + '/made', existsSync(process.argv[2] + '/meanwhile') ? 'beside others' : 'alone')`
  const meanwhile = setTimeout(() => writeFileSync(join(folder, 'meanwhile'), ''), 100)
  await runBundler(script(busy), folder)
  clearTimeout(meanwhile)
  expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('beside others')
})

it('a failed bundler reports why in its own words', async () => {
  const failing = `console.error('no such module'); process.exit(1)`
  await expect(runBundler(script(failing), folder)).rejects.toThrow(
    expect.objectContaining({ name: 'CannotStart', message: 'The functions cannot be bundled:\nno such module' }),
  )
})
