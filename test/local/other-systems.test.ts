/** The project runs on Linux and macOS, x64 and arm64. macOS is emulated: what it lacks is refused. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTradingClient } from '#client/trading-client.ts'
import { asNpmStart } from '#local/bench/service/as-npm-start.ts'
import { devOf, newFolder } from '../support/npm-start.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const AS_MACOS = new URL('../support/as-macos.ts', import.meta.url).href
/** esbuild would look for its program for macOS. */
const ESBUILD = `${ROOT}node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`

/**
 * Runs the service under npm as on macOS. Resolves with npm's process when the service is ready. The script leaves out
 * the installation, which would install packages for the emulated system, and keeps a shell between npm and Node.
 */
const npmStart = async (dir: string): Promise<ChildProcess> => {
  const project = newFolder(onTestFinished)
  const start = `cd '${ROOT}' && node ${asNpmStart().flags.join(' ')} local/start.ts; exit $?`
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'starts', scripts: { start } }))
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: project,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      LOCAL_DIR: dir,
      PORT: '0',
      NODE_OPTIONS: `--import=${AS_MACOS}`,
      ESBUILD_BINARY_PATH: ESBUILD,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that the whole of it can be killed.
    detached: true,
  })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  onTestFinished(() => killGroup(npm.pid))
  await vi.waitFor(() => expect(said.includes('Ctrl-C stops it') || npm.exitCode !== null, said).toBe(true), {
    timeout: 100_000,
    interval: 50,
  })
  expect(npm.exitCode, said).toBe(null)
  return npm
}

const killGroup = (leader: number | undefined): void => {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

describe.skipIf(process.platform === 'win32')('npm start on macOS', { timeout: 240_000 }, () => {
  it('trades, outlives kill -9 with its data and ends with a killed npm', async () => {
    const dir = newFolder(onTestFinished)
    const first = await npmStart(dir)
    const orderId = await placeOrder(dir)
    killGroup(first.pid)
    await once(first, 'close')

    const second = await npmStart(dir)
    expect(await orderOf(dir, orderId)).toMatchObject({ status: 'EXECUTED' })
    second.kill('SIGKILL')
    // The pipes close when the last process that holds them ends.
    await once(second, 'close')
    await expect(fetch(devOf(dir).base_url)).rejects.toThrow()
  })
})

const clientOf = (dir: string) => {
  const { base_url, api_key } = devOf(dir)
  return createTradingClient({ baseUrl: base_url, apiKey: api_key })
}

const placeOrder = async (dir: string) => {
  const client = clientOf(dir)
  const query = { exchange_name: 'EXCHANGE_A', limit: 1 } as const
  const { data: found } = await client.GET('/v1/markets/search', { params: { query } })
  const { data: placed } = await client.POST('/v1/orders', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      subaccount_id: devOf(dir).subaccount_id,
      svc_id: found?.results[0]?.svc_id ?? null,
      order_type: 'MARKET',
      buy_flag: true,
      qty: 1,
    },
  })
  const svc_order_id = placed?.svc_order_id ?? ''
  expect(await client.waitForOrder(svc_order_id, { timeoutMs: 60_000 })).toMatchObject({ kind: 'ended' })
  return svc_order_id
}

const orderOf = async (dir: string, id: string) =>
  (await clientOf(dir).GET('/v1/orders/{order_id}', { params: { path: { order_id: id } } })).data

interface LockedPackage {
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly integrity?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

describe('package-lock.json', () => {
  const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(`${ROOT}package-lock.json`, 'utf8'),
  )
  const installed = Object.entries(packages).filter(([folder]) => folder.includes('node_modules/'))
  /** Builds of a package for systems, as their own packages. */
  const buildsOf = (folder: string, { optionalDependencies = {} }: LockedPackage): readonly LockedPackage[] =>
    Object.keys(optionalDependencies)
      .flatMap((name) => packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`] ?? [])
      .filter(({ os, cpu }) => os !== undefined && cpu !== undefined)
  const native = installed.flatMap(([folder, one]) => {
    const builds = buildsOf(folder, one)
    return builds.length === 0 ? [] : [[folder, builds] as const]
  })

  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
  ])('has a build of every native package for %s on %s', (os, cpu) => {
    const lacking = native.filter(([, builds]) => !builds.some((one) => one.os?.includes(os) && one.cpu?.includes(cpu)))
    expect(native.length).toBeGreaterThan(5)
    expect(lacking.map(([folder]) => folder)).toEqual([])
  })

  it('has a checksum of every package that npm downloads', () => {
    const unchecked = installed.filter(([, one]) => one.link !== true && one.inBundle !== true && !one.integrity)
    expect(unchecked.map(([folder]) => folder)).toEqual([])
  })

  it('names no two files that differ in case only', () => {
    const folders = installed.map(([folder]) => folder.toLowerCase())
    expect(new Set(folders).size).toBe(folders.length)
  })
})

it('emulation finds the program of esbuild', () => {
  expect(existsSync(ESBUILD)).toBe(true)
})
