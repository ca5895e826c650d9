/** A process of its own that runs the service for the benchmark, so that the load it is put under does not slow the load's maker. */

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { startDynamoDb } from '../../stack/aws/dynamodb.ts'
import { startLambda } from '../../stack/lambdas/start-lambda.ts'
import { startService } from '../../stack/start-service.ts'
import { type Meter, startMeter, type Usage } from './meter.ts'

/** Message of the process once the service runs. */
export interface Ready {
  readonly baseUrl: string
  readonly apiKey: string
  readonly userId: string
  readonly subaccountId: string
  /** The control API of EXCHANGE_A. */
  readonly controlUrl: string
  readonly table: { readonly endpoint: string; readonly name: string }
}

/** Calls of a Lambda so far; `usage` stays empty if the service runs without the meter. */
export interface Work {
  readonly calls: number
  /** Milliseconds as Lambda bills them: each call rounded up. */
  readonly billedMs: number
  /** Messages it was given, when it reads a queue. */
  readonly messages: number
  readonly usage: Usage | null
}

/** A key of its own for an account of its own at the simulated EXCHANGE_A. */
export interface BenchAccount {
  readonly id: string
  readonly apiKeyId: string
  readonly publicKeyPem: string
}

export type Reported =
  | { readonly ready: Ready }
  | { readonly added: string }
  | { readonly work: Readonly<Record<string, Work>> }

const [dir = '', metered] = process.argv.slice(2)

interface Done {
  calls: number
  billedMs: number
  messages: number
}

const main = async (): Promise<void> => {
  // In memory: the figures are about the service, and not about this machine's disk.
  const engine = await startDynamoDb()
  process.env['DYNAMODB_ENDPOINT'] = engine.endpoint
  const meter = metered === 'metered' ? await startMeter() : null
  const work = new Map<string, Done>()
  const service = await startService({
    port: 0,
    dir,
    bot: false,
    settings: NO_RATE_LIMIT,
    startLambda: (options) => watched(options, meter, work),
  })
  report({ ready: { ...service, userId: userIn(dir), controlUrl: service.exchanges.EXCHANGE_A.controlUrl } })
  process.on('message', (requested: 'work' | BenchAccount) => {
    if (requested === 'work') {
      const entries = [...work].map(([name, done]) => [name, { ...done, usage: meter?.usage.get(name) ?? null }])
      return report({ work: Object.fromEntries(entries) })
    }
    const keys = { venueKeyId: requested.apiKeyId, publicKey: requested.publicKeyPem, privateKey: '' }
    service.exchanges.EXCHANGE_A.openAccount(requested.id, keys, 100_000)
    report({ added: requested.id })
  })
  // Also when the benchmark was killed: nothing of it stays behind.
  process.on('disconnect', async () => {
    await service.stop()
    await meter?.stop()
    await engine.stop()
    rmSync(dir, { recursive: true, force: true })
    process.exit(0)
  })
}

/** One key makes all the requests of the benchmark. */
const NO_RATE_LIMIT = {
  ratePerSecond: '1000000',
  rateBurst: '1000000',
  quotas:
    'requests_per_minute=1000000000,open_orders=1000000,open_complex_orders=1000000,unsent_orders_per_account=1000000,webhooks=100',
}

const watched = (options: Parameters<typeof startLambda>[0], meter: Meter | null, work: Map<string, Done>) => {
  const { name } = options.spec
  const environment = meter?.behind(name, options.environment) ?? options.environment
  const lambda = startLambda({ ...options, environment })
  const done: Done = { calls: 0, billedMs: 0, messages: 0 }
  work.set(name, done)
  return {
    invoke: async (event: unknown): Promise<unknown> => {
      const began = performance.now()
      try {
        return await lambda.invoke(event)
      } finally {
        done.calls += 1
        done.billedMs += Math.ceil(performance.now() - began)
        const batch = v.safeParse(Batch, event)
        if (batch.success) done.messages += batch.output.Records.length
      }
    },
    stop: () => lambda.stop(),
  }
}

const Batch = v.object({ Records: v.array(v.unknown()) })

const userIn = (folder: string): string =>
  v.parse(v.object({ userId: v.string() }), JSON.parse(readFileSync(join(folder, 'user.json'), 'utf8'))).userId

const report = (reported: Reported): void => {
  process.send?.(reported)
}

await main()
