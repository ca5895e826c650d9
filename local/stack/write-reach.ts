/** Writes where the service is: `dev.json` for scripts of its user, `table.json` for the commands of its operator. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Deployment } from '#lambda/environment.ts'
import type { LocalExchange } from '../simulators/local-exchange.ts'
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
  const simulated = Object.fromEntries(EXCHANGE_NAMES.map((name) => [name, addressesOf(exchanges[name])]))
  const dev = {
    base_url: reached.baseUrl,
    api_key: reached.apiKey,
    subaccount_id: reached.subaccountId,
    exchanges: simulated,
    // The older name, which scripts of others read.
    venues: simulated,
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
  }
  writePrivateFile(folder.file('table.json'), JSON.stringify(found))
}

/** Addresses of a simulated exchange for scripts: the first of its hosts is `url`, any other `<host>_url` (`market_ws_url`). */
const addressesOf = ({ addresses, controlUrl }: LocalExchange): Readonly<Record<string, string>> => {
  const urls = Object.entries(addresses).map(([host, url], place) => [
    place === 0 ? 'url' : `${host.replaceAll(/[A-Z]/g, '_$&').toLowerCase()}_url`,
    url,
  ])
  return { ...Object.fromEntries(urls), control_url: controlUrl }
}
