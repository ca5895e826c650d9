/** A halt of a subaccount, or its end, as an event shows it. */

import type { SubaccountHalt } from '#domain/webhooks/event.ts'
import { recordOf } from '../kernel/record-of.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const { schema: subaccountHaltRecord, write: toSubaccountHaltRecord } = recordOf<[SubaccountHalt]>()({
  subaccount_id: [uuid(), (halt) => halt.subaccountId],
  name: [string(), (halt) => halt.name],
  halted: [boolean(), (halt) => halt.halted],
  api_key_id: [nullable(uuid()), (halt) => halt.apiKeyId],
})
