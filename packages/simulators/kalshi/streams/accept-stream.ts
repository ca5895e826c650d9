/** Accepts WebSockets: admission, and the events of a connection (Kalshi live reference, section 1.1). */

import { faultySender } from '../../engine/control/stream-faults.ts'
import type { AcceptSocket, HttpReply } from '../../engine/http/json-server.ts'
import { Refusal } from '../http/refusal.ts'
import { type ApiKey, verifyRequest } from '../http/verify-request.ts'
import type { KalshiWorld } from '../world/world.ts'
import { answerCommand } from './answer-command.ts'
import type { Session } from './stream-state.ts'

export const STREAM_PATH = '/trade-api/ws/v2'

const PING_EVERY_MS = 10_000

export const acceptStream =
  (world: KalshiWorld, pingEveryMs = PING_EVERY_MS): AcceptSocket =>
  (call) => {
    if (call.path !== STREAM_PATH) return { status: 404, body: { error: { code: 'not_found', message: 'not found' } } }
    const fault = world.streams.faults.meet('refuse', '', [])
    if (fault !== null) return fault.status === null ? 'drop' : { status: fault.status }
    if (world.mode.value === 'restart') return { status: 503 }
    const key = keyOf(world, call)
    if ('status' in key) return key
    return (socket) => {
      const send = faultySender(world.streams.faults, socket.send)
      const session: Session = { key, socket, send, subscriptions: new Map(), lastSid: 0 }
      world.streams.sessions.add(session)
      world.engine.ledger.events.isReceived = true
      const pinging = setInterval(() => socket.ping('heartbeat'), pingEveryMs)
      return {
        onText: (text) => {
          // A new subscription does not receive earlier events.
          world.flush()
          answerCommand(world, session, text)
        },
        onClose: () => {
          clearInterval(pinging)
          world.streams.sessions.delete(session)
          world.engine.ledger.events.isReceived = world.streams.sessions.size > 0
        },
      }
    }
  }

/** Every channel needs a signed handshake; the signed text is `GET` and the path. */
const keyOf = (world: KalshiWorld, call: Parameters<AcceptSocket>[0]): ApiKey | HttpReply => {
  try {
    return verifyRequest(call, world.keys, world.clock())
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return { status: problem.status, body: problem.body }
  }
}
