/** How large each bundle is, and how long a fresh process takes to load it. */

import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { buildSync } from 'esbuild'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { BUNDLING, buildBundles } from '#infra/bundles.ts'
import { quantile } from '../quantile.ts'
import { textTable } from '../text-table.ts'

export interface Load {
  readonly name: string
  readonly kind: 'bare' | 'api' | 'consumer' | 'schedule'
  readonly kb: number
  /** Of these, what is loaded before the first call. */
  readonly kbAtStart: number
  /** Median over the rounds. */
  readonly ms: number
  /** To the load time of the bare DynamoDB client in the same run. */
  readonly ratio: number
}

/** Every bundle is loaded once a round, so that whatever else the machine does falls on all of them alike. */
export const measureLoads = async (
  dir: string,
  rounds: number,
  progress: (text: string) => void,
): Promise<readonly Load[]> => {
  const bundles = [...bareBundles(dir), ...buildBundles(join(dir, 'bundles'))]
  const times = new Map<string, number[]>(bundles.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const { name, folder } of bundles) times.get(name)?.push(await loadTime(join(folder, 'index.mjs')))
    progress(`module loads: round ${round} of ${rounds}`)
  }
  const msOf = (name: string) => quantile(times.get(name) ?? [], 0.5)
  return bundles.map(({ name, bytes, bytesAtStart }) => ({
    name,
    kind: kindOf(name),
    kb: bytes / 1024,
    kbAtStart: bytesAtStart / 1024,
    ms: msOf(name),
    ratio: msOf(name) / msOf(BARE_CLIENT),
  }))
}

const BARE_CLIENT = 'bare-client'

/** The bare client as our functions bundle it, and with all that the SDK brings: sources of credentials that Lambda does not have. */
const bareBundles = (dir: string) =>
  [
    { name: 'bare-node', source: 'bare-node.ts', options: BUNDLING },
    { name: BARE_CLIENT, source: 'bare-client.ts', options: BUNDLING },
    { name: 'bare-client-whole', source: 'bare-client.ts', options: { ...BUNDLING, alias: {} } },
  ].map(({ name, source, options }) => {
    const folder = join(dir, 'bare', name)
    const outfile = join(folder, 'index.mjs')
    buildSync({ ...options, entryPoints: [fileURLToPath(new URL(source, import.meta.url))], outfile })
    const { size } = statSync(outfile)
    return { name, folder, bytes: size, bytesAtStart: size }
  })

const loadTime = async (file: string): Promise<number> => {
  const script = fileURLToPath(new URL('load-module.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, pathToFileURL(resolve(file)).href], {
    env: { NODE_NO_WARNINGS: '1', AWS_REGION: 'us-east-1' },
  })
  return Number(stdout)
}

const kindOf = (name: string): Load['kind'] => {
  if (name.startsWith('bare-')) return 'bare'
  if (CONSUMERS.some(({ handler }) => handler.spec.name === name)) return 'consumer'
  return SCHEDULES.some(({ handler }) => handler.spec.name === name) ? 'schedule' : 'api'
}

const LIMIT_KB = 450
const LIMIT_KB_LARGER = 650
const LIMIT_RATIO = 1.3

export const loadsText = (loads: readonly Load[]): string =>
  textTable(
    ['', 'KB', 'limit', 'KB at start', 'load ms', '× bare client', ''],
    loads.map(({ name, kind, kb, kbAtStart, ms, ratio }) => {
      const larger = name.includes('credentials') || name.startsWith('search-')
      const limit = kind !== 'api' ? null : larger ? LIMIT_KB_LARGER : LIMIT_KB
      const missed = [
        ...(limit !== null && kb > limit ? ['too large'] : []),
        ...(kind === 'api' && ratio > LIMIT_RATIO ? ['too slow'] : []),
      ]
      const label = kind === 'bare' ? `*${name}*` : name
      const sizes = [kb.toFixed(0), String(limit ?? ''), kbAtStart.toFixed(0)]
      return [label, ...sizes, ms.toFixed(0), ratio.toFixed(2), missed.join(', ')]
    }),
  )
