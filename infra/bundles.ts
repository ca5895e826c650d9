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

/** Writes `<outDir>/<name>/index.mjs` for every Lambda in the tables of contents. Takes about two seconds. */
export const buildBundles = (outDir = 'dist'): readonly Bundle[] => {
  const lambdas = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES]
  const entryPoints = Object.fromEntries(lambdas.map(({ file, handler }) => [`${handler.spec.name}/index`, file]))
  const { metafile } = buildSync({
    ...BUNDLING,
    entryPoints,
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    metafile: true,
  })
  for (const { file, handler } of lambdas)
    for (const beside of handler.spec.files ?? [])
      cpSync(join(dirname(file), beside), join(outDir, handler.spec.name, beside))
  return lambdas.map(({ handler }) => bundleOf(handler.spec.name, outDir, metafile))
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
