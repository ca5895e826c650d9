/**
 * Addresses of the parts of the service on this machine, as written for the commands of its operator (`table.json`).
 */

import * as v from 'valibot'
import { ACCOUNT_KINDS } from '#domain/accounts/account-kind.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { QueueName } from '#ports/work/queues.ts'

export const LocalReach = v.object({
  /** Endpoint of the DynamoDB engine. */
  endpoint: v.string(),
  /** Of the table. */
  name: v.string(),
  baseUrl: v.string(),
  /** Endpoints of the queues, the bucket and KMS. */
  sqs: v.string(),
  s3: v.string(),
  queueUrls: v.custom<Readonly<Record<QueueName, string>>>((value) => typeof value === 'object'),
  kms: v.string(),
  vaultKeyId: v.string(),
  bucket: v.string(),
  streams: v.object({ url: v.string(), endpoint: v.string() }),
  exchanges: v.custom<TradedExchanges>((value) => typeof value === 'object'),
  accounts: v.optional(v.picklist(ACCOUNT_KINDS), 'simulated'),
  /** Time of the start; 0 if an earlier version wrote the file. */
  startedAt: v.optional(v.number(), 0),
})
export type LocalReach = v.InferOutput<typeof LocalReach>
