/** The production bundle of every Lambda: what AWS runs is what a laptop runs. */

import { cpSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, buildSync, type Metafile } from 'esbuild'
import { chunked } from '#domain/kernel/chunked.ts'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { SOCKETS } from '#functions/sockets/sockets.ts'
import { buildPage } from './page.ts'

export interface Bundle {
  readonly name: string
  /** Folder with `index.mjs`, whose export `handler` is the Lambda, and the parts that it loads later. */
  readonly folder: string
  /** Of all its modules together. */
  readonly bytes: number
  /** Of those that are loaded before the first call. */
  readonly bytesAtStart: number
  /** Modules it is made of, relative to the project, and how many bytes each has in it. */
  readonly inputs: ReadonlyMap<string, number>
}

/** Every Lambda of the tables of contents. */
export const LAMBDAS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES, ...SOCKETS]

/** Lambdas that are bundled at once: all of them would take more than 2 GB, eight take 0.6 GB. */
const BATCH = 8

/** Writes `<outDir>/<name>/index.mjs` for every Lambda, and beside it the files it reads, and maps of its sources if wanted. */
export const buildBundles = (outDir = 'dist', { maps = true } = {}): readonly Bundle[] => {
  const sourcemap = maps ? BUNDLING.sourcemap : false
  // The parts of an earlier build have other names, and would be deployed with these.
  for (const { handler } of LAMBDAS) rmSync(join(outDir, handler.spec.name), { recursive: true, force: true })
  const plans = inBatches(LAMBDAS, planBatch)
  const outputs = new Map(
    inBatches(
      plans.filter(({ late }) => late === 0),
      (batch) => wholeBundles(batch, outDir, { sourcemap }),
    ),
  )
  for (const plan of plans) if (plan.late > 0) outputs.set(plan.name, splitBundle(plan, outDir, { sourcemap }))
  copyBesides(LAMBDAS, outDir)
  buildPages(LAMBDAS, outDir)
  return plans.map(({ name }) => bundleOf(name, outDir, outputs.get(name) ?? {}))
}

const inBatches = <One, Result>(
  all: readonly One[],
  act: (batch: readonly One[]) => readonly Result[],
): readonly Result[] => chunked(all, BATCH).flatMap(act)

/**
 * Writes the same functions with the parts that several of them share beside them, in one run of the bundler: twenty times as fast, for a
 * machine that runs all of them. Answers all files that were read, relative to the project.
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

/** How a Lambda is bundled. */
interface Plan {
  readonly name: string
  readonly file: string
  /** What `import()` names and nothing ever loads. */
  readonly external: readonly string[]
  /** How many modules it loads by `import()`, which become files of their own. */
  readonly late: number
  /** What it cannot do without. */
  readonly needed: ReadonlySet<string>
}

/** Only looks at what each one holds, and writes nothing. */
const planBatch = (lambdas: ReadonlyArray<(typeof LAMBDAS)[number]>): readonly Plan[] => {
  const metafile = bundled({ sourcemap: false, write: false, entryPoints: entryPointsOf(lambdas), outdir: 'dist' })
  return lambdas.map(({ file, handler }) => {
    const { name } = handler.spec
    const whole = metafile.outputs[entryOf(name, 'dist')]
    if (whole === undefined) throw new Error(`esbuild made no bundle of ${name}`)
    return { name, file, ...dynamicImports(whole, metafile) }
  })
}

/** Those that load nothing late, all at once, which takes a quarter of the time. What one of them needs is left out of none. */
const wholeBundles = (
  plans: readonly Plan[],
  outDir: string,
  options: BuildOptions,
): ReadonlyArray<readonly [string, Outputs]> => {
  const { outputs } = bundled({
    ...options,
    external: [...new Set(plans.flatMap(({ external }) => external))].filter(
      (path) => !plans.some(({ needed }) => needed.has(path)),
    ),
    entryPoints: Object.fromEntries(plans.map(({ name, file }) => [`${name}/index`, file])),
    outdir: outDir,
  })
  return plans.map(({ name }) => [name, outputs])
}

const entryPointsOf = (lambdas: ReadonlyArray<(typeof LAMBDAS)[number]>) =>
  Object.fromEntries(lambdas.map(({ file, handler }) => [`${handler.spec.name}/index`, file]))

