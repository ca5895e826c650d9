/** The service on one machine with any exchanges: engine, queues, keys, Lambdas, gateway and schedules. */

import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { workStore } from '#adapters/store/work/work.ts'
import { CATALOGUE_KEY } from '#lambda/environment.ts'
import type { Durability } from '#local-dynamodb/durability.ts'
import { firstSubaccount, firstUser } from '../first-user.ts'
import { localArns } from './aws/aws-calls.ts'
import { LOCAL_CREDENTIALS } from './aws/dynamodb.ts'
import { LOCAL_AWS } from './aws/local-aws.ts'
import { freeHeldWork } from './free-held-work.ts'
import { type Gateway, startGateway } from './gateway/gateway.ts'
import { oneTimeSignIn } from './gateway/one-time-sign-in.ts'
import type { DeclaredLambda, DeclaredLambdas } from './lambdas/declared-lambdas.ts'
import { LocalLambdas } from './lambdas/local-lambdas.ts'
import { awsEnvironment, localDeployment } from './local-deployment.ts'
import { openInterface, startWork } from './open-interface.ts'
import type { OrderGuard } from './order-guard.ts'
import { accountPoller } from './poll-account.ts'
import type { ExchangeStart, Stop } from './service-exchanges.ts'
import type { StackOptions } from './service-options.ts'
import { startParts, TABLE_NAME } from './service-parts.ts'
import { writeReach } from './write-reach.ts'

export interface RunningStack {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string
  /** The console with a code that signs in once. */
  readonly signInUrl: string
  /** The reference page with such a code. */
  readonly referenceUrl: string
  /** Endpoint of its DynamoDB engine, the table's name, and what an acknowledged write outlives (null for an engine of the user's). */
  readonly table: { readonly endpoint: string; readonly name: string; readonly durability: Durability | null }
  /** The service's Lambda functions: their declarations, the folder of their bundles, and the environment of each. */
  readonly functions: {
    readonly declared: DeclaredLambdas
    readonly folder: string
    readonly environmentOf: (spec: DeclaredLambda) => Readonly<Record<string, string>>
  }
  /** Starts a run of a schedule now. */
  runSchedule(name: string): void
  stop(): Promise<void>
}

/** `guard` lets new orders wait; null: orders are accepted from the first request on. */
export const startStack = async (
  options: StackOptions,
  exchanges: ExchangeStart,
  guard: OrderGuard | null = null,
): Promise<RunningStack> => {
  // The port and the data may belong to another service. They come first, so that nothing is touched then.
  const gateway = await startGateway(options.port)
  const stops: Stop[] = []
  const stop = async (): Promise<void> => {
    await gateway.stop()
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    return { ...(await startBehind(gateway, options, { exchanges, guard }, (each) => stops.push(each))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startBehind = async (
  gateway: Gateway,
  options: StackOptions,
  { exchanges: exchangeStart, guard }: { readonly exchanges: ExchangeStart; readonly guard: OrderGuard | null },
  onStarted: (stop: Stop) => void,
): Promise<Omit<RunningStack, 'stop'>> => {
  const parts = await startParts(options, exchangeStart, onStarted)
  const { bundles, exchanges, engine, folder, log } = parts
  const deployment = localDeployment(parts, gateway.url, options.settings)
  const lambdas = new LocalLambdas({
    folder: bundles.folder,
    deployment,
    environment: awsEnvironment(parts),
    arns: localArns(deployment, CATALOGUE_KEY),
    log,
    ...(options.startLambda === undefined ? {} : { startLambda: options.startLambda }),
  })
  onStarted(() => lambdas.stop())
  onStarted(parts.queues.stop)

  const table = openTable({
    name: TABLE_NAME,
    endpoint: engine.endpoint,
    region: LOCAL_AWS.AWS_REGION,
    credentials: LOCAL_CREDENTIALS,
  })
  if (engine.isOwn) await freeHeldWork(heldWork(table), Date.now())
  // No closure may hold the user: it would keep the credentials in memory as long as the service runs.
  const user = await firstUser({ file: folder.file('user.json'), table, exchanges })
  const { apiKey } = user
  const signIn = oneTimeSignIn(apiKey)
  openInterface({ gateway, parts, lambdas, signIn, stage: options.stage, guard })
  await guard?.settle({ table, poll: accountPoller(bundles.lambdas.consumers, lambdas, log) })
  const schedules = startWork(parts, lambdas)
  onStarted(schedules.stop)

  options.progress?.('storing the exchange credentials of the first user')
  const subaccountId = await firstSubaccount(gateway.url, user)
  writeReach(parts, deployment, { baseUrl: gateway.url, apiKey, subaccountId })
  return {
    baseUrl: gateway.url,
    apiKey,
    subaccountId,
    runSchedule: schedules.run,
    signInUrl: `${gateway.url}/v1/console${signIn.fragment()}`,
    referenceUrl: `${gateway.url}/v1/docs${signIn.fragment()}`,
    table: { endpoint: engine.endpoint, name: TABLE_NAME, durability: engine.durability },
    functions: {
      declared: bundles.lambdas,
      folder: bundles.folder,
      environmentOf: (spec) => lambdas.environmentOf(spec),
    },
  }
}

/** Stores of the work that a killed run may have held. */
const heldWork = (table: Table) => ({
  due: (until: number, limit: number) => dueWork(table, until, limit),
  work: workStore(table),
  orders: orderStore(table),
  accountSyncs: accountSyncStore(table),
})
