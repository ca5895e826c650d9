/** POST /portfolio/events/orders and its batch (Kalshi reference, sections 6.1 and 6.2). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import type { EngineFill, EngineOrder } from '../../engine/ledger/engine-state.ts'
import type { Outcome } from '../../engine/matching/submission.ts'
import type { Charge, SimulatorCall } from '../http/call.ts'
import { Refusal, refusal } from '../http/refusal.ts'
import type { BodyReader } from '../http/request-body.ts'
import { count, dollars } from '../http/wire-numbers.ts'
import { isClosed, isPaused } from '../world/world.ts'
import { refusalOf } from './engine-refusal.ts'
import { readSubmission } from './read-submission.ts'

const ONE = 1_000_000
const STRUCT = 'CreateOrderV2Request'

export const createOrder = (call: SimulatorCall): HttpReply => {
  const body = call.body(STRUCT)
  return { status: 201, body: createdJson(place(call, body), call.now) }
}

/** A shard pays from its own bucket; a routed order from every one. */
export const chargeOfCreate = (call: SimulatorCall): Charge => {
  const shard = call.body(STRUCT).whole('exchange_index') ?? -1
  return { cost: 10, shard: shard < 0 ? 'auto' : shard }
}

/** Tries to place the order and writes down that somebody tried. */
const place = (call: SimulatorCall, body: BodyReader): Extract<Outcome, { ok: true }> => {
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

const attempt = (call: SimulatorCall, body: BodyReader, identity: string | null): Extract<Outcome, { ok: true }> => {
  const { world, account } = call
  if (identity !== null && world.engine.ledger.isSpent(account, identity)) throw refusal(409, 'order_already_exists')
  const submission = readSubmission(call, body, identity)
  if (isPaused(world, submission.market)) throw refusal(409, 'trading_is_paused')
  if (isClosed(world, submission.market)) throw refusal(409, 'market_inactive')
  const outcome = world.engine.submit(submission)
  if (!outcome.ok) throw refusalOf(world, submission, outcome.reason)
  return outcome
}

const record = (
  { world, account, now }: SimulatorCall,
  identity: string | null,
  market: string,
  outcome: string,
): void => {
  const { ledger } = world.engine
  const submit = { account, identity, market, at: now, outcome, sequence: ledger.nextSequence() }
  ledger.submits.push(submit)
  ledger.touch('submit', String(submit.sequence), submit)
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
