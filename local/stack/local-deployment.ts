/** The deployment as its functions see it: the addresses of all parts, by the names that AWS gives them. */

import { STREAM_PATH } from '#contract/streams/stream-path.ts'
import { DEFAULT_SETTINGS, type Deployment, type Settings } from '#lambda/environment.ts'
import { LOCAL_AWS } from './aws/local-aws.ts'
import { LOCAL_BUCKET } from './aws/object-store.ts'
import { type ServiceParts, TABLE_NAME } from './service-parts.ts'

/** `url` is the address of the gateway. */
export const localDeployment = (parts: ServiceParts, url: string, settings: Partial<Settings> = {}) => {
  const { queues, kms, connections, exchanges, accounts } = parts
  return {
    tableName: TABLE_NAME,
    queueUrls: queues.urls,
    vaultKeyId: kms.keyId,
    catalogueBucket: LOCAL_BUCKET,
    streams: { url: `${url.replace('http', 'ws')}${STREAM_PATH}`, endpoint: connections.endpoint },
    apiUrl: url,
    stage: '',
    settings: {
      ...DEFAULT_SETTINGS,
      exchanges: exchanges.traded,
      accounts,
      webhookLoopback: 'true',
      ...settings,
    },
  } satisfies Deployment
}

/** Environment of every function: the addresses of the local replacements of AWS. */
export const awsEnvironment = ({ engine, queues, objects, kms }: ServiceParts) => ({
  ...LOCAL_AWS,
  AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
  AWS_ENDPOINT_URL_SQS: queues.endpoint,
  AWS_ENDPOINT_URL_S3: objects.endpoint,
  AWS_ENDPOINT_URL_KMS: kms.url,
})
