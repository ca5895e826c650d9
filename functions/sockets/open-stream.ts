/** When a client connects to the stream: the key has to come within five seconds. */

import { socket } from '#lambda/socket.ts'
import { openStream } from '#use-cases/streams/admit-stream.ts'
import { clock, log, queues, streams } from '../runtime.ts'

export const handler = socket(
  {
    name: 'open-stream',
    route: '$connect',
    uses: { table: 'write', sends: ['sweep-soon'] },
    memoryMb: 256,
    ifBroken: 'No new stream can be opened; GET /v1/changes and webhooks go on. Look at the log of open-stream.',
  },
  () => ({ streams: streams(), queues: queues(), clock, log }),
  (deps, { streamId }) => openStream(deps, streamId),
)
