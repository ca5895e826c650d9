/** POST /portfolio/events/orders and its batch (Kalshi reference, sections 6.1 and 6.2). */

import { stake } from '../engine/contract-cost.ts'
import type { EngineFill, EngineOrder } from '../engine/engine-state.ts'
import type { HttpReply } from '../engine/json-server.ts'
import type { Refusal as EngineRefusal, Outcome, Submission } from '../engine/matching-engine.ts'
import { isClosed, type KalshiWorld, SHARDS } from './kalshi-world.ts'
import { Refusal, refusal } from './refusal.ts'
import type { BodyReader } from './request-body.ts'
import type { Charge, VenueCall } from './venue-call.ts'
import { count, dollars, readDecimal } from './wire-numbers.ts'

const ONE = 1_000_000
const STRUCT = 'CreateOrderV2Request'

export const createOrder = (call: VenueCall): HttpReply => {
  const body = call.body(STRUCT)
  return { status: 201, body: createdJson(place(call, body), call.now) }
}

/** Items fail one by one; the reply is 201 even when none was placed. */
export const createOrders = (call: VenueCall): HttpReply => {
  const items = call.body('BatchCreateOrdersV2Request').items('orders', STRUCT)
  if (items.length === 0) throw refusal(400, 'missing_parameters', 'orders is required')
  return { status: 201, body: { orders: items.map((item) => batchItem(call, item)) } }
}

/** A shard pays from its own bucket; a routed order from every one. */
export const chargeOfCreate = (call: VenueCall): Charge => {
  const shard = call.body(STRUCT).whole('exchange_index') ?? -1
  return { cost: 10, shard: shard < 0 ? 'auto' : shard }
}

export const chargeOfCreates = (call: VenueCall): Charge => ({
  cost: 10 * call.body('BatchCreateOrdersV2Request').items('orders', STRUCT).length,
  shard: 0,
})

const batchItem = (call: VenueCall, item: BodyReader) => {
  try {
    return { ...nothingFilled, ...createdJson(place(call, item), call.now), error: null }
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const body = problem.body
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : body
    const empty = { order_id: null, fill_count: null, remaining_count: null, ts_ms: null }
    return { ...empty, ...nothingFilled, client_order_id: item.text('client_order_id') ?? null, error }
  }
}

const nothingFilled = { average_fill_price: null, average_fee_paid: null }

/** Tries to place the order and writes down that somebody tried. */
const place = (call: VenueCall, body: BodyReader): Extract<Outcome, { ok: true }> => {
  const identity = body.text('client_order_id') ?? null
  const market = body.text('ticker') ?? ''
  try {
    const outcome = attempt(call, body, identity === '' ? null : identity)
    record(call, identity, market, 'accepted')
    return outcome
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const code = codeOf(problem)
    record(call, identity, market, code === 'order_already_exists' ? 'duplicate' : `rejected:${code}`)
    throw problem
  }
}

const attempt = (call: VenueCall, body: BodyReader, identity: string | null): Extract<Outcome, { ok: true }> => {
  const { world, account } = call
  if (identity !== null && world.engine.ledger.isSpent(account, identity)) throw refusal(409, 'order_already_exists')
  const submission = readSubmission(call, body, identity)
  if (world.mode.value === 'trading_paused') throw refusal(409, 'trading_is_paused')
  if (isClosed(world, submission.market)) throw refusal(409, 'market_inactive')
  const outcome = world.engine.submit(submission)
  if (!outcome.ok) throw refusalOf(world, submission, outcome.reason)
  return outcome
}

const record = ({ world, account, now }: VenueCall, identity: string | null, market: string, outcome: string): void => {
  const { ledger } = world.engine
  const submit = { account, identity, market, at: now, outcome, sequence: ledger.nextSequence() }
  ledger.submits.push(submit)
  ledger.touch('submit', String(submit.sequence), submit)
}

