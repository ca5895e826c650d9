/** Writes where the service is: `dev.json` for scripts of its user, `table.json` for the commands of its operator. */

import type { Deployment } from '#lambda/environment.ts'
import { writePrivateFile } from '../write-private-file.ts'
import { LOCAL_BUCKET } from './aws/object-store.ts'
import type { LocalReach } from './local-reach.ts'
import type { ServiceParts } from './service-parts.ts'

interface Reached {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string
}

export const writeReach = (parts: ServiceParts, deployment: Deployment, reached: Reached): void => {
  const { folder, exchanges, engine, queues, objects, kms } = parts
  const dev = {
    base_url: reached.baseUrl,
    api_key: reached.apiKey,
    subaccount_id: reached.subaccountId,
    exchanges: exchanges.shown,
    // The older name, which scripts of others read.
    venues: exchanges.shown,
  }
  writePrivateFile(folder.file('dev.json'), `${JSON.stringify(dev, null, 2)}\n`)
  const found: LocalReach = {
    endpoint: engine.endpoint,
    name: deployment.tableName,
    baseUrl: reached.baseUrl,
    sqs: queues.endpoint,
    s3: objects.endpoint,
    queueUrls: queues.urls,
    kms: kms.url,
    vaultKeyId: kms.keyId,
    bucket: LOCAL_BUCKET,
    streams: deployment.streams,
    exchanges: deployment.settings.exchanges,
    accounts: deployment.settings.accounts,
    startedAt: Date.now(),
  }
  writePrivateFile(folder.file('table.json'), JSON.stringify(found))
}
