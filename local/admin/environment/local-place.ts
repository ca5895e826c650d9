/** The service of `npm start` on this machine. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import * as v from 'valibot'
import { requestLimits } from '#adapters/aws/request-limits.ts'
import { LOCAL_CREDENTIALS } from '../../stack/aws/dynamodb.ts'
import { LOCAL_AWS } from '../../stack/aws/local-aws.ts'
import { LocalReach } from '../../stack/local-reach.ts'
import { Refusal } from '../command.ts'
import { localLogs } from './local-logs.ts'
import type { Place } from './place.ts'

/** `dir` is its data folder. Throws a `Refusal` when no service ever ran there. */
export const localPlace = (dir: string): Place => {
  const file = join(dir, 'table.json')
  if (!existsSync(file))
    throw new Refusal(
      `No service runs on the data in ${dir}. Run npm start first, or name a deployment: --region <region>, and --stage <stage> if it has one.`,
    )
  const read = v.safeParse(LocalReach, JSON.parse(readFileSync(file, 'utf8')))
  if (!read.success) throw new Refusal(`The service in ${dir} was started by an earlier version. Start it again.`)
  const reach = read.output
  const aws = {
    region: LOCAL_AWS.AWS_REGION,
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
    requestHandler: requestLimits(),
  }
  const sqs = new SQSClient({ ...aws, endpoint: reach.sqs })
  const s3 = new S3Client({ ...aws, endpoint: reach.s3, forcePathStyle: true })
  const { endpoint, name } = reach
  return {
    name: `the service in ${dir}`,
    stage: '',
    ifSilent: 'Start it with npm start. If it runs, stop it first.',
    table: { name, endpoint, region: LOCAL_AWS.AWS_REGION, credentials: LOCAL_CREDENTIALS },
    queues: { client: sqs, urls: reach.queueUrls },
    catalogue: { client: s3, bucket: reach.bucket },
    vaultKeyId: reach.vaultKeyId,
    streams: reach.streams,
    logs: localLogs(join(dir, 'logs')),
    cloud: null,
    baseUrl: reach.baseUrl,
    exchanges: reach.exchanges,
    accounts: reach.accounts,
    startedAt: reach.startedAt,
    keyFile: join(dir, 'kms.key'),
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_SQS: reach.sqs,
      AWS_ENDPOINT_URL_S3: reach.s3,
      AWS_ENDPOINT_URL_KMS: reach.kms,
    },
    close: () => {
      sqs.destroy()
      s3.destroy()
    },
  }
}
