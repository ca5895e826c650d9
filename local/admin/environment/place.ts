/** One running service, on this machine or in AWS, as the commands of its operator reach it. */

import type { S3Client } from '@aws-sdk/client-s3'
import type { SQSClient } from '@aws-sdk/client-sqs'
import type { TableOptions } from '#adapters/store/engine/wire.ts'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Deployment } from '#lambda/environment.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { QueueName } from '#ports/work/queues.ts'
import type { CloudState } from './cloud-state.ts'
import type { Logs } from './logs.ts'

export interface Place {
  /** For a person. */
  readonly name: string
  readonly stage: string
  /** Remedy if the service does not answer. */
  readonly ifSilent: string
  readonly table: TableOptions
  readonly queues: { readonly client: Pick<SQSClient, 'send'>; readonly urls: Readonly<Record<QueueName, string>> }
  readonly catalogue: { readonly client: Pick<S3Client, 'send'>; readonly bucket: string }
  readonly vaultKeyId: string
  readonly streams: Deployment['streams']
  readonly logs: Logs
  /** Alarms and event source mappings of a deployment; null on this machine, which has neither. */
  readonly cloud: CloudState | null
  readonly baseUrl: string
  readonly exchanges: TradedExchanges
  readonly accounts: AccountKind
  /** Time at which the service started on this machine; 0 in AWS. */
  readonly startedAt: Millis
  /** File of the key that seals credentials on this machine; null in AWS, where KMS has it. */
  readonly keyFile: string | null
  /** Variables by which an endpoint finds AWS's services here; none in AWS. */
  readonly environment: Readonly<Record<string, string>>
  close(): void
}
