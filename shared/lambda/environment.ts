/** The environment of each Lambda, made from its declaration: the same variables in AWS and on a laptop. */

import type { QueueName } from '#ports/queues.ts'
import type { Uses } from './declaration.ts'

/** Settings a person may change; see docs/operations.md. */
export interface Settings {
  /** How far beyond the needed level a MARKET order may trade, in dollars: `0.02`. */
  readonly marketSlippage: string
  /** Seconds from one look at the prices of armed conditionals to the next. */
  readonly pollEveryS: string
  /** Requests per second and burst of one API key in one container. */
  readonly ratePerSecond: string
  readonly rateBurst: string
  /** The one origin CORS allows; empty when off. */
  readonly corsOrigin: string
  /** `true`: webhooks may point to this machine, and over http. */
  readonly webhookLoopback: string
  readonly exchangeUrls: ExchangeUrls
}

/** Base URLs of the exchanges, without a slash at the end; an exchange that is absent is not traded. */
export interface ExchangeUrls {
  /** With `/trade-api/v2`. */
  readonly EXCHANGE_A?: string
  /** Its order book, its catalogue and its data host. */
  readonly EXCHANGE_B?: { readonly clob: string; readonly gamma: string; readonly data: string }
}

export const DEFAULT_SETTINGS: Settings = {
  marketSlippage: '0.02',
  pollEveryS: '5',
  ratePerSecond: '20',
  rateBurst: '40',
  corsOrigin: '',
  webhookLoopback: '',
  exchangeUrls: {
    EXCHANGE_A: 'https://external-api.kalshi.com/trade-api/v2',
    EXCHANGE_B: {
      clob: 'https://clob.polymarket.com',
      gamma: 'https://gamma-api.polymarket.com',
      data: 'https://data-api.polymarket.com',
    },
  },
}

/** Where things are in one deployment; texts may be tokens of the CDK. */
export interface Deployment {
  readonly tableName: string
  readonly queueUrls: Readonly<Record<QueueName, string>>
  readonly vaultKeyId: string
  readonly catalogueBucket: string
  readonly settings: Settings
}

export const environmentOf = (
  declaration: { readonly name: string; readonly uses: Uses; readonly timeoutS?: number },
  deployment: Deployment,
): Record<string, string> => {
  const { settings } = deployment
  const { uses } = declaration
  return {
    FUNCTION_NAME: declaration.name,
    CORS_ORIGIN: settings.corsOrigin,
    RATE_PER_SECOND: settings.ratePerSecond,
    RATE_BURST: settings.rateBurst,
    ...(uses.table === 'none' ? {} : { TABLE_NAME: deployment.tableName }),
    ...Object.fromEntries((uses.sends ?? []).map((queue) => [queueVariable(queue), deployment.queueUrls[queue]])),
    ...(uses.vault === undefined ? {} : { VAULT_KEY_ID: deployment.vaultKeyId }),
    ...(uses.catalogue === undefined ? {} : { CATALOGUE_BUCKET: deployment.catalogueBucket }),
    ...(uses.webhooks === undefined ? {} : { WEBHOOK_LOOPBACK: settings.webhookLoopback }),
    ...(uses.exchanges === undefined ? {} : exchangeVariables(settings)),
  }
}

/** The one object in the bucket of the catalogue. */
export const CATALOGUE_KEY = 'markets.db.zst'

/** `execute-order` → `QUEUE_URL_EXECUTE_ORDER`. */
export const queueVariable = (queue: QueueName): string => `QUEUE_URL_${queue.toUpperCase().replaceAll('-', '_')}`

const exchangeVariables = ({ marketSlippage, pollEveryS, exchangeUrls }: Settings): Record<string, string> => {
  const { EXCHANGE_A: a, EXCHANGE_B: b } = exchangeUrls
  return {
    MARKET_SLIPPAGE: marketSlippage,
    POLL_EVERY_S: pollEveryS,
    ...(a === undefined ? {} : { EXCHANGE_A_URL: a }),
    ...(b === undefined
      ? {}
      : { EXCHANGE_B_CLOB_URL: b.clob, EXCHANGE_B_GAMMA_URL: b.gamma, EXCHANGE_B_DATA_URL: b.data }),
  }
}

/** The addresses as a Lambda finds them in its environment. */
export const exchangeUrlsOf = (environment: Readonly<Record<string, string | undefined>>): ExchangeUrls => {
  const { EXCHANGE_A_URL: a, EXCHANGE_B_CLOB_URL: clob } = environment
  const { EXCHANGE_B_GAMMA_URL: gamma, EXCHANGE_B_DATA_URL: data } = environment
  return {
    ...(a === undefined ? {} : { EXCHANGE_A: a }),
    ...(clob === undefined || gamma === undefined || data === undefined ? {} : { EXCHANGE_B: { clob, gamma, data } }),
  }
}

/** A variable the declaration promised; throws with words when it is missing. */
export const variable = (name: string): string => {
  const value = process.env[name]
  if (value === undefined)
    throw new Error(`environment variable ${name} is not set: does the declaration name what it uses?`)
  return value
}
