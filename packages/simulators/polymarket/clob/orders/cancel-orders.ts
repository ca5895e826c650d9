/** The ways to cancel (Polymarket reference, section 4.1); a match in flight has won already. */

import * as v from 'valibot'
import type { HttpReply } from '../../../engine/http/json-server.ts'
import { type KeyedCall, ok } from '../../http/call.ts'
import { readJson } from '../../http/read-json.ts'
import { refusal } from '../../http/refusal.ts'
import { membersOf, type PolymarketWorld } from '../../world/world.ts'
import { openOrdersOf } from './open-orders.ts'
import type { ClobOrder } from './order.ts'

const MOST = 1000

export const cancelOrder = (call: KeyedCall): HttpReply => {
  const { orderID } = bodyOf(call, v.object({ orderID: v.string() }))
  return cancel(call, [orderID])
}

export const cancelOrders = (call: KeyedCall): HttpReply => {
  const ids = bodyOf(call, v.array(v.string()))
  if (ids.length > MOST) throw refusal(400, `Too many orders in payload: ${ids.length}, max allowed: ${MOST}`)
  return cancel(call, ids)
}

export const cancelAllOrders = (call: KeyedCall): HttpReply =>
  cancel(
    call,
    ownOpenOrders(call).map(({ id }) => id),
  )

/** One, and one for each order that it ends. */
export const tokensOfAll = (call: KeyedCall): number => 1 + ownOpenOrders(call).length

const ownOpenOrders = ({ world, key }: KeyedCall): ClobOrder[] =>
  membersOf(world, key.address).flatMap(({ id }) => openOrdersOf(world, id))

const cancel = ({ world, key }: KeyedCall, ids: readonly string[]): HttpReply => {
  const accounts = membersOf(world, key.address).map(({ id }) => id)
  const canceled: string[] = []
  const notCanceled: Record<string, string> = {}
  for (const id of new Set(ids)) {
    const order = world.orders.get(id)
    const reason =
      order !== undefined && accounts.includes(order.account)
        ? cancelOne(world, order)
        : "order can't be found - already canceled or matched"
    if (reason === null) canceled.push(id)
    else notCanceled[id] = reason
  }
  return ok({ canceled, not_canceled: notCanceled })
}

/** Cancels the order, or says why not. */
const cancelOne = (world: PolymarketWorld, { id, heldUntil }: ClobOrder): string | null => {
  if (heldUntil !== null) return "order can't be canceled because it is pending/delayed"
  const booked = world.engine.ledger.orders.get(id)
  if (booked?.status === 'executed') return "matched orders can't be canceled"
  if (booked?.status !== 'resting') return "order can't be found - already canceled or matched"
  world.engine.cancel(booked)
  return null
}

const bodyOf = <Schema extends v.GenericSchema>({ http }: KeyedCall, schema: Schema): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, readJson(http.body))
  if (!parsed.success) throw refusal(400, 'Invalid order payload')
  return parsed.output
}
