/** A service of `npm start` keeps its data private, stops on request, and leaves nothing behind for a fresh start. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDataFolder } from '#local/stack/data-folder.ts'
import { devOf, newFolder, type ServiceProcess, startProcess } from '../support/npm-start.ts'
import { isLongRun } from '../support/run/plays.ts'

const ends: Array<() => Promise<void> | void> = []
const atTheEnd = (end: () => Promise<void> | void): void => void ends.push(end)

let dir = ''
let snapshots = ''
let service: ServiceProcess
beforeAll(async () => {
  dir = newFolder(atTheEnd)
  snapshots = newFolder(atTheEnd)
  const flags = ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${snapshots}`]
  service = await startProcess(atTheEnd, { dir, flags })
}, 120_000)
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

describe('a running service', { timeout: 120_000 }, () => {
  it('keeps its data to its owner', () => {
    const open = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        !file.startsWith('bundles') &&
        ((statSync(join(dir, file), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
    )
    expect(open).toEqual([])
  })

  it('keeps its port and its data to itself', async () => {
    const { base_url } = devOf(dir)
    const [samePort, sameData] = await Promise.all([
      startProcess(atTheEnd, { dir: newFolder(atTheEnd), port: new URL(base_url).port }),
      startProcess(atTheEnd, { dir }),
    ])
    expect([samePort.process.exitCode, sameData.process.exitCode]).toEqual([1, 1])
    expect(samePort.said()).toMatch(/^Port \d+ is taken, .*PORT=8788 npm start/)
    expect(sameData.said()).toMatch(/^Another service runs on the data/)
    expect((await fetch(`${base_url}/v1/health`)).status).toBe(200)
  })

  // The exchanges are played by the same process, and made the keys of their accounts there. To write and read its whole memory takes seconds.
  it.runIf(isLongRun())('holds no credentials of its first user in its main process once it is ready', async () => {
    service.process.kill('SIGUSR2')
    const heap = await vi.waitFor(
      () => {
        const file = readdirSync(snapshots).find((name) => name.endsWith('.heapsnapshot')) ?? 'none yet'
        const text = readFileSync(join(snapshots, file), 'utf8')
        expect(text.trimEnd().endsWith('}')).toBe(true)
        return text
      },
      { timeout: 60_000, interval: 200 },
    )
    const { privateKey, walletKey, publicKey } = JSON.parse(readFileSync(join(dir, 'user.json'), 'utf8')) as UserFile
    const isHeld = (key: string): boolean => heap.includes(key.split('\n')[1] ?? key)
    expect([publicKey, privateKey, walletKey].map(isHeld)).toEqual([true, false, false])
  })

  it('leaves when asked; then a fresh start takes away all of it but its lock, and nothing that is not its own', async () => {
    const { base_url } = devOf(dir)
    expect(await service.kill('SIGTERM')).toBe(0)
    await expect(fetch(`${base_url}/v1/health`)).rejects.toThrow()

    writeFileSync(join(dir, 'notes.txt'), 'mine')
    expect(readdirSync(dir)).toContain('exchange-b.db')
    openDataFolder(dir, 'simulated', true).release()
    // The marker names the kind of accounts that the folder is for.
    expect(readdirSync(dir).filter((name) => !name.startsWith('lock'))).toEqual(['accounts', 'notes.txt'])
  })
})

interface UserFile {
  readonly privateKey: string
  readonly walletKey: string
  readonly publicKey: string
}
