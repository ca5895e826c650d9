/** The cash of a subaccount at one exchange as our interface shows it. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Money } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { amount, amountOrNull, instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

interface ShardBalance {
  readonly shard: number
  readonly amount: Money
}

const shardBalance = recordOf<[ShardBalance]>()({
  shard: [integer(), ({ shard }) => shard],
  balance: amount((one) => one.amount),
})

interface Balance {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly cash: { readonly total: Money; readonly shards: readonly ShardBalance[] } | null
  readonly asOf: Millis
  readonly error: string | null
}

/** Dollars. `balance` is null if the exchange did not report it; `error` then says why. */
export const { schema: balanceRecord, write: toBalanceRecord } = recordOf<[Balance]>()({
  subaccount_id: [uuid(), ({ subaccountId }) => subaccountId],
  exchange_name: [enumeration(EXCHANGE_NAMES), ({ exchange }) => exchange],
  balance: amountOrNull(({ cash }) => cash?.total ?? null),
  shards: [list(shardBalance.schema), ({ cash }) => (cash?.shards ?? []).map(shardBalance.write)],
  as_of: instant(({ asOf }) => asOf),
  error: [nullable(string()), ({ error }) => error],
})