const copyBesides = (lambdas: typeof LAMBDAS, outDir: string): void => {
  for (const lambda of lambdas)
    for (const [place, from] of besidesOf(lambda).entries())
      cpSync(from, join(outDir, lambda.handler.spec.name, lambda.handler.spec.files?.[place] ?? ''))
}

/** Writes the page that a function serves into the folder `page` beside it; answers all files that were read. */
const buildPages = (lambdas: typeof LAMBDAS, outDir: string): readonly string[] =>
  lambdas.flatMap(({ handler: { spec } }) =>
    spec.page === undefined ? [] : buildPage(spec.page, join(outDir, spec.name, 'page')).inputs,
  )

/** The files of the project that it reads beside itself. */
const besidesOf = ({ file, handler }: (typeof LAMBDAS)[number]): readonly string[] =>
  (handler.spec.files ?? []).map((beside) => join(dirname(file), beside))

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

/** Bundles, and answers what it has read and written. */
const bundled = (options: BuildOptions): Metafile =>
  buildSync({ ...BUNDLING, outExtension: { '.js': '.mjs' }, ...options, metafile: true }).metafile

type Outputs = Metafile['outputs']

/** What `import()` loads becomes a file of its own, which costs nothing until it is asked for: loading takes as long as the text is long. */
const splitBundle = ({ name, file, external }: Plan, outDir: string, options: BuildOptions): Outputs =>
  bundled({
    ...options,
    external: [...external],
    splitting: true,
    entryPoints: { index: file },
    outdir: join(outDir, name),
  }).outputs

/**
 * What `import()` names: how many modules of it are loaded, and which ones nothing ever loads, because only code names them that the bundle
 * has dropped, or because they are the streams of events of the SDK, which none of our calls has. esbuild would make files of these all
 * the same.
 */
const dynamicImports = (bundle: Outputs[string], { inputs }: Metafile): Pick<Plan, 'external' | 'late' | 'needed'> => {
  const holds = (path: string): boolean => (bundle.inputs[path]?.bytesInOutput ?? 0) > 0
  const imports = Object.entries(inputs).flatMap(([from, file]) => file.imports.map((one) => ({ ...one, from })))
  const named = new Set(
    imports.flatMap(({ kind, external, path }) => (kind === 'dynamic-import' && external !== true ? [path] : [])),
  )
  const atOnce = new Set(
    imports.flatMap(({ kind, path, from }) => (kind !== 'dynamic-import' && holds(from) ? [path] : [])),
  )
  const isStreams = (path: string): boolean => path.includes('@smithy/core/') && path.includes('/event-streams/')
  const never = [...named].filter((path) => !holds(path) || (isStreams(path) && !atOnce.has(path)))
  const needed = Object.keys(bundle.inputs).filter((path) => holds(path) && !never.includes(path))
  return {
    external: never.map((path) => resolve(path)),
    late: named.size - never.length,
    needed: new Set(needed.map((path) => resolve(path))),
  }
}

const entryOf = (name: string, outDir: string): string => relative(process.cwd(), join(outDir, name, 'index.mjs'))

const bundleOf = (name: string, outDir: string, outputs: Outputs): Bundle => {
  const all = reachable(outputs, entryOf(name, outDir), ['import-statement', 'dynamic-import'])
  const inputs = new Map<string, number>()
  for (const output of all)
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs))
      inputs.set(input, (inputs.get(input) ?? 0) + bytesInOutput)
  const atStart = reachable(outputs, entryOf(name, outDir), ['import-statement'])
  return { name, folder: `${outDir}/${name}`, bytes: sizeOf(all), bytesAtStart: sizeOf(atStart), inputs }
}

const sizeOf = (outputs: ReadonlyArray<Outputs[string]>): number => outputs.reduce((sum, { bytes }) => sum + bytes, 0)

/** A file with all it imports in these ways, directly or not. */
const reachable = (outputs: Outputs, entry: string, kinds: readonly string[]): ReadonlyArray<Outputs[string]> => {
  const paths = new Set([entry])
  for (const path of paths)
    for (const imported of outputs[path]?.imports ?? [])
      if (kinds.includes(imported.kind) && imported.external !== true) paths.add(imported.path)
  return [...paths].map((path) => {
    const output = outputs[path]
    if (output === undefined) throw new Error(`esbuild wrote no ${path}`)
    return output
  })
}
