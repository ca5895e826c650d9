/** The filters of GET /v1/complex-orders. */

import { COMPLEX_ORDER_STATUSES } from '#domain/contingent/status.ts'
import { pageQuery } from '../kernel/page-query.ts'
import { svcId } from '../kernel/svc-id.ts'
import { datetime } from '../validation/datetime.ts'
import { enumeration } from '../validation/enumeration.ts'
import { object } from '../validation/object.ts'
import { optional } from '../validation/optional.ts'
import { string } from '../validation/string.ts'
import { uuid } from '../validation/uuid.ts'

export const complexOrderQuery = object({
  complex_order_type: optional(string()),
  status: optional(enumeration(COMPLEX_ORDER_STATUSES)),
  svc_id: optional(svcId()),
  custom_asset_id: optional(uuid()),
  subaccount_id: optional(uuid()),
  parent_svc_order_id: optional(uuid()),
  created_after: optional(datetime()),
  created_before: optional(datetime()),
  ...pageQuery(),
})
