/** Writes of real accounts outlive a power cut: each waits for the disk. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTable } from '../start-table.ts'
import { openTables } from '../tables.ts'

const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'durability-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'rows.db')
}

describe('the durability of a table', () => {
  it('is full synchronisation on request, read back from SQLite, and also for a file that was opened without it', () => {
    const file = newFile()
    const usual = openTables(file)
    expect(usual.durability).toBe('process')
    usual.close()
    const durable = openTables(file, 'power')
    expect(durable.durability).toBe('power')
    durable.close()
  })

  it('reaches the thread of the engine, which reports it', async () => {
    const engine = await startTable({ file: newFile(), durability: 'power' })
    onTestFinished(engine.stop)
    expect(engine.durability).toBe('power')
  })
})
