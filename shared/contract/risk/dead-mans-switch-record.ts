/** The dead man's switch of a subaccount as our interface shows and takes it. */

import type { InferInput } from 'valibot'
import { SECOND, toIso } from '#domain/kernel/time.ts'
import type { DeadMansSwitch } from '#domain/risk/dead-mans-switch.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
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

export const deadMansSwitchRecord = object({
  subaccount_id: uuid(),
  armed: boolean(),
  timeout_s: nullable(integer()),
  include_complex_orders: boolean(),
  halt: boolean(),
  renewed_at: nullable(datetime()),
  fires_at: nullable(datetime()),
  fired_at: nullable(datetime()),
})

/** Null: none is set. */
export const toDeadMansSwitchRecord = (
  subaccountId: string,
  found: DeadMansSwitch | null,
): InferInput<typeof deadMansSwitchRecord> => ({
  subaccount_id: subaccountId,
  armed: found !== null && found.dueAt !== null,
  timeout_s: found === null ? null : found.timeoutMs / SECOND,
  include_complex_orders: found?.includeComplexOrders ?? false,
  halt: found?.halt ?? false,
  renewed_at: found === null ? null : toIso(found.renewedAt),
  fires_at: found === null || found.dueAt === null ? null : toIso(found.dueAt),
  fired_at: found === null || found.firedAt === null ? null : toIso(found.firedAt),
})
