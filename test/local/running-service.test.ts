/** What `npm start` runs keeps to itself what is its own, and leaves when asked. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { devOf, newFolder, startProcess } from '../support/npm-start.ts'

describe('a running service', () => {
  it('keeps its port and data to itself and its owner, and leaves when asked', { timeout: 120_000 }, async ({
    onTestFinished,
  }) => {
    const dir = newFolder(onTestFinished)
    const service = await startProcess(onTestFinished, { dir })
    const { base_url } = devOf(dir)
    const open = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        !file.startsWith('bundles') &&
        ((statSync(join(dir, file), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
    )
    expect(open).toEqual([])

    const [samePort, sameData] = await Promise.all([
      startProcess(onTestFinished, { dir: newFolder(onTestFinished), port: new URL(base_url).port }),
      startProcess(onTestFinished, { dir }),
    ])
    expect([samePort.process.exitCode, sameData.process.exitCode]).toEqual([1, 1])
    expect(samePort.said()).toMatch(/^Port \d+ is taken, .*PORT=8788 npm start/)
    expect(sameData.said()).toMatch(/^Another service runs on the data/)

    expect((await fetch(`${base_url}/v1/health`)).status).toBe(200)
    expect(await service.kill('SIGTERM')).toBe(0)
    await expect(fetch(`${base_url}/v1/health`)).rejects.toThrow()
  })

  // The exchanges are played by the same process, and made the keys of their accounts there.
  it('holds no credentials of its first user in its main process once it is ready', { timeout: 120_000 }, async ({
    onTestFinished,
  }) => {
    const dir = newFolder(onTestFinished)
    const service = await startProcess(onTestFinished, {
      dir,
      flags: ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${dir}`],
    })
    service.process.kill('SIGUSR2')
    const heap = await vi.waitFor(
      () => {
        const file = readdirSync(dir).find((name) => name.endsWith('.heapsnapshot')) ?? 'none yet'
        const text = readFileSync(join(dir, file), 'utf8')
        expect(text.trimEnd().endsWith('}')).toBe(true)
        return text
      },
      { timeout: 60_000, interval: 200 },
    )
    const { privateKey, walletKey, publicKey } = JSON.parse(readFileSync(join(dir, 'user.json'), 'utf8')) as UserFile
    const isHeld = (key: string): boolean => heap.includes(key.split('\n')[1] ?? key)
    expect([publicKey, privateKey, walletKey].map(isHeld)).toEqual([true, false, false])
  })
})

interface UserFile {
  readonly privateKey: string
  readonly walletKey: string
  readonly publicKey: string
}
