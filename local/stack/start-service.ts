/** The whole service on one machine: engine, queues, keys, simulated exchanges, Lambdas, gateway and schedules. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '#adapters/store/engine/table.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { buildBundles } from '#infra/bundles.ts'
import type { EndpointSpec } from '#lambda/declaration.ts'
import { DEFAULT_SETTINGS, environmentOf, type Settings } from '#lambda/environment.ts'
import { tradedExchanges } from '#lambda/traded-exchanges.ts'
import { firstSubaccount, firstUser } from '../first-user.ts'
import type { LocalExchange } from '../simulators/local-exchange.ts'
import { type LocalExchanges, startSimulators } from '../simulators/start-simulators.ts'
import { writePrivateFile } from '../write-private-file.ts'
import { openDataFolder } from './data-folder.ts'
import { createTable, LOCAL_CREDENTIALS, startDynamoDb } from './dynamodb.ts'
import { startGateway } from './gateway.ts'
import { startKms } from './kms.ts'
import { type Lambda, startLambda } from './lambdas.ts'
import { LOCAL_AWS, LOCAL_BUCKET, startQueues } from './queues.ts'
import { startSchedules } from './schedules.ts'

export interface ServiceOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** Where data is kept between runs. */
  readonly dir: string
  readonly fresh?: boolean
  readonly settings?: Partial<Settings>
  readonly bot?: boolean
  /** Starts each Lambda; a benchmark measures its calls here. */
  readonly startLambda?: typeof startLambda
}

export interface RunningService {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string
  readonly exchanges: LocalExchanges
  /** Where its DynamoDB engine listens, and the table's name. */
  readonly table: { readonly endpoint: string; readonly name: string }
  stop(): Promise<void>
}

const TABLE_NAME = 'trading'
/** What the first user gets in each part of each account. */
const DOLLARS = 10_000

export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  // First what may be somebody else's, the port and then the data: nothing is touched when it is.
  const gateway = await startGateway(options.port)
  const stops: Array<() => Promise<void> | void> = []
  const stop = async (): Promise<void> => {
    await gateway.stop()
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const folder = openDataFolder(options.dir, options.fresh ?? false)
    stops.push(folder.release)
    rmSync(folder.file('dev.json'), { force: true })

    const bundles = folder.file('bundles')
    buildBundles(bundles)
    const engine = await startDynamoDb({ file: folder.file('dynamodb/table.db') })
    stops.push(engine.stop)
    const kms = await startKms(folder.file('kms.key'))
    stops.push(kms.stop)
    const queues = await startQueues(
      CONSUMERS.map(({ handler }) => handler.spec),
      folder.file('queues'),
    )
    await createTable(engine.endpoint, TABLE_NAME)

    const exchanges = await startSimulators({
      bot: options.bot ?? true,
      fileOf: folder.file,
      onStarted: (stopIt) => stops.push(stopIt),
    })
    const traded = tradedExchanges((name, host) => new Map(Object.entries(exchanges[name].addresses)).get(host))
    const settings = { ...DEFAULT_SETTINGS, exchanges: traded, webhookLoopback: 'true', ...options.settings }
    const deployment = {
      tableName: TABLE_NAME,
      queueUrls: queues.urls,
      vaultKeyId: kms.keyId,
      catalogueBucket: LOCAL_BUCKET,
      settings,
    }
    const aws = {
      ...LOCAL_AWS,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      AWS_ENDPOINT_URL_S3: queues.endpoint,
      AWS_ENDPOINT_URL_KMS: kms.url,
    }
    const lambdas: Lambda[] = []
    const lambdaOf = (spec: Parameters<typeof environmentOf>[0]): Lambda => {
      const environment = { ...aws, ...environmentOf(spec, deployment) }
      const lambda = (options.startLambda ?? startLambda)({
        spec,
        folder: join(bundles, spec.name),
        environment,
      })
      lambdas.push(lambda)
      return lambda
    }
    stops.push(async () => {
      await Promise.all(lambdas.map((lambda) => lambda.stop()))
    })
    stops.push(queues.stop)

    const table = openTable({
      name: TABLE_NAME,
      endpoint: engine.endpoint,
      region: LOCAL_AWS.AWS_REGION,
      credentials: LOCAL_CREDENTIALS,
    })
    const user = await firstUser(folder.file('user.json'), table, (stored) =>
      Object.assign({}, ...EXCHANGE_NAMES.map((name) => exchanges[name].keysIn(stored))),
    )
    const credentials = EXCHANGE_NAMES.map((name) => [name, exchanges[name].openAccount('local', user, DOLLARS)])

    const routeOf = (spec: EndpointSpec) => ({ method: spec.method, path: spec.path, invoke: lambdaOf(spec).invoke })
    gateway.open(
      ROUTES.map(({ handler }) => routeOf(handler.spec)),
      routeOf(DEFAULT_ROUTE.handler.spec),
    )
    queues.feed(CONSUMERS.map(({ handler }) => ({ spec: handler.spec, lambda: lambdaOf(handler.spec) })))
    const schedules = startSchedules(
      SCHEDULES.map(({ handler }) => ({ spec: handler.spec, lambda: lambdaOf(handler.spec) })),
    )
    stops.push(() => schedules.stop())

    const subaccountId = await firstSubaccount(gateway.url, user, Object.fromEntries(credentials))
    const dev = {
      base_url: gateway.url,
      api_key: user.apiKey,
      subaccount_id: subaccountId,
      venues: Object.fromEntries(EXCHANGE_NAMES.map((name) => [name, reachOf(exchanges[name])])),
    }
    writePrivateFile(folder.file('dev.json'), `${JSON.stringify(dev, null, 2)}\n`)
    const reach = { endpoint: engine.endpoint, name: TABLE_NAME }
    writePrivateFile(folder.file('table.json'), JSON.stringify(reach))
    return { baseUrl: gateway.url, apiKey: user.apiKey, subaccountId, exchanges, table: reach, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Addresses of a simulated exchange for scripts: the first of its hosts is `url`, any other `<host>_url`. */
const reachOf = ({ addresses, controlUrl }: LocalExchange): Readonly<Record<string, string>> => {
  const urls = Object.entries(addresses).map(([host, url], place) => [place === 0 ? 'url' : `${host}_url`, url])
  return { ...Object.fromEntries(urls), control_url: controlUrl }
}
