/** Functions of the two channels for the control API. */

import type { StreamTarget } from '../../engine/control/streams.ts'
import type { PolymarketWorld } from '../world/world.ts'

export const streamTarget = ({ streams }: PolymarketWorld): StreamTarget => ({
  drop: (type, code) => {
    const readers = [
      ...(type === 'user' ? [] : streams.marketReaders),
      ...(type === 'market' ? [] : streams.userReaders),
    ]
    for (const { socket } of readers) {
      if (code === null) socket.reset()
      else socket.close(code, '')
    }
  },
  add: (fault) => {
    if (fault.kind === 'error') return 'this exchange sends no errors on its streams'
    streams.faults.add(fault)
    return null
  },
  clear: () => streams.faults.clear(),
})