const readSubmission = (call: VenueCall, body: BodyReader, identity: string | null): Submission => {
  const { world, account, now } = call
  const market = body.required('ticker')
  const side = oneOf(body, 'side', ['bid', 'ask'])
  const qty = readCount(body.required('count'))
  const price = readDecimal(body.required('price'), 4)
  const force = oneOf(body, 'time_in_force', ['good_till_canceled', 'immediate_or_cancel', 'fill_or_kill'])
  const prevention = oneOf(body, 'self_trade_prevention_type', ['taker_at_cross', 'maker'])
  const postOnly = body.flag('post_only') ?? false
  const reduceOnly = body.flag('reduce_only') ?? false
  const cancelOnPause = body.flag('cancel_order_on_pause') ?? false
  const expires = body.whole('expiration_time')
  checkShard(world, market, body.whole('exchange_index') ?? -1)
  if ((body.whole('subaccount') ?? 0) !== 0) throw refusal(400, 'invalid_parameters', 'subaccount does not exist')
  if (body.text('order_group_id') !== undefined) throw refusal(404, 'order_group_not_found')
  if (price === null) throw refusal(400, 'invalid_price')
  if (reduceOnly && force !== 'immediate_or_cancel') {
    throw refusal(400, 'invalid_order', 'reduce_only can only be used with IoC orders')
  }
  if (postOnly && force !== 'good_till_canceled') {
    throw refusal(400, 'invalid_order', 'post_only can only be used with good_till_canceled orders')
  }
  if (expires !== undefined && force !== 'good_till_canceled') {
    throw refusal(400, 'invalid_parameters', 'expiration_time can only be used with good_till_canceled')
  }
  if (expires !== undefined && expires * 1000 <= now) {
    throw refusal(400, 'invalid_parameters', 'expiration_time must be in the future')
  }
  return {
    account,
    market,
    identity,
    buyFlag: side === 'bid',
    price,
    qty,
    lifetime: (
      { good_till_canceled: 'rest', immediate_or_cancel: 'immediate', fill_or_kill: 'all_or_nothing' } as const
    )[force],
    selfTrade: prevention === 'maker' ? 'cancel_maker' : 'cancel_taker',
    postOnly,
    reduceOnly,
    cancelOnPause,
    expiresAt: expires === undefined ? null : expires * 1000,
  }
}

/** A count has at most two decimals and is above zero. */
export const readCount = (text: string): number => {
  const qty = readDecimal(text, 2)
  if (qty === null || qty <= 0) throw refusal(400, 'invalid_order_size')
  return qty
}

export const oneOf = <Word extends string>(body: BodyReader, field: string, words: readonly Word[]): Word => {
  const text = body.required(field)
  const word = words.find((each) => each === text)
  if (word === undefined) throw refusal(400, 'invalid_parameters', `${field} must be one of ${words.join(' ')}`)
  return word
}

/** An order pinned to another shard than its market's meets no market there. */
export const checkShard = (world: KalshiWorld, ticker: string, shard: number): void => {
  if (shard < -1 || shard >= SHARDS) throw refusal(400, 'exchange_index_must_be_between_0_and_3')
  const info = world.catalogue.markets.get(ticker)
  if (info === undefined || (shard >= 0 && info.event.series.shard !== shard)) throw refusal(404, 'market_not_found')
}

/** What the engine refused, in the venue's words (Kalshi reference, section 3). */
export const refusalOf = (world: KalshiWorld, order: RefusedOrder, reason: EngineRefusal): Refusal => {
  switch (reason) {
    case 'identity_used':
      return refusal(409, 'order_already_exists')
    case 'market_unknown':
      return refusal(404, 'market_not_found')
    case 'market_not_active':
      return refusal(409, 'market_inactive')
    case 'off_grid':
      return refusal(400, 'invalid_price')
    case 'bad_size':
    case 'below_filled':
      return refusal(400, 'invalid_order_size')
    case 'already_expired':
      return refusal(400, 'invalid_parameters', 'expiration_time must be in the future')
    case 'insufficient_cash':
      return refusal(400, hasMoneyElsewhere(world, order) ? 'insufficient_shard_balance' : 'insufficient_balance')
    case 'post_only_cross':
      return refusal(400, 'invalid_order', 'post only cross')
    case 'too_little_volume':
      return refusal(409, 'fill_or_kill_insufficient_resting_volume')
    case 'nothing_to_reduce':
      return refusal(400, 'invalid_order', 'reduce only')
    case 'order_unknown':
      return refusal(404, 'not_found')
  }
}

type RefusedOrder = Pick<Submission, 'account' | 'buyFlag' | 'price' | 'qty'>

/** Whether the account could pay if all its money were on the market's shard. */
const hasMoneyElsewhere = (world: KalshiWorld, { account, buyFlag, price, qty }: RefusedOrder): boolean => {
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard)
  const total = shards.reduce((sum, shard) => sum + world.engine.ledger.available(account, shard), 0)
  return total >= stake(buyFlag, price, qty)
}

/** The averages of what this very call has filled, per contract; nothing when it filled nothing. */
export const averagesOf = (fills: readonly EngineFill[]) => {
  const qty = fills.reduce((sum, fill) => sum + fill.qty, 0)
  if (qty === 0) return {}
  const paid = fills.reduce((sum, fill) => sum + BigInt(fill.price) * BigInt(fill.qty), 0n)
  const fees = fills.reduce((sum, { fee }) => sum + BigInt(fee) * BigInt(ONE), 0n)
  const per = (amount: bigint): string => dollars(Number((2n * amount + BigInt(qty)) / (2n * BigInt(qty))))
  return { average_fill_price: per(paid), average_fee_paid: per(fees) }
}

const createdJson = ({ order, fills }: { order: EngineOrder; fills: readonly EngineFill[] }, now: number) => ({
  order_id: order.id,
  ...(order.identity === null ? {} : { client_order_id: order.identity }),
  fill_count: count(order.filled),
  remaining_count: count(order.remaining),
  ...averagesOf(fills),
  ts_ms: now,
})

const codeOf = ({ body }: Refusal): string => {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : body
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown'
}
