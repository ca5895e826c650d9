/** A copy of the source tree in a temporary folder, into which a test writes what a developer would write. */

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Addition } from './lines.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const COPIED = [
  'shared',
  'functions',
  'infra',
  'local',
  'packages',
  'client',
  'test/support',
  'docs/openapi.json',
  'package.json',
  'biome.json',
  '.lint',
  'tsconfig.json',
]

/** What is compiled: the service, the local stack, and what stories need. The stacks of `infra` name no exchange and take longest. */
const COMPILED = {
  extends: './tsconfig.json',
  include: [
    'shared',
    'functions',
    'local',
    'packages',
    'test/support/world.ts',
    'test/support/run',
    'test/third-exchange',
  ],
  // They bring those stacks in.
  exclude: ['local/bench', 'local/sam', 'packages/*/test'],
}

export interface Outcome {
  readonly code: number
  readonly output: string
}

export interface CopiedTree {
  /** Puts every file of `folder` into the tree. */
  write(folder: string): void
  put(path: string, text: string): void
  add(additions: Readonly<Record<string, readonly Addition[]>>): void
  /** Runs a program of the installed packages in the tree. */
  run(program: string, ...args: readonly string[]): Promise<Outcome>
  remove(): void
}

export const copiedTree = (): CopiedTree => {
  const folder = mkdtempSync(join(tmpdir(), 'third-exchange-'))
  const filter = (from: string): boolean => from !== join(ROOT, 'client/node_modules')
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter })
  writeFileSync(join(folder, 'tsconfig.copy.json'), JSON.stringify(COMPILED))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return {
    write: (from) => cpSync(from, folder, { recursive: true }),
    put: (path, text) => writeFileSync(join(folder, path), text),
    add: (additions) => {
      for (const [path, all] of Object.entries(additions)) {
        const file = join(folder, path)
        writeFileSync(file, all.reduce(added(path), readFileSync(file, 'utf8')))
      }
    },
    run: (program, ...args) =>
      new Promise((resolve) => {
        // What Node compiles of the copy goes with it.
        const env = { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE: join(folder, 'compiled') }
        const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env }
        execFile(join(ROOT, 'node_modules/.bin', program), args, options, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` }),
        )
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const added =
  (path: string) =>
  (source: string, { after, text }: Addition): string => {
    const at = source.indexOf(after)
    if (at < 0) throw new Error(`${path} no longer holds ${JSON.stringify(after)}: where does a new exchange go?`)
    return `${source.slice(0, at + after.length)}${text}${source.slice(at + after.length)}`
  }
