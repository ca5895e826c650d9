/** Frame of endpoints that need no key: it uses neither the table nor any other service. */

import { randomUUID } from 'node:crypto'
import { allowedOrigins } from '#lambda/allowed-origins.ts'
import type { FrameDeps } from '#lambda/call.ts'
import { jsonLog, namespaceOf } from '#lambda/log/json-log.ts'

const clock = (): number => Date.now()

/** Reading a key or claiming an idempotency key without a declaration is a mistake in the endpoint. */
const absent = (): never => {
  throw new Error('an endpoint without a key has no table')
}

const NO_LIMIT = { limit: Infinity, remaining: Infinity, resetS: 0 }

export const bareFrame = (): FrameDeps => ({
  apiKeys: { get: absent, list: absent, ring: absent, onRing: absent, create: absent, revoke: absent },
  idempotency: { get: absent, claim: absent, complete: absent, release: absent },
  keyUses: { record: absent },
  requestCounts: { take: () => ({ wait: 0 }), left: () => NO_LIMIT },
  buckets: { take: () => 0, wait: () => 0, left: () => NO_LIMIT },
  clock,
  ids: { uuid: randomUUID, random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)) },
  log: jsonLog(
    clock,
    { function: process.env.FUNCTION_NAME },
    (line) => process.stdout.write(`${line}\n`),
    namespaceOf(process.env['STAGE'] ?? ''),
  ),
  accounts: 'simulated',
  corsOrigins: allowedOrigins(process.env),
})
