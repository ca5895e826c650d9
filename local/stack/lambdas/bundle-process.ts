/** A process that bundles the Lambdas into a cache and ends, because bundling takes memory that nobody needs afterwards. */

import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { BUNDLING, buildTogether } from '#infra/bundles.ts'
import { lockFile } from '../file-lock.ts'
import { type BundleCache, bundleCache } from './bundle-cache.ts'
import { declareLambdas } from './declare-lambdas.ts'

/** Files that decide how the sources are bundled, and the facts stored beside the bundles. */
const TOOLS = [
  'package.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
  'infra/bundles.ts',
  'functions/api/routes.ts',
  'functions/api/wrong-methods.ts',
  'functions/queues/consumers.ts',
  'functions/schedules/schedules.ts',
  'local/stack/lambdas/bundle-process.ts',
  'local/stack/lambdas/declare-lambdas.ts',
  'local/stack/lambdas/declared-lambdas.ts',
]

/** Threads: from their sources they would take twice the memory, and longer to start. */
const WORKERS = ['local/stack/lambdas/lambda-worker.ts', 'packages/local-dynamodb/table-worker.ts']

/** How long another process may take that bundles the same. */
const PATIENCE_MS = 120_000

const main = (dir: string): void => {
  mkdirSync(dir, { recursive: true })
  const release = lockFile(join(dir, 'lock'), PATIENCE_MS)
  if (release === null) throw new Error(`Another process has been bundling into ${dir} for two minutes.`)
  const cache = bundleCache(process.cwd(), dir)
  // Another process may have built them while this one waited. Changes during a build may or may not be in it.
  while (cache.find() === null && !build(cache));
  release()
}

/** False when a file changed meanwhile: then nothing is kept. */
const build = (cache: BundleCache): boolean => {
  const began = Date.now()
  const folder = cache.newFolder()
  const reads = buildTogether(folder)
  const { metafile } = buildSync({
    ...BUNDLING,
    sourcemap: false,
    metafile: true,
    entryPoints: WORKERS,
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
  })
  const files = [...new Set([...TOOLS, ...reads, ...Object.keys(metafile.inputs)])]
  if (files.some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? began) > began)) return false
  cache.keep(folder, files, declareLambdas())
  return true
}

main(process.argv[2] ?? '')
