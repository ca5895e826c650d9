/** Sends one message of a subscription, or ends the subscription when its reader is too slow. */

import type { KalshiWorld } from '../world/world.ts'
import { errorMessage } from './stream-error.ts'
import { type Session, type Subscription, stampOf } from './stream-state.ts'

/** A subscription whose connection has so much waiting is ended with the error 25; the exchange has not published its size. */
const BUFFER_BYTES = 1024 * 1024

/** `market` is the ticker it is about, '' for none. */
export const sendMessage = (
  world: KalshiWorld,
  session: Session,
  subscription: Subscription,
  {
    type,
    market,
    msg,
    ...more
  }: { readonly type: string; readonly market: string; readonly msg: unknown; id?: number },
): void => {
  if (session.socket.waitingBytes() > BUFFER_BYTES) {
    endSubscription(world, session, subscription, 25)
    return
  }
  if (subscription.muted.has(market)) return
  const envelope = { type, ...more, ...stampOf(subscription), sending_ts_ms: world.clock(), msg }
  session.send({ type, about: [market], text: JSON.stringify(envelope) })
}

/** After the errors 10 and 25 a subscription is dead (Kalshi live reference, section 1.2). */
export const endSubscription = (
  world: KalshiWorld,
  session: Session,
  subscription: Subscription,
  code: 10 | 25,
): void => {
  session.subscriptions.delete(subscription.sid)
  const text = JSON.stringify({ ...errorMessage(code, stampOf(subscription)), sending_ts_ms: world.clock() })
  session.send({ type: 'error', about: [], text })
}
