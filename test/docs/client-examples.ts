/** The examples of a guide for the clients: each block of `python`, `ts` and `sh pmt` in its last section is a whole program. */

import { execFile, execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { BuiltClient } from '../support/built-client.ts'
import { blocksOf } from './guide-steps.ts'

export type ClientLanguage = 'python' | 'ts' | 'sh pmt'

export interface ClientExample {
  readonly language: ClientLanguage
  readonly line: number
  readonly program: string
  /** Output in the block after it, with `…` for what differs each time; null if none is shown. */
  readonly shown: string | null
}

const SECTION = '## In Python, TypeScript and the command'
const LANGUAGES: Readonly<Record<string, ClientLanguage>> = { python: 'python', ts: 'ts', 'sh pmt': 'sh pmt' }

/** Returns the examples of a page; none if it has no such section. */
export const clientExamplesOf = (page: string): readonly ClientExample[] => {
  const from = page.indexOf(SECTION)
  if (from < 0) return []
  const [section = ''] = page.slice(from).split(/\n## (?!In Python)/)
  const before = page.slice(0, from).split('\n').length - 1
  const blocks = blocksOf(section)
  return blocks.flatMap(({ info, text, line }, n) => {
    const language = LANGUAGES[info]
    const next = blocks[n + 1]
    if (language === undefined) return []
    return [{ language, program: text, line: line + before, shown: next?.info === 'text' ? next.text : null }]
  })
}

/** Interpreter that has the packages of the Python client; null if there is none. Its environment is made by `npm run python`. */
export const pythonOfClient = (): string | null => {
  const own = resolve('clients/python/.venv/bin/python')
  return [own, 'python3'].find((python) => (python !== own || existsSync(own)) && canImport(python)) ?? null
}

const PYTHON_SOURCES = resolve('clients/python/src')

const canImport = (python: string): boolean => {
  try {
    execFileSync(python, ['-c', 'import pmtrading'], {
      env: { ...process.env, PYTHONPATH: PYTHON_SOURCES },
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

interface Place {
  readonly client: BuiltClient
  readonly python: string
  readonly variables: Readonly<Record<'TRADING_URL' | 'TRADING_KEY' | 'TRADING_SUBACCOUNT', string>>
}

/** Runs the program as its reader would, and returns its output. Rejects if it fails. */
export const runExample = async ({ language, program }: ClientExample, place: Place): Promise<string> => {
  const { folder, pmt } = place.client
  const env = { ...process.env, ...place.variables, PYTHONPATH: PYTHON_SOURCES, PMT: pmt, NO_COLOR: '1' }
  const run = async (command: string, words: readonly string[]): Promise<string> =>
    (await promisify(execFile)(command, words, { cwd: folder, env, timeout: 100_000 })).stdout
  if (language === 'python') return run(place.python, ['-c', program])
  if (language === 'sh pmt') return run('bash', ['-ec', `${SHELL}\n${program}`])
  const file = join(folder, 'example-of-guide.ts')
  writeFileSync(file, program)
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', file])
}

/** The command as it is installed, and `pick` of the quickstart's shell. */
const SHELL = `pmt() { node "$PMT" "$@"; }
pick() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))$1"; }`

/** True if the output is as shown. */
export const isShown = (shown: string, output: string): boolean => {
  const pattern = shown
    .trim()
    .split('…')
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^]*')
  return new RegExp(`^${pattern}$`).test(output.trim())
}
