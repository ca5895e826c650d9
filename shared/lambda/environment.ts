/** Environment of each Lambda, made from its declaration: the same variables in AWS and on one machine. */

import { ACCOUNT_KINDS, type AccountKind } from '#domain/accounts/account-kind.ts'
import type { CostStopAction } from '#domain/accounts/cost-stop.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { QueueName } from '#ports/work/queues.ts'
import type { Uses } from './declaration.ts'
import { tradedExchanges } from './traded-exchanges.ts'

/** Settings of a deployment; see docs/operations.md. */
export interface Settings {
  /** Distance beyond the needed level that a MARKET order may trade at, in dollars: `0.02`. */
  readonly marketSlippage: string
  /** Usual time between the send of a paper order and its arrival at the book, in ms. */
  readonly paperLatencyMs: string
  /** By how much each level is worse for a taking paper order than the book shows, in dollars: `0.01`. */
  readonly paperSlip: string
  /** Seconds between two polls of the prices of armed conditionals. */
  readonly pollEveryS: string
  /** Requests per second and burst of one user, with all keys, in one container. */
  readonly ratePerSecond: string
  readonly rateBurst: string
  /** Quotas of a user that differ from the defaults: `open_orders=100,webhooks=5`. */
  readonly quotas: string
  /** Web origins that may call from a browser, separated by commas; empty for none. */
  readonly corsOrigin: string
  /** `true` allows webhooks that point to this machine, or use http. */
  readonly webhookLoopback: string
  /** `on` or `off`: whether this service shows its reference page. */
  readonly referencePage: string
  /** Part of the service that an alarm on requests or costs halts: one of `COST_STOPS`. */
  readonly costStop: CostStopAction
  /** Place of the recordings of the price watch: a folder of this machine, or `RECORD_IN_S3`; empty for none. */
  readonly record: string
  readonly exchanges: TradedExchanges
  /** The kind of accounts; see `ACCOUNT_KINDS`. */
  readonly accounts: AccountKind
}

export const DEFAULT_SETTINGS: Settings = {
  marketSlippage: '0.02',
  paperLatencyMs: '400',
  paperSlip: '0',
  pollEveryS: '5',
  ratePerSecond: '20',
  rateBurst: '40',
  quotas: '',
  corsOrigin: '',
  webhookLoopback: '',
  referencePage: 'on',
  costStop: 'strangers',
  record: '',
  exchanges: tradedExchanges((_name, _host, { publicAddress }) => publicAddress),
  accounts: 'simulated',
}

/** Addresses and names of one deployment; texts may be tokens of the CDK. */
export interface Deployment {
  /** Name that distinguishes the deployment from others in the account; empty for the only one. */
  readonly stage: string
  readonly tableName: string
  readonly queueUrls: Readonly<Record<QueueName, string>>
  readonly vaultKeyId: string
  readonly catalogueBucket: string
  /** Address at which clients open streams, and the endpoint that sends to them. */
  readonly streams: { readonly url: string; readonly endpoint: string }
  /** Address of the endpoints. */
  readonly apiUrl: string
  readonly settings: Settings
}

