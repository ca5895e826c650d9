/** The whole service on one machine: engine, queues, keys, simulated exchanges, Lambdas, gateway and schedules. */

import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { workStore } from '#adapters/store/work/work.ts'
import { STREAM_PATH } from '#contract/streams/stream-path.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { statementsOf } from '#infra/statements.ts'
import { CATALOGUE_KEY, DEFAULT_SETTINGS, environmentOf, type Settings } from '#lambda/environment.ts'
import type { RouteLimit } from '#lambda/route-limits.ts'
import { tradedExchanges } from '#lambda/traded-exchanges.ts'
import { firstSubaccount, firstUser } from '../first-user.ts'
import type { LocalExchange } from '../simulators/local-exchange.ts'
import { type LocalExchanges, type SimulatorsOptions, startSimulators } from '../simulators/start-simulators.ts'
import { writePrivateFile } from '../write-private-file.ts'
import { localArns } from './aws/aws-calls.ts'
import { createTable, LOCAL_CREDENTIALS, startDynamoDb } from './aws/dynamodb.ts'
import { startKms } from './aws/kms.ts'
import { LOCAL_AWS } from './aws/local-aws.ts'
import { LOCAL_BUCKET, startObjectStore } from './aws/object-store.ts'
import { openDataFolder } from './data-folder.ts'
import { freeHeldWork } from './free-held-work.ts'
import { startGateway } from './gateway/gateway.ts'
import { gatewayLimits } from './gateway/gateway-limits.ts'
import { oneTimeSignIn } from './gateway/one-time-sign-in.ts'
import { startSocketGateway } from './gateway/socket-gateway.ts'
import { bundledLambdas } from './lambdas/bundled-lambdas.ts'
import type { DeclaredLambda, DeclaredLambdas } from './lambdas/declared-lambdas.ts'
import { startSchedules } from './lambdas/schedules.ts'
import { type Lambda, startLambda } from './lambdas/start-lambda.ts'
import type { LocalReach } from './local-reach.ts'
import { openLogFiles } from './log-files.ts'
import { startQueues } from './queues/queues.ts'

export interface ServiceOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** Where data is kept between runs. */
  readonly dir: string
  readonly fresh?: boolean
  readonly settings?: Partial<Settings>
  readonly bot?: boolean
  /** Whether lists of the simulated exchanges may be as old as on the real ones; default false. */
  readonly cache?: boolean
  /** How often EXCHANGE_A refuses an unsigned call that its cache cannot answer, from 0 to 1; default 0. */
  readonly unsignedRefusals?: number
  /** The limit of all routes together that have none of their own; without it only routes that need no key have limits. */
  readonly stage?: RouteLimit
  /** Starts each Lambda; a benchmark measures its calls here. */
  readonly startLambda?: typeof startLambda
  /** Starts the simulated exchanges; others may run in a process that outlives the service. */
  readonly startSimulators?: (options: SimulatorsOptions) => Promise<LocalExchanges>
  /** Takes each line of the log, a JSON object; prints it by default. */
  readonly log?: (line: string) => void
  /** Is called with what is being done. */
  readonly progress?: (text: string) => void
}

export interface RunningService {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string
  /** The console with a code that signs in once. */
  readonly signInUrl: string
  /** The reference page with such a code. */
  readonly referenceUrl: string
  readonly exchanges: LocalExchanges
  /** Where its DynamoDB engine listens, and the table's name. */
  readonly table: { readonly endpoint: string; readonly name: string }
  /** What it runs: the functions as declared, the folder of their bundles, and the environment each is given. */
  readonly functions: {
    readonly declared: DeclaredLambdas
    readonly folder: string
    readonly environmentOf: (spec: DeclaredLambda) => Readonly<Record<string, string>>
  }
  stop(): Promise<void>
}

const TABLE_NAME = 'trading'
/** What the first user gets in each part of each account. */
const DOLLARS = 10_000

