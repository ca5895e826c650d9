/** GET and DELETE /notifications: orders that ended and markets that were resolved (Polymarket reference, section 4.4). */

import type { HttpReply } from '../../../engine/http/json-server.ts'
import type { EngineOrder } from '../../../engine/ledger/engine-state.ts'
import { type KeyedCall, ok } from '../../http/call.ts'
import { decimal, seconds } from '../../http/wire-decimals.ts'
import type { PolymarketMarket } from '../../world/catalogue.ts'
import { membersOf, type PolymarketWorld } from '../../world/world.ts'
import type { Notification } from './notification.ts'

const CANCELLED = 1
const FILLED = 2
const RESOLVED = 4

const KEPT_MS = 48 * 3_600_000
/** Beyond this many the oldest is forgotten. */
const MOST = 1_000

/** Newest first; of the wallets of that kind, or of all. */
export const listNotifications = (call: KeyedCall): HttpReply =>
  ok(
    ownOf(call)
      .reverse()
      .map(({ id, type, payload, at }) => ({
        id,
        owner: call.key.key,
        type,
        payload,
        timestamp: seconds(at),
      })),
  )

/** Drops the named ones, all without a name. */
export const dropNotifications = (call: KeyedCall): HttpReply => {
  const ids = call.http.query.get('ids')?.split(',')
  const dropped = new Set(ownOf(call).filter(({ id }) => ids === undefined || ids.includes(String(id))))
  const { notifications } = call.world
  notifications.splice(0, notifications.length, ...notifications.filter((one) => !dropped.has(one)))
  return ok('OK')
}

/** Tells the owner that the order has ended; nothing if it still rests. */
export const notifyOfOrder = (world: PolymarketWorld, booked: EngineOrder): void => {
  const order = world.orders.get(booked.id)
  if (order === undefined || booked.status === 'resting') return
  if (world.notifications.some(({ payload }) => payload['order_id'] === order.id)) return
  add(world, order.account, booked.filled > 0 && booked.remaining === 0 ? FILLED : CANCELLED, {
    order_id: order.id,
    market: order.market,
    asset_id: order.token,
    side: order.side,
    price: decimal(order.price),
    original_size: decimal(order.size),
    matched_size: decimal(booked.filled),
    outcome: world.catalogue.markets.get(order.market)?.outcomes[order.outcome] ?? '',
    type: order.type,
  })
}

/** Tells all who hold a token of the market. */
export const notifyOfResult = (world: PolymarketWorld, market: PolymarketMarket): void => {
  for (const account of world.members.keys()) {
    if (market.tokens.every((token) => world.wallets.settled(account, token) === 0)) continue
    add(world, account, RESOLVED, { market: market.conditionId, question: market.question, market_slug: market.slug })
  }
}

const ownOf = ({ world, key, http, now }: KeyedCall): Notification[] => {
  const kind = http.query.get('signature_type')
  const wallets = membersOf(world, key.address).filter(
    ({ signatureType }) => kind === null || String(signatureType) === kind,
  )
  return world.notifications.filter(({ account, at }) => at > now - KEPT_MS && wallets.some(({ id }) => id === account))
}

const add = (
  { notifications, engine, clock }: PolymarketWorld,
  account: string,
  type: Notification['type'],
  payload: Notification['payload'],
): void => {
  notifications.push({ id: engine.ledger.nextSequence(), account, type, payload, at: clock() })
  if (notifications.length > MOST) notifications.shift()
}
