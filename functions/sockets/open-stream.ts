/** Accepts a connection to the stream, whose key has to come within five seconds. */

import { tooManyRequests } from '#domain/kernel/problem.ts'
import { bucketOfAddress } from '#lambda/limits/token-buckets.ts'
import { socket } from '#lambda/socket.ts'
import { enqueueEndUnknown } from '#use-cases/work/enqueue.ts'
import { buckets, clock, log, queues } from '../runtime.ts'

export const handler = socket(
  {
    name: 'open-stream',
    route: '$connect',
    uses: { table: 'none', sends: ['deliver-webhook'] },
    memoryMb: 256,
    ifBroken: 'No new stream can be opened; GET /v1/changes and webhooks still work. Look at the log of open-stream.',
  },
  () => ({ queues: queues(), buckets: buckets(), clock, log }),
  async (deps, { streamId, from }) => {
    const wait = deps.buckets.take(bucketOfAddress(from), deps.clock())
    return wait > 0 ? tooManyRequests(wait) : enqueueEndUnknown(deps, streamId)
  },
)
