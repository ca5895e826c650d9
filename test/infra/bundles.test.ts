/** What AWS runs is small, and holds nothing it does not need. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { BUNDLING, type Bundle, buildBundles } from '#infra/bundles.ts'

const LAMBDAS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES].map(({ handler }) => handler.spec)
const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
let bundles: readonly Bundle[] = []
beforeAll(() => {
  bundles = buildBundles(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bundleOf = (name: string): Bundle => {
  const found = bundles.filter((one) => one.name === name)
  expect(found, name).toHaveLength(1)
  return found[0] as Bundle
}

describe('the bundles', () => {
  it('are one for each Lambda, and each loads by itself and exports its handler', () => {
    expect(bundles.map(({ name }) => name).sort()).toEqual(LAMBDAS.map(({ name }) => name).sort())
    const load = `for (const [name, file] of Object.entries(JSON.parse(process.argv[1]))) {
      const { handler } = await import(file)
      if (typeof handler !== 'function' || handler.spec.name !== name) throw new Error(name + ' exports no handler')
      console.log(name)
    }`
    const files = Object.fromEntries(bundles.map((bundle) => [bundle.name, join(bundle.folder, 'index.mjs')]))
    // From an empty folder, where there is no package to fall back on.
    const options = { cwd: folder, encoding: 'utf8', env: { FUNCTION_NAME: 'loaded' } } as const
    const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', load, JSON.stringify(files)], options)
    expect(loaded.trim().split('\n')).toEqual(bundles.map(({ name }) => name))
  })

  const LIMIT_KB: Readonly<Record<string, number>> = {
    'put-credentials': 650,
    'place-order': 480,
    'place-complex-order': 480,
  }

  it('of the endpoints stay within 450 KB', () => {
    for (const { handler } of [...ROUTES, DEFAULT_ROUTE]) {
      const { name } = handler.spec
      expect(bundleOf(name).bytes / 1024, name).toBeLessThanOrEqual(LIMIT_KB[name] ?? 450)
    }
  })

  it('have beside them the files they read', () => {
    const reading = LAMBDAS.flatMap((spec) =>
      'files' in spec ? (spec.files ?? []).map((file) => [spec.name, file]) : [],
    )
    expect(reading).toContainEqual(['get-docs-script', 'reference/scalar.js.gz'])
    for (const [name = '', file = ''] of reading) expect(existsSync(join(bundleOf(name).folder, file)), name).toBe(true)
  })

  it('hold nothing of the local stack, of the deployment, of tests, or of a library only those use', () => {
    for (const spec of LAMBDAS) {
      const { inputs } = bundleOf(spec.name)
      expect(inputs.length).toBeGreaterThan(0)
      const strangers = inputs.filter((input) =>
        /(^|\/)(local|infra|test)\/|aws-cdk|constructs|fauxqs|esbuild|vitest|kalshi-typescript|clob-client/.test(input),
      )
      expect(strangers, spec.name).toEqual([])
    }
  })

  it('take credentials from the environment alone', () => {
    for (const { name } of LAMBDAS) {
      const sources = bundleOf(name).inputs.filter((input) =>
        /credential-provider-|token-providers|nested-clients/.test(input),
      )
      for (const input of sources) expect(input, name).toMatch(/credential-provider-env\//)
    }
  })

  it('of the queues grow by no more than 120 KB for EXCHANGE_B', async () => {
    const without: Plugin = {
      name: 'without EXCHANGE_B',
      setup: (build) => {
        const contents = 'export const polymarketExchange = () => null'
        build.onLoad({ filter: /polymarket-exchange\.ts$/ }, () => ({ contents, loader: 'ts' }))
      },
    }
    for (const { file, handler } of CONSUMERS.filter(({ handler: { spec } }) => spec.uses.exchanges === true)) {
      const built = await build({
        ...BUNDLING,
        entryPoints: [file],
        write: false,
        plugins: [without],
        outdir: folder,
        sourcemap: false,
      })
      const bytes = built.outputFiles[0]?.contents.length ?? 0
      expect(bytes).toBeGreaterThan(100_000)
      const grown = (bundleOf(handler.spec.name).bytes - bytes) / 1024
      expect(grown, handler.spec.name).toBeGreaterThan(20)
      expect(grown, handler.spec.name).toBeLessThanOrEqual(120)
    }
  })

  it('hold an exchange, KMS or SQS only where the declaration says so', () => {
    for (const { name, uses } of LAMBDAS) {
      const { inputs } = bundleOf(name)
      const holds = (part: string): boolean => inputs.some((input) => input.includes(part))
      expect(holds('shared/adapters/exchanges/'), `${name} and the exchanges`).toBe(uses.exchanges === true)
      expect(holds('node_modules/viem/'), `${name} and the signing of EXCHANGE_B`).toBe(uses.exchanges === true)
      expect(holds('@aws-sdk/client-kms/'), `${name} and KMS`).toBe(uses.vault !== undefined)
      expect(holds('@aws-sdk/client-sqs/'), `${name} and SQS`).toBe(uses.sends !== undefined)
      expect(holds('@aws-sdk/client-s3/'), `${name} and S3`).toBe(uses.catalogue !== undefined)
      expect(holds('@aws-sdk/client-dynamodb/'), `${name} and DynamoDB`).toBe(uses.table !== 'none')
    }
  })
})
