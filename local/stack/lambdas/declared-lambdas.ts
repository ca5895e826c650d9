/** Declarations as the stack needs them, stored beside the bundles: the declarations themselves hold code as well. */

import * as v from 'valibot'
import { SCOPES } from '#domain/accounts/api-key.ts'
import type { QueueName } from '#ports/work/queues.ts'

const Queue = v.custom<QueueName>((text) => typeof text === 'string')

const declared = {
  name: v.string(),
  // A use that is missing here would be missing in the stack: it is refused.
  uses: v.strictObject({
    table: v.picklist(['none', 'read', 'write']),
    alsoWrites: v.exactOptional(v.array(v.picklist(['remove', 'bulk']))),
    apiKeys: v.exactOptional(v.literal(true)),
    sends: v.exactOptional(v.array(Queue)),
    requeues: v.exactOptional(v.literal(true)),
    vault: v.exactOptional(v.array(v.picklist(['seal', 'open']))),
    catalogue: v.exactOptional(v.picklist(['read', 'write'])),
    streams: v.exactOptional(v.picklist(['push', 'address'])),
    webhooks: v.exactOptional(v.literal(true)),
    records: v.exactOptional(v.literal(true)),
    endpoints: v.exactOptional(v.literal(true)),
    costStop: v.exactOptional(v.picklist(['read', 'write'])),
    exchanges: v.exactOptional(v.picklist(['public', 'account', 'streams'])),
  }),
  timeoutS: v.exactOptional(v.number()),
  memoryMb: v.exactOptional(v.number()),
}

const Route = v.object({
  ...declared,
  method: v.string(),
  path: v.string(),
  scope: v.picklist([...SCOPES, 'none']),
  showsMoreWithKey: v.exactOptional(v.literal(true)),
  idempotent: v.exactOptional(v.literal(true)),
})

export const DeclaredLambdas = v.object({
  routes: v.array(Route),
  defaultRoute: Route,
  /** Properties of the default route, from routes with a parameter. */
  wrongMethods: v.array(v.object({ method: v.string(), path: v.string() })),
  consumers: v.array(
    v.object({
      ...declared,
      queue: Queue,
      fifo: v.exactOptional(v.literal(true)),
      batchSize: v.number(),
      atOnce: v.exactOptional(v.number()),
    }),
  ),
  sockets: v.array(v.object({ ...declared, route: v.picklist(['$connect', '$disconnect', '$default']) })),
  schedules: v.array(v.object({ ...declared, everyMinutes: v.number(), overlaps: v.exactOptional(v.literal(true)) })),
})
export type DeclaredLambdas = v.InferOutput<typeof DeclaredLambdas>

type Declared = v.InferOutput<typeof Route>

/** Any of them. Only endpoints have a scope, and may be idempotent. */
export type DeclaredLambda = Pick<Declared, keyof typeof declared> &
  Partial<Pick<Declared, 'scope' | 'showsMoreWithKey' | 'idempotent'>>
