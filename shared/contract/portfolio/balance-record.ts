/** The cash of a subaccount at one exchange as our interface shows it. */

import type { InferInput } from 'valibot'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Money, toNumber } from '#domain/kernel/numbers.ts'
import { type Millis, toIso } from '#domain/kernel/time.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const balanceRecord = object({
  subaccount_id: uuid(),
  exchange_name: enumeration(EXCHANGE_NAMES),
  balance: nullable(decimal()),
  shards: list(object({ shard: integer(), balance: decimal() })),
  as_of: datetime(),
  error: nullable(string()),
})

interface Balance {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly cash: {
    readonly total: Money
    readonly shards: readonly { readonly shard: number; readonly amount: Money }[]
  } | null
  readonly asOf: Millis
  readonly error: string | null
}

/** Dollars. `balance` is null when the exchange did not tell it; `error` then says why. */
export const toBalanceRecord = ({
  subaccountId,
  exchange,
  cash,
  asOf,
  error,
}: Balance): InferInput<typeof balanceRecord> => ({
  subaccount_id: subaccountId,
  exchange_name: exchange,
  balance: cash === null ? null : toNumber(cash.total),
  shards: (cash?.shards ?? []).map(({ shard, amount }) => ({ shard, balance: toNumber(amount) })),
  as_of: toIso(asOf),
  error,
})
