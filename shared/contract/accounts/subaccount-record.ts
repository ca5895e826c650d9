/** A subaccount as our interface shows and takes it. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { isPaper } from '#domain/accounts/subaccount-kind.ts'
import { instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

const description = () => nullable(optional(string({ max: 500 })))

export const createSubaccountBody = object({ name: string({ min: 1, max: 100 }), description: description() })

export const changeSubaccountBody = object({
  name: optional(string({ min: 1, max: 100 })),
  description: description(),
  is_active: optional(boolean()),
})

/** The subaccount without its limits, which `/limits` shows. */
export const { schema: subaccountRecord, write: toSubaccountRecord } = recordOf<[Subaccount]>()({
  subaccount_id: [uuid(), (subaccount) => subaccount.subaccountId],
  name: [string(), (subaccount) => subaccount.name],
  description: [nullable(string()), (subaccount) => subaccount.description],
  is_active: [boolean(), (subaccount) => subaccount.isActive],
  is_paper: [boolean(), ({ subaccountId }) => isPaper(subaccountId)],
  inserted_at: instant((subaccount) => subaccount.insertedAt),
})
