/** A fill as our interface shows it. */

import { isPaper } from '#domain/accounts/subaccount-kind.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { FILL_STATUSES, type Fill, type FillContext } from '#domain/orders/fills/fill.ts'
import { amount, instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

/** Price in YES terms, fee in dollars. */
export const { schema: fillRecord, write: toFillRecord } = recordOf<[fill: Fill, context: FillContext]>()({
  fill_id: [string(), (fill) => fill.fillId],
  svc_order_id: [nullable(uuid()), (fill) => fill.orderId],
  client_order_id: [nullable(string()), (_, { clientOrderId }) => clientOrderId],
  tag: [nullable(string()), (_, { tag }) => tag],
  subaccount_id: [uuid(), (fill) => fill.subaccountId],
  is_paper: [boolean(), (fill) => isPaper(fill.subaccountId)],
  svc_id: [svcId(), (fill) => fill.svcId],
  exchange_name: [enumeration(EXCHANGE_NAMES), (fill) => fill.exchange],
  market_title: [nullable(string()), (_, { label }) => label?.title ?? null],
  exchange_ticker: [nullable(string()), (_, { label }) => label?.ticker ?? null],
  exchange_order_id: [string(), (fill) => fill.exchangeOrderId],
  exchange_trade_id: [string(), (fill) => fill.exchangeTradeId],
  exchange_timestamp: instant((fill) => fill.exchangeAt),
  price: amount((fill) => fill.price),
  qty: amount((fill) => fill.qty),
  fee: amount((fill) => fill.fee),
  buy_flag: [boolean(), (fill) => fill.buyFlag],
  is_maker: [boolean(), (fill) => fill.isMaker],
  status: [enumeration(FILL_STATUSES), (fill) => fill.status],
})