export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  const { progress = () => undefined } = options
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
    const files = openLogFiles(folder.file('logs'))
    stops.push(files.close)
    const log = (line: string): void => {
      files.write(line)
      ;(options.log ?? console.log)(line)
    }
    rmSync(folder.file('dev.json'), { force: true })

    const bundling = bundledLambdas(folder.file('bundles'), progress)
    // Where something else fails before, that is what the caller gets.
    bundling.catch(() => undefined)
    progress('starting the simulated exchanges')
    const kms = await startKms(folder.file('kms.key'))
    stops.push(kms.stop)
    const exchanges = await (options.startSimulators ?? startSimulators)({
      bot: options.bot ?? true,
      cache: options.cache ?? false,
      unsignedRefusals: options.unsignedRefusals ?? 0,
      fileOf: folder.file,
      onStarted: (stopIt) => stops.push(stopIt),
    })
    const bundles = await bundling
    progress('starting the table, the queues and the functions')
    const engine = await startDynamoDb({
      file: folder.file('dynamodb/rows.db'),
      older: folder.file('dynamodb/table.db'),
      worker: pathToFileURL(resolve(bundles.folder, 'table-worker.mjs')),
    })
    stops.push(engine.stop)
    await createTable(engine.endpoint, TABLE_NAME)
    const { routes, defaultRoute, wrongMethods, consumers, schedules, sockets } = bundles.lambdas
    const queues = await startQueues(consumers, folder.file('queues'), log)
    const objects = await startObjectStore(folder.file('queues'))
    stops.push(objects.stop)
    const connections = await startSocketGateway()
    stops.push(connections.stop)

    const traded = tradedExchanges((name, host) => new Map(Object.entries(exchanges[name].addresses)).get(host))
    const settings = { ...DEFAULT_SETTINGS, exchanges: traded, webhookLoopback: 'true', ...options.settings }
    const deployment = {
      tableName: TABLE_NAME,
      queueUrls: queues.urls,
      vaultKeyId: kms.keyId,
      catalogueBucket: LOCAL_BUCKET,
      streams: { url: `${gateway.url.replace('http', 'ws')}${STREAM_PATH}`, endpoint: connections.endpoint },
      stage: '',
      settings,
    }
    const aws = {
      ...LOCAL_AWS,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      AWS_ENDPOINT_URL_S3: objects.endpoint,
      AWS_ENDPOINT_URL_KMS: kms.url,
    }
    const arns = localArns(deployment, CATALOGUE_KEY)
    const worker = pathToFileURL(resolve(bundles.folder, 'lambda-worker.mjs'))
    const lambdas: Lambda[] = []
    const environmentFor = (spec: DeclaredLambda) => ({ ...aws, ...environmentOf(spec, deployment) })
    const lambdaOf = (spec: DeclaredLambda): Lambda => {
      const environment = environmentFor(spec)
      const from = join(bundles.folder, spec.name)
      const granted = statementsOf(spec, arns)
      const lambda = (options.startLambda ?? startLambda)({
        spec,
        granted,
        folder: from,
        environment,
        worker,
        log,
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
    const held = {
      due: (until: number, limit: number) => dueWork(table, until, limit),
      work: workStore(table),
      orders: orderStore(table),
      accountSyncs: accountSyncStore(table),
    }
    if (engine.isOwn) await freeHeldWork(held, Date.now())
    // No closure may hold what this is made of: it would keep the credentials for as long as the service runs.
    const user = await firstUser({ file: folder.file('user.json'), table, exchanges, dollars: DOLLARS })
    const { apiKey } = user

    const withLambda = <Spec extends DeclaredLambda>(spec: Spec) => ({ spec, lambda: lambdaOf(spec) })
    const limits = gatewayLimits(options.stage)
    const routeOf = (spec: typeof defaultRoute) => ({ ...spec, invoke: lambdaOf(spec).invoke, ...limits(spec.name) })
    const otherwise = routeOf(defaultRoute)
    const signIn = oneTimeSignIn(apiKey)
    gateway.open(
      [...routes.map(routeOf), signIn.route, ...wrongMethods.map((key) => ({ ...otherwise, ...key }))],
      otherwise,
      files.write,
    )
    const socketAt = (route: (typeof sockets)[number]['route']) => {
      const spec = sockets.find((one) => one.route === route)
      if (spec === undefined) throw new Error(`no function for ${route}`)
      return { invoke: lambdaOf(spec).invoke, ...limits(spec.name) }
    }
    connections.open({
      $connect: socketAt('$connect'),
      $default: socketAt('$default'),
      $disconnect: socketAt('$disconnect'),
    })
    gateway.sockets(STREAM_PATH, connections.upgrade)
    queues.feed(consumers.map(withLambda))
    stops.push(startSchedules(schedules.map(withLambda), log).stop)

    progress('storing the exchange credentials of the first user')
    const subaccountId = await firstSubaccount(gateway.url, user)
    const reached = Object.fromEntries(EXCHANGE_NAMES.map((name) => [name, reachOf(exchanges[name])]))
    const dev = {
      base_url: gateway.url,
      api_key: apiKey,
      subaccount_id: subaccountId,
      exchanges: reached,
      // The older name, which scripts of others read.
      venues: reached,
    }
    writePrivateFile(folder.file('dev.json'), `${JSON.stringify(dev, null, 2)}\n`)
    const reach = { endpoint: engine.endpoint, name: TABLE_NAME }
    const found: LocalReach = {
      ...reach,
      baseUrl: gateway.url,
      sqs: queues.endpoint,
      s3: objects.endpoint,
      queueUrls: queues.urls,
      kms: kms.url,
      vaultKeyId: kms.keyId,
      bucket: LOCAL_BUCKET,
      streams: deployment.streams,
      exchanges: traded,
    }
    writePrivateFile(folder.file('table.json'), JSON.stringify(found))
    const functions = { declared: bundles.lambdas, folder: bundles.folder, environmentOf: environmentFor }
    const signInUrl = `${gateway.url}/v1/console${signIn.fragment()}`
    const referenceUrl = `${gateway.url}/v1/docs${signIn.fragment()}`
    return {
      baseUrl: gateway.url,
      apiKey,
      subaccountId,
      signInUrl,
      referenceUrl,
      exchanges,
      table: reach,
      functions,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Addresses of a simulated exchange for scripts: the first of its hosts is `url`, any other `<host>_url` (`market_ws_url`). */
const reachOf = ({ addresses, controlUrl }: LocalExchange): Readonly<Record<string, string>> => {
  const urls = Object.entries(addresses).map(([host, url], place) => [
    place === 0 ? 'url' : `${host.replaceAll(/[A-Z]/g, '_$&').toLowerCase()}_url`,
    url,
  ])
  return { ...Object.fromEntries(urls), control_url: controlUrl }
}
