/** The production bundle of every Lambda: what AWS runs is what a laptop runs. */

import { cpSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, buildSync, type Metafile } from 'esbuild'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'

export interface Bundle {
  readonly name: string
  /** Folder with `index.mjs`, whose export `handler` is the Lambda. */
  readonly folder: string
  readonly bytes: number
  /** Modules it is made of, relative to the project, and how many bytes each has in it. */
  readonly inputs: ReadonlyMap<string, number>
}

/** Every Lambda of the tables of contents. */
export const LAMBDAS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES]

/** Writes `<outDir>/<name>/index.mjs` for every Lambda, and beside it the files it reads. */
export const buildBundles = (outDir = 'dist'): readonly Bundle[] => bundleLambdas(outDir).bundles

/** Lambdas that are bundled at once: all of them would take more than 2 GB, eight take 0.6 GB. */
const BATCH = 8

/** Builds the bundles, and answers also `reads`: all files that were read for them, relative to the project. */
export const bundleLambdas = (outDir: string, options: Pick<BuildOptions, 'sourcemap'> = {}) => {
  const batches = Array.from({ length: Math.ceil(LAMBDAS.length / BATCH) }, (_, batch) =>
    bundleBatch(LAMBDAS.slice(batch * BATCH, (batch + 1) * BATCH), outDir, options),
  )
  const reads = new Set(batches.flatMap((batch) => batch.reads))
  return { bundles: batches.flatMap((batch) => batch.bundles), reads: [...reads] }
}

const bundleBatch = (lambdas: typeof LAMBDAS, outDir: string, options: BuildOptions) => {
  const entryPoints = Object.fromEntries(lambdas.map(({ file, handler }) => [`${handler.spec.name}/index`, file]))
  const { metafile } = buildSync({
    ...BUNDLING,
    ...options,
    entryPoints,
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    metafile: true,
  })
  const besides = lambdas.flatMap(({ file, handler }) =>
    (handler.spec.files ?? []).map((beside) => ({
      from: join(dirname(file), beside),
      to: join(handler.spec.name, beside),
    })),
  )
  for (const { from, to } of besides) cpSync(from, join(outDir, to))
  const bundles = lambdas.map(({ handler }) => bundleOf(handler.spec.name, outDir, metafile))
  return { bundles, reads: [...Object.keys(metafile.inputs), ...besides.map(({ from }) => from)] }
}

/** Some dependency of a dependency still calls `require`, which an ES module does not have. */
const REQUIRE =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);"

/** How everything that becomes a Lambda is bundled. */
export const BUNDLING = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The SDK's module builds shake; its CommonJS builds do not (329 KB against 526 KB for the DynamoDB client).
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': fileURLToPath(
      new URL('../shared/adapters/aws/environment-credentials.ts', import.meta.url),
    ),
  },
  sourcemap: 'external',
  logLevel: 'error',
  banner: { js: REQUIRE },
} satisfies BuildOptions

const bundleOf = (name: string, outDir: string, metafile: Metafile): Bundle => {
  const output = metafile.outputs[relative(process.cwd(), join(outDir, name, 'index.mjs'))]
  if (output === undefined) throw new Error(`esbuild wrote no bundle for ${name}`)
  const inputs = new Map(Object.entries(output.inputs).map(([input, { bytesInOutput }]) => [input, bytesInOutput]))
  return { name, folder: `${outDir}/${name}`, bytes: output.bytes, inputs }
}
