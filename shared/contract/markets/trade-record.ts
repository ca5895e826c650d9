/** The tape of a market as our interface shows it, and how it is asked for. */

import type { PublicTrade } from '#domain/markets/public-trade.ts'
import { amount, instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { withDefault } from '../validation/fields/with-default.ts'

/** Price in dollars, quantity in contracts. */
export const { schema: tradeRecord, write: toTradeRecord } = recordOf<[PublicTrade]>()({
  trade_id: [string(), ({ tradeId }) => tradeId],
  price: amount(({ price }) => price),
  qty: amount(({ qty }) => qty),
  taker_buy_flag: [nullable(boolean()), ({ takerBuys }) => takerBuys],
  is_block_trade: [boolean(), ({ isBlockTrade }) => isBlockTrade === true],
  timestamp: instant(({ at }) => at),
})

export const tradesReply = object({
  svc_id: svcId(),
  trades: list(tradeRecord),
  has_more: boolean(),
  as_of: datetime(),
})

export const tradesQuery = object({
  limit: withDefault(integer({ ge: 1, le: 1_000 }), 100),
  before: optional(datetime()),
})