export const environmentOf = (
  declaration: { readonly name: string; readonly uses: Uses; readonly queue?: QueueName; readonly timeoutS?: number },
  deployment: Deployment,
): Record<string, string> => {
  const { settings } = deployment
  const { uses, queue: own } = declaration
  const queues = [...(uses.sends ?? []), ...(uses.requeues === true && own !== undefined ? [own] : [])]
  return {
    FUNCTION_NAME: declaration.name,
    ACCOUNTS: settings.accounts,
    ...when(deployment.stage !== '', { STAGE: deployment.stage }),
    CORS_ORIGIN: settings.corsOrigin,
    RATE_PER_SECOND: settings.ratePerSecond,
    RATE_BURST: settings.rateBurst,
    QUOTAS: settings.quotas,
    ...when(uses.table !== 'none' || uses.costStop !== undefined, { TABLE_NAME: deployment.tableName }),
    ...when(uses.costStop === 'read', { REFERENCE_PAGE: settings.referencePage }),
    ...when(uses.costStop === 'write' || (settings.costStop === 'new-risk' && uses.table === 'write'), {
      COST_STOP: settings.costStop,
    }),
    ...Object.fromEntries(queues.map((queue) => [queueVariable(queue), deployment.queueUrls[queue]])),
    ...when(uses.vault !== undefined, { VAULT_KEY_ID: deployment.vaultKeyId }),
    ...when(uses.catalogue !== undefined, { CATALOGUE_BUCKET: deployment.catalogueBucket }),
    ...when(uses.streams === 'push', { STREAM_ENDPOINT: deployment.streams.endpoint }),
    ...when(uses.streams === 'address', { STREAM_URL: deployment.streams.url }),
    ...when(uses.records === true && settings.record !== '', { RECORD: recordingPlace(deployment) }),
    ...when(uses.endpoints === true, { API_URL: deployment.apiUrl }),
    ...when(uses.webhooks !== undefined, { WEBHOOK_LOOPBACK: settings.webhookLoopback }),
    ...when(uses.exchanges !== undefined, exchangeVariables(settings)),
  }
}

const when = (isUsed: boolean, variables: Record<string, string>): Record<string, string> => (isUsed ? variables : {})

/** Key of the one object in the bucket of the catalogue. */
export const CATALOGUE_KEY = 'markets.db.zst'

/** Setting that records in the bucket of the catalogue, and the part of the bucket for that. */
export const RECORD_IN_S3 = 's3'
export const RECORDINGS_PREFIX = 'recordings/'

const recordingPlace = ({ settings: { record }, catalogueBucket }: Deployment): string =>
  record === RECORD_IN_S3 ? `s3://${catalogueBucket}/${RECORDINGS_PREFIX}` : record

/** `execute-order` → `QUEUE_URL_EXECUTE_ORDER`. */
export const queueVariable = (queue: QueueName): string => `QUEUE_URL_${queue.toUpperCase().replaceAll('-', '_')}`

const exchangeVariables = ({
  marketSlippage,
  paperLatencyMs,
  paperSlip,
  pollEveryS,
  exchanges,
}: Settings): Record<string, string> => ({
  MARKET_SLIPPAGE: marketSlippage,
  PAPER_LATENCY_MS: paperLatencyMs,
  PAPER_SLIP: paperSlip,
  POLL_EVERY_S: pollEveryS,
  ...Object.fromEntries(
    Object.entries(exchanges).flatMap(([name, hosts]) =>
      Object.entries(hosts).map(([host, address]) => [addressVariable(name, host), address]),
    ),
  ),
})

/** `EXCHANGE_B`, `marketWs` → `EXCHANGE_B_MARKET_WS_URL`. */
const addressVariable = (name: string, host: string): string =>
  `${name}_${host.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}_URL`

/** Exchanges that the environment of a Lambda names. */
export const exchangesIn = (environment: Readonly<Record<string, string | undefined>>): TradedExchanges =>
  tradedExchanges((name, host) => environment[addressVariable(name, host)])

/** The kind of accounts that the environment of a Lambda names. Throws an explanation if it names none. */
export const accountKindIn = (environment: Readonly<Record<string, string | undefined>>): AccountKind => {
  const given = environment['ACCOUNTS']
  const kind = ACCOUNT_KINDS.find((one) => one === given)
  if (kind === undefined)
    throw new Error(
      `environment variable ACCOUNTS is ${given ?? 'not set'}: it must be one of ${ACCOUNT_KINDS.join(', ')}`,
    )
  return kind
}

/** Variable that the declaration promises. Throws an explanation if it is missing. */
export const variable = (name: string): string => {
  const value = process.env[name]
  if (value === undefined)
    throw new Error(`environment variable ${name} is not set: does the declaration name what it uses?`)
  return value
}
