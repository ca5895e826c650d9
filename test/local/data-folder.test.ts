/** The folder of data: `--fresh` takes away all that a service keeps, and nothing else. */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDataFolder } from '#local/stack/data-folder.ts'
import { startService } from '#local/stack/start-service.ts'

const dir = mkdtempSync(join(tmpdir(), 'fresh-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('nothing of a service is left by a fresh start but its lock, and what is not its own stays', async () => {
  const service = await startService({ port: 0, dir })
  await service.stop()
  writeFileSync(join(dir, 'notes.txt'), 'mine')
  expect(readdirSync(dir)).toContain('exchange-b.db')
  openDataFolder(dir, true).release()
  expect(readdirSync(dir).filter((name) => !name.startsWith('lock'))).toEqual(['notes.txt'])
}, 120_000)
