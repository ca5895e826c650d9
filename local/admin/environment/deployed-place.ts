/** A deployment, found by the outputs of its stacks. */

import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { requestLimits } from '#adapters/aws/request-limits.ts'
import { ACCOUNT_KINDS, type AccountKind } from '#domain/accounts/account-kind.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { CannotStart } from '../../cannot-start.ts'
import { deployedOutputs, exchangesIn } from '../../sam/deployed-outputs.ts'
import { Refusal } from '../command.ts'
import type { CallAws } from './call-aws.ts'
import { cloudWatchLogs } from './cloudwatch-logs.ts'
import { deployedCloud } from './deployed-cloud.ts'
import type { Place } from './place.ts'
import { stackOutputs } from './stack-outputs.ts'

const QUEUES = CONSUMERS.map(({ handler }) => handler.spec.queue)

/** Throws a `Refusal` where there is no such deployment. `callerFor` calls AWS in a region. */
export const deployedPlace = async (
  region: string | undefined,
  stage: string,
  callerFor: (region: string) => CallAws,
): Promise<Place> => {
  if (region === undefined) throw new Refusal('Which region? Add --region <region>, or set AWS_REGION.')
  const callAws = callerFor(region)
  const named = (stack: string): string => (stage === '' ? stack : `${stage}-${stack}`)
  const data = await stackOutputs(callAws, named('TradingData'))
  const api = await stackOutputs(callAws, named('TradingApi'))
  const { tableName, vaultKeyId, catalogueBucket, queueUrls, streams } = partsIn(data)
  const sqs = new SQSClient({ region, requestHandler: requestLimits() })
  const s3 = new S3Client({ region, requestHandler: requestLimits() })
  const group = (name: string): string => (stage === '' ? `trading-${name}` : `trading-${stage}-${name}`)
  return {
    name: `${named('TradingData')} in ${region}`,
    stage,
    ifSilent: 'Look at the region, and at your AWS credentials and their rights.',
    table: { name: tableName, region },
    queues: { client: sqs, urls: queueUrls },
    catalogue: { client: s3, bucket: catalogueBucket },
    vaultKeyId,
    streams,
    logs: cloudWatchLogs(callAws, ['api', 'workers', 'watch', 'access'].map(group)),
    cloud: deployedCloud(callAws, stage, queueUrls),
    baseUrl: api['Address'] ?? '',
    exchanges: exchangesIn(data['Exchanges'] ?? '{}'),
    accounts: accountsIn(data),
    startedAt: 0,
    keyFile: null,
    environment: {},
    close: () => {
      sqs.destroy()
      s3.destroy()
    },
  }
}

/** A deployment of a version before 1.1.0 does not name its accounts: they were real or of the demo. */
const accountsIn = (outputs: Readonly<Record<string, string>>): AccountKind =>
  ACCOUNT_KINDS.find((kind) => kind === outputs['Accounts']) ?? 'production'

const partsIn = (outputs: Readonly<Record<string, string>>) => {
  try {
    return deployedOutputs(JSON.stringify({ TradingData: outputs }), QUEUES)
  } catch (error) {
    throw error instanceof CannotStart ? new Refusal(error.message) : error
  }
}
