/** Forgets a stream that has ended. */

import { socket } from '#lambda/socket.ts'
import { log, streams } from '../runtime.ts'

export const handler = socket(
  {
    name: 'close-stream',
    route: '$disconnect',
    uses: { table: 'write', alsoWrites: ['remove'] },
    memoryMb: 256,
    ifBroken:
      'Streams that have ended are forgotten late, and count towards the limit of their key. Look at the log of close-stream.',
  },
  () => ({ streams: streams(), log }),
  async (deps, { streamId }) => {
    const userId = await deps.streams.ownerOf(streamId)
    if (userId !== null) await deps.streams.remove(streamId, userId)
  },
)
