/** Functions of the WebSocket for the control API. */

import type { StreamTarget } from '../../engine/control/streams.ts'
import type { KalshiWorld } from '../world/world.ts'
import { endSubscription } from './send-message.ts'
import { isStreamErrorCode } from './stream-error.ts'

export const streamTarget = (world: KalshiWorld): StreamTarget => ({
  drop: (type, code) => {
    for (const { socket, subscriptions } of world.streams.sessions) {
      if (type !== null && ![...subscriptions.values()].some(({ channel }) => channel === type)) continue
      if (code === null) socket.reset()
      else socket.close(code, '')
    }
  },
  add: (fault) => {
    const { kind, code, type } = fault
    if (kind !== 'error') {
      world.streams.faults.add(fault)
      return null
    }
    if (code === 10 || code === 25) {
      endSubscriptions(world, type, code)
      return null
    }
    if (code === null || !isStreamErrorCode(code)) return `this exchange has no error ${code}`
    world.streams.faults.add(fault)
    return null
  },
  clear: () => world.streams.faults.clear(),
})

/** These errors kill what they are about at once; the others refuse the commands that follow. */
const endSubscriptions = (world: KalshiWorld, channel: string | null, code: 10 | 25): void => {
  for (const session of world.streams.sessions) {
    for (const subscription of [...session.subscriptions.values()]) {
      if (channel === null || subscription.channel === channel) endSubscription(world, session, subscription, code)
    }
  }
}
