/** The environment of each Lambda, made from its declaration: the same variables in AWS and on a laptop. */

import type { ExchangeName } from '#domain/exchange-name.ts'
import type { QueueName } from '#ports/queues.ts'
import type { Uses } from './declaration.ts'

/** Settings a person may change; see docs/operations.md. */
export interface Settings {
  /** How far beyond the needed level a MARKET order may trade, in dollars: `0.02`. */
  readonly marketSlippage: string
  /** Requests per second and burst of one API key in one container. */
  readonly ratePerSecond: string
  readonly rateBurst: string
  /** The one origin CORS allows; empty when off. */
  readonly corsOrigin: string
  /** Base URLs of the exchanges; an exchange that is absent is not traded. */
  readonly exchangeUrls: Readonly<Partial<Record<ExchangeName, string>>>
}

export const DEFAULT_SETTINGS: Settings = {
  marketSlippage: '0.02',
  ratePerSecond: '20',
  rateBurst: '40',
  corsOrigin: '',
  exchangeUrls: { EXCHANGE_A: 'https://external-api.kalshi.com/trade-api/v2' },
}

/** Where things are in one deployment; texts may be tokens of the CDK. */
export interface Deployment {
  readonly tableName: string
  readonly queueUrls: Readonly<Record<QueueName, string>>
  readonly vaultKeyId: string
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
    ...(uses.exchanges === undefined ? {} : exchangeVariables(settings)),
  }
}

/** `execute-order` → `QUEUE_URL_EXECUTE_ORDER`. */
export const queueVariable = (queue: QueueName): string => `QUEUE_URL_${queue.toUpperCase().replaceAll('-', '_')}`

const exchangeVariables = (settings: Settings): Record<string, string> => ({
  MARKET_SLIPPAGE: settings.marketSlippage,
  ...Object.fromEntries(Object.entries(settings.exchangeUrls).map(([name, url]) => [`${name}_URL`, url])),
})

/** A variable the declaration promised; throws with words when it is missing. */
export const variable = (name: string): string => {
  const value = process.env[name]
  if (value === undefined)
    throw new Error(`environment variable ${name} is not set: does the declaration name what it uses?`)
  return value
}
