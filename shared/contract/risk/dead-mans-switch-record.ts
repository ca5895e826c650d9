/** The dead man's switch of a subaccount as our interface shows and takes it. */

import { SECOND } from '#domain/kernel/time.ts'
import { type DeadMansSwitch, firesAt } from '#domain/risk/dead-mans-switch.ts'
import { instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const deadMansSwitchBody = object({
  timeout_s: integer({ ge: 10, le: 86_400 }),
  include_complex_orders: withDefault(boolean(), false),
  halt: withDefault(boolean(), false),
})

/** Null: none is set. */
export const { schema: deadMansSwitchRecord, write: toDeadMansSwitchRecord } = recordOf<
  [subaccountId: string, found: DeadMansSwitch | null]
>()({
  subaccount_id: [uuid(), (subaccountId) => subaccountId],
  armed: [boolean(), (_, found) => found !== null && firesAt(found) !== null],
  timeout_s: [nullable(integer()), (_, found) => (found === null ? null : found.timeoutMs / SECOND)],
  include_complex_orders: [boolean(), (_, found) => found?.includeComplexOrders ?? false],
  halt: [boolean(), (_, found) => found?.halt ?? false],
  renewed_at: instantOrNull((_, found) => found?.renewedAt ?? null),
  fires_at: instantOrNull((_, found) => (found === null ? null : firesAt(found))),
  fired_at: instantOrNull((_, found) => found?.firedAt ?? null),
})
