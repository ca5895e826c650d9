/** A subaccount as our interface shows and takes it. */

import type { InferInput } from 'valibot'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { toIso } from '#domain/kernel/time.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
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

export const subaccountRecord = object({
  subaccount_id: uuid(),
  name: string(),
  description: nullable(string()),
  is_active: boolean(),
  inserted_at: datetime(),
})

/** The subaccount without its limits, which `/limits` shows. */
export const toSubaccountRecord = (subaccount: Subaccount): InferInput<typeof subaccountRecord> => ({
  subaccount_id: subaccount.subaccountId,
  name: subaccount.name,
  description: subaccount.description,
  is_active: subaccount.isActive,
  inserted_at: toIso(subaccount.insertedAt),
})
