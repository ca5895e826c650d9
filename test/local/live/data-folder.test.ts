/** A data folder belongs to one kind of accounts. */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startKms } from '#local/stack/aws/kms.ts'
import { openDataFolder } from '#local/stack/data-folder.ts'

const newFolder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'kind-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

describe('a data folder', () => {
  it('names the kind of accounts that it was begun with, and takes no other', () => {
    const dir = newFolder()
    openDataFolder(dir, 'paper', false).release()
    expect(readFileSync(join(dir, 'accounts'), 'utf8')).toBe('paper\n')
    openDataFolder(dir, 'paper', false).release()
    expect(() => openDataFolder(dir, 'production', false)).toThrow(
      `${dir} holds data of paper accounts, and a service never mixes two kinds. Start this one in a folder of its own ` +
        '(without LOCAL_DIR: .local-production), or the other one with its own flags: npm start -- --markets live',
    )
  })

  it('of an earlier version, without a name, holds simulated accounts', () => {
    const dir = newFolder()
    mkdirSync(join(dir, 'dynamodb'))
    expect(() => openDataFolder(dir, 'demo', false)).toThrow('holds data of simulated accounts')
    openDataFolder(dir, 'simulated', false).release()
  })

  it('is not emptied by a fresh start of another kind', () => {
    const dir = newFolder()
    openDataFolder(dir, 'production', false).release()
    writeFileSync(join(dir, 'kms.key'), 'a key')
    expect(() => openDataFolder(dir, 'simulated', true)).toThrow('holds data of production accounts')
    expect(existsSync(join(dir, 'kms.key'))).toBe(true)
  })

  it('with a name that is no kind is damaged', () => {
    const dir = newFolder()
    writeFileSync(join(dir, 'accounts'), 'pap')
    expect(() => openDataFolder(dir, 'paper', false)).toThrow('accounts is damaged: it names no kind of accounts')
  })
})

describe('the key file', () => {
  it('is for its owner alone, and a shared one is refused with the command that mends it', async () => {
    const file = join(newFolder(), 'kms.key')
    const kms = await startKms(file, true)
    await kms.stop()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    chmodSync(file, 0o640)
    await expect(startKms(file, true)).rejects.toThrow(`chmod 600 ${file}`)
    const simulated = await startKms(file)
    await simulated.stop()
  })
})
