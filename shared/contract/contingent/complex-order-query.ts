/** The filters of GET /v1/complex-orders. */

import { COMPLEX_ORDER_STATUSES } from '#domain/complex-orders/status.ts'
import { cursorQuery } from '../kernel/lists/list-cursor.ts'
import { pageQuery } from '../kernel/lists/page-query.ts'
import { statusFilter } from '../kernel/lists/status-filter.ts'
import { svcId } from '../kernel/svc-id.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const complexOrderQuery = object({
  complex_order_type: optional(string()),
  status: optional(statusFilter(COMPLEX_ORDER_STATUSES)),
  svc_id: optional(svcId()),
  custom_asset_id: optional(uuid()),
  subaccount_id: optional(uuid()),
  parent_svc_order_id: optional(uuid()),
  tag: optional(string({ min: 1, max: 64 })),
  created_after: optional(datetime()),
  created_before: optional(datetime()),
  ...pageQuery(),
  ...cursorQuery,
})
