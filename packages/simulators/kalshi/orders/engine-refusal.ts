/** Refusals of the engine, in the exchange's words and statuses. */

import { stake } from '../../engine/matching/contract-cost.ts'
import type { Refusal as EngineRefusal, Submission } from '../../engine/matching/submission.ts'
import { type Refusal, refusal } from '../http/refusal.ts'
import { type KalshiWorld, SHARDS } from '../world/world.ts'

/** Refusals of the engine, in the exchange's words (Kalshi reference, section 3). */
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
    case 'order_unknown':
      return refusal(404, 'not_found')
  }
}

type RefusedOrder = Pick<Submission, 'account' | 'buyFlag' | 'price' | 'qty'>

/** True if the account could pay if all its money were on the market's shard. */
const hasMoneyElsewhere = (world: KalshiWorld, { account, buyFlag, price, qty }: RefusedOrder): boolean => {
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard)
  const total = shards.reduce((sum, shard) => sum + world.engine.ledger.available(account, shard), 0)
  return total >= stake(buyFlag, price, qty)
}
