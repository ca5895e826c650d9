/** The doors of the market channel and of the user channel. */

import { faultySender } from '../../engine/control/stream-faults.ts'
import type { AcceptSocket } from '../../engine/http/json-server.ts'
import type { SimulatorSocket } from '../../engine/http/sockets.ts'
import type { PolymarketWorld } from '../world/world.ts'
import { marketListener } from './market-channel.ts'
import { userListener } from './user-channel.ts'

export const STREAM_PATHS = { market: '/ws/market', user: '/ws/user' } as const

export const acceptStream =
  (world: PolymarketWorld): AcceptSocket =>
  ({ path }) => {
    if (path !== STREAM_PATHS.market && path !== STREAM_PATHS.user) return { status: 404 }
    const channel = path === STREAM_PATHS.market ? 'market' : 'user'
    const fault = world.streams.faults.meet('refuse', channel, [])
    if (fault !== null) return fault.status === null ? 'drop' : { status: fault.status }
    return (socket) => {
      const listener = channel === 'market' ? marketListener(world, reading(world, socket)) : users(world, socket)
      listen(world)
      return {
        onText: listener.onText,
        onClose: () => {
          listener.onClose()
          listen(world)
        },
      }
    }
  }

const reading = (world: PolymarketWorld, socket: SimulatorSocket) => ({
  socket,
  send: faultySender(world.streams.faults, socket.send),
  tokens: null,
  muted: new Set<string>(),
  custom: false,
})

const users = (world: PolymarketWorld, socket: SimulatorSocket) =>
  userListener(world, {
    socket,
    send: faultySender(world.streams.faults, socket.send),
    address: null,
    markets: null,
  })

const listen = ({ engine, streams }: PolymarketWorld): void => {
  engine.ledger.events.isReceived = streams.marketReaders.size + streams.userReaders.size > 0
}
