/** Request to begin the paper accounts of a subaccount again, and its answer. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Money } from '#domain/kernel/numbers.ts'
import { amount } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { optionalBody } from '../validation/optional-body.ts'
import { paperCash } from './credentials-record.ts'

/** Without `cash` each account gets the cash of its credentials. */
export const paperResetBody = optionalBody(object({ cash: optional(paperCash()) }))

interface ResetAccount {
  readonly exchange: ExchangeName
  readonly cash: Money
}

const account = recordOf<[ResetAccount]>()({
  exchange_name: [enumeration(EXCHANGE_NAMES), ({ exchange }) => exchange],
  cash: amount(({ cash }) => cash),
})

export const paperResetRecord = object({ subaccount_id: uuid(), accounts: list(account.schema) })

/** The accounts that began again. */
export const toPaperResetRecord = (subaccountId: string, accounts: readonly ResetAccount[]) => ({
  subaccount_id: subaccountId,
  accounts: accounts.map(account.write),
})
