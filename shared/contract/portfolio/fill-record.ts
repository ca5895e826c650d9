/** A fill as our interface shows it. */

import type { InferInput } from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { toNumber } from '#domain/kernel/numbers.ts'
import { toIso } from '#domain/kernel/time.ts'
import { FILL_STATUSES, type Fill, type FillContext } from '#domain/orders/fills/fill.ts'
import { labelFields, toLabelFields } from '../markets/label-record.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const fillRecord = object({
  fill_id: string(),
  svc_order_id: nullable(uuid()),
  client_order_id: nullable(string()),
  subaccount_id: uuid(),
  svc_id: integer(),
  exchange_name: enumeration(EXCHANGE_NAMES),
  ...labelFields,
  exchange_order_id: string(),
  exchange_trade_id: string(),
  exchange_timestamp: datetime(),
  price: decimal(),
  qty: decimal(),
  fee: decimal(),
  buy_flag: boolean(),
  is_maker: boolean(),
  status: enumeration(FILL_STATUSES),
})

/** Price in YES terms, fee in dollars. */
export const toFillRecord = (fill: Fill, { clientOrderId, label }: FillContext): InferInput<typeof fillRecord> => ({
  fill_id: fill.fillId,
  svc_order_id: fill.orderId,
  client_order_id: clientOrderId,
  subaccount_id: fill.subaccountId,
  svc_id: fill.svcId,
  exchange_name: fill.exchange,
  ...toLabelFields(label),
  exchange_order_id: fill.exchangeOrderId,
  exchange_trade_id: fill.exchangeTradeId,
  exchange_timestamp: toIso(fill.exchangeAt),
  price: toNumber(fill.price),
  qty: toNumber(fill.qty),
  fee: toNumber(fill.fee),
  buy_flag: fill.buyFlag,
  is_maker: fill.isMaker,
  status: fill.status,
})
