/** Reads a create-order body for the engine; refuses errors in it (Kalshi reference, section 6.1). */

import type { Submission } from '../../engine/matching/submission.ts'
import type { SimulatorCall } from '../http/call.ts'
import { refusal } from '../http/refusal.ts'
import type { BodyReader } from '../http/request-body.ts'
import { readDecimal } from '../http/wire-numbers.ts'
import { type KalshiWorld, SHARDS } from '../world/world.ts'

export const readSubmission = (call: SimulatorCall, body: BodyReader, identity: string | null): Submission => {
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
    endsCrossing: world.endsCrossing,
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
