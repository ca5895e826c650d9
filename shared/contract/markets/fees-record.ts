/** The fees of a market as our interface shows them. */

import type { InferInput } from 'valibot'
import type { FeeSchedule } from '#domain/fees/fee-schedule.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { toNumber, toNumberOrNull } from '#domain/kernel/numbers.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

export const feesRecord = object({
  svc_id: integer(),
  exchange_name: enumeration(EXCHANGE_NAMES),
  rule: string(),
  taker_rate: nullable(decimal()),
  maker_rate: nullable(decimal()),
  rounding: string(),
  per_100_contracts: list(object({ price: decimal(), taker_fee: nullable(decimal()), maker_fee: nullable(decimal()) })),
})

/** Rates as fractions, fees in dollars. */
export const toFeesRecord = (
  { svcId, exchange }: Pick<MarketRef, 'svcId' | 'exchange'>,
  schedule: FeeSchedule,
): InferInput<typeof feesRecord> => ({
  svc_id: svcId,
  exchange_name: exchange,
  rule: schedule.rule,
  taker_rate: toNumberOrNull(schedule.takerRate),
  maker_rate: toNumberOrNull(schedule.makerRate),
  rounding: schedule.rounding,
  per_100_contracts: schedule.at.map(({ price, takerFee, makerFee }) => ({
    price: toNumber(price),
    taker_fee: toNumberOrNull(takerFee),
    maker_fee: toNumberOrNull(makerFee),
  })),
})
