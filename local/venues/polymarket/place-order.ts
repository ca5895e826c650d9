/** POST /order and its batch (Polymarket reference, sections 3.5 to 3.7). */

import type { HttpReply } from '../engine/json-server.ts'
import { checkOrder, DIES_EARLY, identifyOrder, killOf } from './check-order.ts'
import { buysYes, type ClobOrder, inOutcome } from './clob-order.ts'
import { costOf, qtyOf } from './clob-trade.ts'
import { refuseByMode } from './exchange-mode.ts'
import { checkFunds } from './open-exposure.ts'
import { addOpenOrder } from './open-orders.ts'
import type { PolymarketWorld } from './polymarket-world.ts'
import { readJson } from './read-json.ts'
import { type OrderBody, readOrder } from './read-order.ts'
import { Refusal, refusal } from './refusal.ts'
import { type KeyedCall, ok } from './venue-call.ts'
import { walkBook } from './walk-book.ts'
import { decimal } from './wire-decimals.ts'

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
  for (const body of bodies) answers.push(await attempt(call, body).catch(refusedLeg))
  return ok(answers)
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

const place = (world: PolymarketWorld, body: OrderBody, found: Awaited<ReturnType<typeof identifyOrder>>) => {
  const { order, walk } = checkOrder(world, body, found)
  const { ledger } = world.engine
  const isHeld = found.info.secondsDelay > 0 && walk.qty > 0
  const kill = isHeld ? null : killOf(order.type, walk)
  if (kill === null || world.switches.killedOrdersAreIndexed) ledger.spend(order.account, order.id)
  if (kill !== null) throw refusal(400, kill)
  world.orders.set(order.id, order)
  if (isHeld && !world.switches.delayFails) {
    order.heldUntil = world.clock() + found.info.secondsDelay * 1000
    addOpenOrder(world, order)
    keepOrder(world, order)
    return answerOf(world, order, 'delayed')
  }
  book(world, order)
  if (isHeld) return answerOf(world, { ...order, tradeIds: [] }, 'unmatched')
  return answerOf(world, order, order.tradeIds.length > 0 ? 'matched' : 'live')
}

/** Hands the order to the matching engine. */
const book = (world: PolymarketWorld, order: ClobOrder): void => {
  const isMarketable = order.type === 'FOK' || order.type === 'FAK'
  world.engine.submit({
    account: order.account,
    market: order.market,
    id: order.id,
    // The venue keeps the ids it has seen itself: killed ones may count, and held ones come here late.
    identity: null,
    buyFlag: buysYes(order),
    price: inOutcome(order.price, order.outcome),
    qty: order.size,
    ...(order.spend === null ? {} : { spend: order.spend }),
    lifetime: isMarketable ? 'immediate' : 'rest',
    // What the venue does about it is unknown; the order that came later trades on (Polymarket reference, section 11).
    selfTrade: 'cancel_maker',
    expiresAt: order.type === 'GTD' ? (order.expiration - DIES_EARLY) * 1000 : null,
    covered: true,
  })
  addOpenOrder(world, order)
  keepOrder(world, order)
}

/** Lets go of what the markets' delays have held long enough: it trades, rests or dies as if it came now. */
export const releaseHeldOrders = (world: PolymarketWorld): void => {
  for (const orders of world.openOrders.values()) {
    for (const order of orders) {
      if (order.heldUntil !== null && order.heldUntil <= world.clock()) release(world, order)
    }
  }
}

const release = (world: PolymarketWorld, order: ClobOrder): void => {
  order.heldUntil = null
  world.openOrders.get(order.account)?.delete(order)
  keepOrder(world, order)
  const market = world.engine.ledger.markets.get(order.market)
  if (market?.status !== 'active') return
  const yesPrice = inOutcome(order.price, order.outcome)
  const walk = walkBook(world, market, {
    account: order.account,
    buyFlag: buysYes(order),
    price: yesPrice,
    qty: order.size,
    spend: order.spend,
  })
  if (killOf(order.type, walk) !== null || !isCovered(world, order, walk)) return
  book(world, order)
}

const isCovered = (...check: Parameters<typeof checkFunds>): boolean => {
  try {
    checkFunds(...check)
    return true
  } catch {
    return false
  }
}

const keepOrder = (world: PolymarketWorld, order: ClobOrder): void =>
  world.keep('clob_order', order.id, { ...order, tradeIds: [...order.tradeIds] })

/** What the taker gave and got so far; empty texts when nothing matched. */
const answerOf = (world: PolymarketWorld, order: ClobOrder, status: 'live' | 'matched' | 'delayed' | 'unmatched') => {
  const trades = order.tradeIds.map((id) => world.trades.get(id)).filter((trade) => trade !== undefined)
  const text = (amount: number): string => (world.switches.amountUnits === 'base' ? String(amount) : decimal(amount))
  const shares = trades.reduce((sum, trade) => sum + qtyOf(trade), 0)
  const money = trades.reduce((sum, trade) => sum + costOf(trade), 0)
  const [making, taking] = order.side === 'BUY' ? [money, shares] : [shares, money]
  // Fills of FOK and FAK orders show their transactions only later (Polymarket reference, section 3.7).
  const isMarketable = order.type === 'FOK' || order.type === 'FAK'
  const hashes = trades.map(({ transactionHash }) => transactionHash)
  return {
    errorMsg: '',
    orderID: order.id,
    takingAmount: trades.length === 0 ? '' : text(taking),
    makingAmount: trades.length === 0 ? '' : text(making),
    status,
    ...(isMarketable || trades.length === 0 ? {} : { transactionsHashes: hashes }),
    ...(trades.length === 0 ? {} : { tradeIDs: order.tradeIds }),
    success: true,
  }
}

const refusedLeg = (problem: unknown) => {
  if (!(problem instanceof Refusal)) throw problem
  return {
    errorMsg: problem.message,
    orderID: '',
    takingAmount: '',
    makingAmount: '',
    status: '',
    success: true,
  }
}
