/** The fees of a market as our interface shows them. */

import type { FeeSchedule } from '#domain/exchanges/fees/fee-schedule.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { amount, amountOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { string } from '../validation/fields/string.ts'

const feeAtPrice = recordOf<[FeeSchedule['at'][number]]>()({
  price: amount(({ price }) => price),
  taker_fee: amountOrNull(({ takerFee }) => takerFee),
  maker_fee: amountOrNull(({ makerFee }) => makerFee),
})

/** Rates as fractions, fees in dollars. */
export const { schema: feesRecord, write: toFeesRecord } = recordOf<
  [market: Pick<MarketRef, 'svcId' | 'exchange'>, fees: FeeSchedule]
>()({
  svc_id: [svcId(), (market) => market.svcId],
  exchange_name: [enumeration(EXCHANGE_NAMES), (market) => market.exchange],
  rule: [string(), (_, fees) => fees.rule],
  taker_rate: amountOrNull((_, fees) => fees.takerRate),
  maker_rate: amountOrNull((_, fees) => fees.makerRate),
  rounding: [string(), (_, fees) => fees.rounding],
  per_100_contracts: [list(feeAtPrice.schema), (_, fees) => fees.at.map(feeAtPrice.write)],
})
