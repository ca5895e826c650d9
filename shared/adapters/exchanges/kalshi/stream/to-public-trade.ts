/** A trade of the stream as a public trade. */

import type { Millis } from '#domain/kernel/time.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import { toPrice, toQty } from '../http/wire-values.ts'
import { takerBuys } from '../markets/taker-buys.ts'
import type { StreamTrade } from './frames.ts'

/** `now` is the time of a trade without one. */
export const toPublicTrade = (wire: StreamTrade, now: Millis): PublicTrade => ({
  tradeId: wire.trade_id,
  price: toPrice('yes_price_dollars', wire.yes_price_dollars),
  qty: toQty('count_fp', wire.count_fp),
  takerBuys: takerBuys(wire),
  isBlockTrade: wire.is_block_trade === true,
  at: wire.ts_ms ?? now,
})
