/** The gain of a tag as our interface shows it, and the filters of GET /v1/pnl. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { averageBuyPrice, averageSellPrice } from '#domain/portfolio/position.ts'
import type { TagInMarket, TagPnl } from '#domain/portfolio/tag-pnl.ts'
import { pageLimit, pageQuery } from '../kernel/lists/page-query.ts'
import { amount, amountOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const pnlQuery = object({
  group_by: enumeration(['tag']),
  subaccount_id: optional(uuid()),
  tag: optional(string({ min: 1, max: 64 })),
  limit: optional(pageLimit),
  offset: pageQuery().offset,
})

const inMarket = recordOf<[TagInMarket]>()({
  svc_id: [svcId(), (one) => one.svcId],
  exchange_name: [enumeration(EXCHANGE_NAMES), (one) => one.exchange],
  position: amount((one) => one.held.position),
  avg_buy_price: amountOrNull((one) => averageBuyPrice(one.held)),
  avg_sell_price: amountOrNull((one) => averageSellPrice(one.held)),
  total_qty_bought: amount((one) => one.held.boughtQty),
  total_qty_sold: amount((one) => one.held.soldQty),
  total_fees: amount((one) => one.held.fees),
  fill_count: [integer(), (one) => one.held.fillCount],
  mark_price: amountOrNull((one) => one.mark),
  realized_pnl: amount((one) => one.realized),
  unrealized_pnl: amountOrNull((one) => one.unrealized),
})

export const { schema: pnlRecord, write: toPnlRecord } = recordOf<[TagPnl & { readonly subaccountId: string }]>()({
  subaccount_id: [uuid(), (one) => one.subaccountId],
  tag: [string(), (one) => one.tag],
  realized_pnl: amount((one) => one.realized),
  unrealized_pnl: amountOrNull((one) => one.unrealized),
  total_fees: amount((one) => one.fees),
  fill_count: [integer(), (one) => one.fillCount],
  markets: [list(inMarket.schema), (one) => one.markets.map(inMarket.write)],
})
