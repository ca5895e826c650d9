/** The tape of a market as our interface shows it, and how it is asked for. */

import type { InferInput } from 'valibot'
import { toNumber } from '#domain/kernel/numbers.ts'
import { toIso } from '#domain/kernel/time.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const tradeRecord = object({
  trade_id: string(),
  price: decimal(),
  qty: decimal(),
  taker_buy_flag: nullable(boolean()),
  timestamp: datetime(),
})

export const tradesReply = object({
  svc_id: integer(),
  trades: list(tradeRecord),
  has_more: boolean(),
  as_of: datetime(),
})

export const tradesQuery = object({
  limit: withDefault(integer({ ge: 1, le: 500 }), 100),
  before: optional(datetime()),
})

/** Price in dollars, quantity in contracts. */
export const toTradeRecord = ({ tradeId, price, qty, takerBuys, at }: PublicTrade): InferInput<typeof tradeRecord> => ({
  trade_id: tradeId,
  price: toNumber(price),
  qty: toNumber(qty),
  taker_buy_flag: takerBuys,
  timestamp: toIso(at),
})
