/** Production bundle of every Lambda: AWS and one machine run the same. */

import { cpSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, buildSync, type Metafile } from 'esbuild'
import { chunked } from '#domain/kernel/chunked.ts'
import { ON_ALARM } from '#functions/alarms/alarms.ts'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { SOCKETS } from '#functions/sockets/sockets.ts'
import { buildPage } from './page.ts'

export interface Bundle {
  readonly name: string
  /** Folder with `index.mjs`, whose export `handler` is the Lambda. */
  readonly folder: string
  readonly bytes: number
  /** Modules in it, relative to the project, with the bytes of each. */
  readonly inputs: ReadonlyMap<string, number>
}

/** Every Lambda of the tables of contents. */
export const LAMBDAS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES, ...SOCKETS, ...ON_ALARM]

/** Lambdas that are bundled at once: all together would take more than 2 GB of memory, eight take 0.6 GB. */
const BATCH = 8

/** Writes `<outDir>/<name>/index.mjs` for every Lambda, its files beside it, and source maps if wanted. */
export const buildBundles = (outDir = 'dist', { maps = true } = {}): readonly Bundle[] => {
  for (const { handler } of LAMBDAS) rmSync(join(outDir, handler.spec.name), { recursive: true, force: true })
  const bundles = chunked(LAMBDAS, BATCH).flatMap((batch) => {
    const { outputs } = bundled({
      sourcemap: maps && BUNDLING.sourcemap,
      entryPoints: entryPointsOf(batch),
      outdir: outDir,
    })
    return batch.map(({ handler }) => bundleOf(handler.spec.name, outDir, outputs))
  })
  copyBesides(LAMBDAS, outDir)
  buildPages(LAMBDAS, outDir)
  return bundles
}

/**
 * Writes the same functions with shared chunks in one run of the bundler: twenty times as fast, for a machine that runs all of them. Returns all
 * files that were read, relative to the project.
 */
export const buildTogether = (outDir: string): readonly string[] => {
  const { inputs } = bundled({
    sourcemap: false,
    splitting: true,
    entryPoints: entryPointsOf(LAMBDAS),
    outdir: outDir,
    chunkNames: 'parts/[hash]',
  })
  copyBesides(LAMBDAS, outDir)
  return [...Object.keys(inputs), ...LAMBDAS.flatMap(besidesOf), ...buildPages(LAMBDAS, outDir)]
}

const entryPointsOf = (lambdas: ReadonlyArray<(typeof LAMBDAS)[number]>) =>
  Object.fromEntries(lambdas.map(({ file, handler }) => [`${handler.spec.name}/index`, file]))

const copyBesides = (lambdas: typeof LAMBDAS, outDir: string): void => {
  for (const lambda of lambdas)
    for (const [place, from] of besidesOf(lambda).entries())
      cpSync(from, join(outDir, lambda.handler.spec.name, lambda.handler.spec.files?.[place] ?? ''))
}

/** Writes the page that a function serves into the folder `page` beside it. Returns all files that were read. */
const buildPages = (lambdas: typeof LAMBDAS, outDir: string): readonly string[] =>
  lambdas.flatMap(({ handler: { spec } }) =>
    spec.page === undefined ? [] : buildPage(spec.page, join(outDir, spec.name, 'page')).inputs,
  )

/** Files of the project that the function reads beside itself. */
const besidesOf = ({ file, handler }: (typeof LAMBDAS)[number]): readonly string[] =>
  (handler.spec.files ?? []).map((beside) => join(dirname(file), beside))

/** An indirect dependency still calls `require`, which an ES module does not have. */
const REQUIRE =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);"

/** Options of the bundler for all Lambdas. */
export const BUNDLING = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The SDK's module builds can be tree-shaken; its CommonJS builds cannot (329 KB against 526 KB for the DynamoDB client).
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': fileURLToPath(
      new URL('../shared/adapters/aws/environment-credentials.ts', import.meta.url),
    ),
    '@modelcontextprotocol/server/_shims': fileURLToPath(
      new URL('../shared/adapters/agents/no-schema-validator.ts', import.meta.url),
    ),
  },
  sourcemap: 'external',
  logLevel: 'error',
  banner: { js: REQUIRE },
} satisfies BuildOptions

/** Bundles, and returns the files that were read and written. */
const bundled = (options: BuildOptions): Metafile =>
  buildSync({ ...BUNDLING, outExtension: { '.js': '.mjs' }, ...options, metafile: true }).metafile

const bundleOf = (name: string, outDir: string, outputs: Metafile['outputs']): Bundle => {
  const output = outputs[relative(process.cwd(), join(outDir, name, 'index.mjs'))]
  if (output === undefined) throw new Error(`esbuild made no bundle of ${name}`)
  const inputs = Object.entries(output.inputs).map(([input, { bytesInOutput }]) => [input, bytesInOutput] as const)
  return { name, folder: `${outDir}/${name}`, bytes: output.bytes, inputs: new Map(inputs) }
}
