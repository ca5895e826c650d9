/** POST /order and its batch (Polymarket reference, sections 3.5 to 3.7). */

import type { HttpReply } from '../../../engine/http/json-server.ts'
import { type KeyedCall, ok } from '../../http/call.ts'
import { readJson } from '../../http/read-json.ts'
import { Refusal, refusal } from '../../http/refusal.ts'
import { refuseByMode } from '../../world/exchange-mode.ts'
import type { PolymarketWorld } from '../../world/world.ts'
import { bookOrder, keepOrder } from './book-order.ts'
import { checkOrder, killOf } from './check-order.ts'
import { type IdentifiedOrder, identifyOrder } from './identify-order.ts'
import { addOpenOrder } from './open-orders.ts'
import { orderAnswer, refusedLeg } from './order-answer.ts'
import { type OrderBody, readOrder } from './read-order.ts'

const MOST_IN_BATCH = 15

export const placeOrder = async (call: KeyedCall): Promise<HttpReply> =>
  ok(await attempt(call, readJson(call.http.body)))

/** Legs fail one by one, and a refused leg still says success (Polymarket reference, section 3.6). */
export const placeOrders = async (call: KeyedCall): Promise<HttpReply> => {
  const bodies = readJson(call.http.body)
  if (!Array.isArray(bodies) || bodies.length === 0) throw refusal(400, 'Invalid order payload')
  if (bodies.length > MOST_IN_BATCH) {
    throw refusal(400, `Too many orders in payload: ${bodies.length}, max allowed: ${MOST_IN_BATCH}`)
  }
  const answers: unknown[] = []
  for (const body of bodies) answers.push(await attemptLeg(call, body))
  return ok(answers)
}

const attemptLeg = async (call: KeyedCall, body: unknown) => {
  try {
    return await attempt(call, body)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return refusedLeg(problem.message)
  }
}

/** Tries to place the order and writes down that somebody tried. */
const attempt = async (call: KeyedCall, json: unknown) => {
  const { world, key, now } = call
  let identity: string | null = null
  let account = ''
  let market = ''
  const record = (outcome: string): void => {
    const submit = { account, identity, market, at: now, outcome, sequence: world.engine.ledger.nextSequence() }
    world.engine.ledger.submits.push(submit)
    world.engine.ledger.touch('submit', String(submit.sequence), submit)
  }
  try {
    const body = readOrder(json)
    market = world.catalogue.tokens.get(body.order.tokenId)?.market.conditionId ?? ''
    const found = await identifyOrder(world, key, body)
    identity = found.id
    account = found.member.id
    refuseByMode(world, 'order', body.postOnly)
    const answer = place(world, body, found)
    record('accepted')
    return answer
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    record(problem.message.endsWith('Duplicated.') ? 'duplicate' : `rejected:${problem.message}`)
    throw problem
  }
}

const place = (world: PolymarketWorld, body: OrderBody, found: IdentifiedOrder) => {
  const { order, walk } = checkOrder(world, body, found)
  const { ledger } = world.engine
  const isHeld = found.info.secondsDelay > 0 && walk.qty > 0
  const kill = isHeld ? null : killOf(order.type, walk)
  if (kill === null || world.switches.killedOrdersAreIndexed) ledger.spend(order.account, order.id)
  if (kill !== null) {
    world.streams.noted.push({ order, end: `CANCELED_${kill}` })
    throw refusal(400, kill)
  }
  world.orders.set(order.id, order)
  if (isHeld && !world.switches.delayFails) {
    order.heldUntil = world.clock() + found.info.secondsDelay * 1000
    addOpenOrder(world, order)
    keepOrder(world, order)
    world.streams.noted.push({ order: { ...order }, end: null })
    return orderAnswer(world, order, 'delayed')
  }
  bookOrder(world, order)
  if (isHeld) return orderAnswer(world, { ...order, tradeIds: [] }, 'unmatched')
  return orderAnswer(world, order, order.tradeIds.length > 0 ? 'matched' : 'live')
}
