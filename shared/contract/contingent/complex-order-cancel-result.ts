/** What a cancel request of complex orders answers: accepted ids, and the others with a sentence each. */

import * as v from 'valibot'
import { list } from '../validation/fields/list.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const complexOrderCancelResult = object({
  cancelled_complex_order_ids: list(uuid()),
  failed_cancelled_complex_order_ids: v.record(v.string(), string()),
})

/** `failed` pairs the id of each complex order that is not cancelled with a sentence that says why. */
export const toComplexOrderCancelResult = (
  cancelled: readonly string[],
  failed: Iterable<readonly [string, string]>,
): v.InferInput<typeof complexOrderCancelResult> => ({
  cancelled_complex_order_ids: [...cancelled],
  failed_cancelled_complex_order_ids: Object.fromEntries(failed),
})
