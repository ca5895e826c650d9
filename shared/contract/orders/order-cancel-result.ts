/** What a cancel request of orders answers: accepted ids, and the others with a sentence each. */

import * as v from 'valibot'
import { list } from '../validation/fields/list.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const orderCancelResult = object({
  cancelled_svc_order_ids: list(uuid()),
  failed_cancelled_reasons: v.record(v.string(), string()),
})

/** `failed` pairs the id of each order that is not cancelled with a sentence that says why. */
export const toOrderCancelResult = (
  cancelled: readonly string[],
  failed: Iterable<readonly [string, string]>,
): v.InferInput<typeof orderCancelResult> => ({
  cancelled_svc_order_ids: [...cancelled],
  failed_cancelled_reasons: Object.fromEntries(failed),
})
