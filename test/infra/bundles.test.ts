/** The bundles for AWS are small, and hold only the code that they need. */

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ON_ALARM } from '#functions/alarms/alarms.ts'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { SOCKETS } from '#functions/sockets/sockets.ts'
import type { Bundle } from '#infra/bundles.ts'
import { builtBundles } from './built-bundles.ts'

const LAMBDAS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES, ...SOCKETS, ...ON_ALARM].map(
  ({ handler }) => handler.spec,
)
let folder = ''
let bundles: readonly Bundle[] = []
beforeAll(() => {
  ;({ folder, bundles } = builtBundles())
}, 180_000)

const bundleOf = (name: string): Bundle => {
  const found = bundles.filter((one) => one.name === name)
  expect(found, name).toHaveLength(1)
  return found[0] as Bundle
}

describe('the bundles', () => {
  it('are one for each Lambda; each loads alone and exports its handler', () => {
    expect(bundles.map(({ name }) => name).sort()).toEqual(LAMBDAS.map(({ name }) => name).sort())
    const load = `
    for (const [name, file] of Object.entries(JSON.parse(process.argv[1]))) {
      const { handler } = await import(file)
      if (typeof handler !== 'function' || handler.spec.name !== name) throw new Error(name + ' exports no handler')
      console.log(name)
    }`
    const files = Object.fromEntries(bundles.map((bundle) => [bundle.name, join(bundle.folder, 'index.mjs')]))
    // Runs in an empty folder, which has no packages to fall back on.
    const options = { cwd: folder, encoding: 'utf8', env: { FUNCTION_NAME: 'loaded' } } as const
    const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', load, JSON.stringify(files)], options)
    expect(loaded.trim().split('\n')).toEqual(bundles.map(({ name }) => name))
  })

  /** The most that a bundle may have, in KB. Lambda loads a bundle of this size in well under a second. */
  const MOST_KB = 680

  it('have 680 KB at most', () => {
    const sizes = LAMBDAS.map(({ name }) => ({ name, kilobytes: bundleOf(name).bytes / 1024 }))
    expect(sizes.filter(({ kilobytes }) => kilobytes > MOST_KB)).toEqual([])
  })

  it('have beside them the files they read', () => {
    const reading = LAMBDAS.flatMap((spec) =>
      'files' in spec ? (spec.files ?? []).map((file) => [spec.name, file]) : [],
    )
    expect(reading).toContainEqual(['get-docs-script', 'reference/scalar.js.gz'])
    for (const [name = '', file = ''] of reading) expect(existsSync(join(bundleOf(name).folder, file)), name).toBe(true)
  })

  it('hold nothing of the local stack, of the deployment, of tests, of the OpenAPI document, or of a library only those use', () => {
    for (const spec of LAMBDAS) {
      const inputs = [...bundleOf(spec.name).inputs.keys()]
      expect(inputs.length).toBeGreaterThan(0)
      const strangers = inputs.filter((input) =>
        /(^|\/)(local|infra|test)\/|-(notes|examples)\.ts$|aws-cdk|constructs|fauxqs|esbuild|vitest|kalshi-typescript|clob-client/.test(
          input,
        ),
      )
      expect(strangers, spec.name).toEqual([])
    }
  })

  it('take credentials from the environment alone', () => {
    for (const { name } of LAMBDAS) {
      const sources = [...bundleOf(name).inputs.keys()].filter((input) =>
        /credential-provider-|token-providers|nested-clients/.test(input),
      )
      for (const input of sources) expect(input, name).toMatch(/credential-provider-env\//)
    }
  })

  it('hold no wallet, signing or order code of an exchange if they only read its public market data', () => {
    const readers = LAMBDAS.filter(({ uses }) => uses.exchanges === 'public').map(({ name }) => name)
    expect(readers).toEqual(expect.arrayContaining(['get-prices', 'get-order-book', 'place-order']))
    for (const { uses } of LAMBDAS) if (uses.exchanges === 'public') expect(uses).not.toHaveProperty('vault')
    for (const name of readers) {
      const inputs = [...bundleOf(name).inputs.keys()].filter((input) =>
        /adapters\/exchanges\/|viem|@noble/.test(input),
      )
      const strangers = inputs.filter((input) => /viem|@noble|\/(account|orders|relayer|signing|wallet)\//.test(input))
      expect(strangers, name).toEqual([])
    }
  })

  it('hold the library of WebSockets and the signing of EXCHANGE_A only where streams are held or accounts are served', () => {
    for (const { name, uses } of LAMBDAS) {
      const inputs = [...bundleOf(name).inputs.keys()]
      const holds = (part: string): boolean => inputs.some((input) => input.includes(part))
      expect(holds('node_modules/ws/'), name).toBe(uses.exchanges === 'streams')
      expect(holds('kalshi/signing/'), name).toBe(uses.exchanges === 'account' || uses.exchanges === 'streams')
      if (uses.exchanges === 'streams') expect(holds('kalshi/orders/'), name).toBe(false)
    }
  })

  it('hold no more than 170 KB of EXCHANGE_B', () => {
    for (const { name, uses } of LAMBDAS.filter(({ uses }) => uses.exchanges !== undefined)) {
      const parts = [...bundleOf(name).inputs].filter(([input]) => /exchanges\/polymarket\/|viem|@noble/.test(input))
      const kb = parts.reduce((sum, [, bytes]) => sum + bytes, 0) / 1024
      expect(kb, name).toBeGreaterThan(5)
      expect(kb, name).toBeLessThanOrEqual({ public: 24, streams: 32, account: 170 }[uses.exchanges ?? 'account'])
    }
  })

  /** The others read ranges of the snapshot, for which the parts do that the client of the table has anyway. */
  const WITH_SNAPSHOT = ['search-markets', 'list-events', 'get-event', 'sync-markets']

  it('hold an exchange, KMS or SQS only where the declaration says so', () => {
    for (const { name, uses } of LAMBDAS) {
      const inputs = [...bundleOf(name).inputs.keys()]
      const holds = (part: string): boolean => inputs.some((input) => input.includes(part))
      expect(holds('shared/adapters/exchanges/'), `${name} and the exchanges`).toBe(uses.exchanges !== undefined)
      expect(holds('node_modules/viem/'), `${name} and the signing of EXCHANGE_B`).toBe(uses.exchanges === 'account')
      expect(holds('@aws-sdk/client-kms/'), `${name} and KMS`).toBe(uses.vault !== undefined)
      expect(holds('@aws-sdk/client-sqs/'), `${name} and SQS`).toBe(uses.sends !== undefined)
      expect(holds('@aws-sdk/client-s3/'), `${name} and S3`).toBe(WITH_SNAPSHOT.includes(name))
      if (uses.catalogue !== undefined && !WITH_SNAPSHOT.includes(name))
        expect(holds('snapshot/s3-ranges.ts'), `${name} and the catalogue`).toBe(true)
      const usesTable = uses.table !== 'none' || uses.costStop !== undefined
      expect(holds('@aws-sdk/client-dynamodb/'), `${name} and DynamoDB`).toBe(usesTable)
    }
  })
})
