/** Answer to a cancel request of orders or complex orders: accepted ids, and the others with a sentence each. */

import * as v from 'valibot'
import { list } from '../validation/fields/list.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { recordOf } from './record-of.ts'

export interface Cancelled {
  readonly cancelled: readonly string[]
  /** The id of each that is not cancelled, with a sentence that says why. */
  readonly failed: Iterable<readonly [string, string]>
  /** Ids that another try may cancel. */
  readonly troubled?: readonly string[]
}

/** True if another try would cancel no more of them. */
export const isFinalCancel = ({ troubled = [] }: Cancelled): boolean => troubled.length === 0

type Result = { readonly kind: 'accepted' } | { readonly kind: 'failed'; readonly reason: string }

/** Answer to a request to cancel one order. */
export const oneCancelled = (id: string, result: Result): Cancelled =>
  result.kind === 'accepted' ? { cancelled: [id], failed: [] } : { cancelled: [], failed: [[id, result.reason]] }

export const { schema: orderCancelResult, write: toOrderCancelResult } = recordOf<[Cancelled]>()({
  cancelled_svc_order_ids: [list(uuid()), ({ cancelled }) => [...cancelled]],
  failed_cancelled_reasons: [v.record(v.string(), string()), ({ failed }) => Object.fromEntries(failed)],
})

export const { schema: complexOrderCancelResult, write: toComplexOrderCancelResult } = recordOf<[Cancelled]>()({
  cancelled_complex_order_ids: [list(uuid()), ({ cancelled }) => [...cancelled]],
  failed_cancelled_complex_order_ids: [v.record(v.string(), string()), ({ failed }) => Object.fromEntries(failed)],
})
