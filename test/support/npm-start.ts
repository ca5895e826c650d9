/** The service as `npm start` runs it: a process of its own, which a test kills. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

export interface ServiceProcess {
  readonly process: ChildProcess
  readonly said: () => string
  /** Answers its exit code, once it has ended. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

interface Options {
  readonly dir: string
  /** Default: a free one. */
  readonly port?: string
  /** Of Node itself. */
  readonly flags?: readonly string[]
  /** Of `npm start`. */
  readonly options?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Registers work for the end of a test or a file, as `onTestFinished` of a test does. */
export type AtTheEnd = (end: () => Promise<void> | void) => void

/** Resolves when the process is ready, or has ended. The process is killed at the end. */
export const startProcess = async (
  atTheEnd: AtTheEnd,
  { dir, port = '0', flags = [], options = [], environment = {} }: Options,
): Promise<ServiceProcess> => {
  const nodeFlags = ['--disable-warning=ExperimentalWarning', ...flags]
  const child = spawn(process.execPath, [...nodeFlags, 'local/start.ts', ...options], {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env['PATH'], LOCAL_DIR: dir, PORT: port, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = once(child, 'exit')
  const service: ServiceProcess = {
    process: child,
    said: () => said,
    kill: async (signal) => {
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
  atTheEnd(async () => {
    await service.kill('SIGKILL')
  })
  await vi.waitFor(() => expect(said.includes('Ctrl-C stops it') || child.exitCode !== null, said).toBe(true), {
    timeout: 100_000,
    interval: 50,
  })
  return service
}

/** For its data; gone at the end. */
export const newFolder = (atTheEnd: AtTheEnd): string => {
  const folder = mkdtempSync(join(tmpdir(), 'npm-start-'))
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Data that the service writes for scripts once it is ready. */
export interface Dev {
  readonly base_url: string
  readonly api_key: string
  readonly subaccount_id: string
  readonly exchanges: Readonly<Record<ExchangeName, { readonly control_url: string }>>
}

export const devOf = (dir: string): Dev => JSON.parse(readFileSync(join(dir, 'dev.json'), 'utf8')) as Dev
