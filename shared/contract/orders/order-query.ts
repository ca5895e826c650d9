/** The filters of GET /v1/orders. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { ORDER_TYPES, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import { cursorQuery } from '../kernel/lists/list-cursor.ts'
import { pageQuery } from '../kernel/lists/page-query.ts'
import { statusFilter } from '../kernel/lists/status-filter.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const orderQuery = object({
  status: optional(statusFilter(ORDER_STATUSES)),
  svc_id: optional(svcId()),
  custom_asset_id: optional(uuid()),
  subaccount_id: optional(uuid()),
  client_order_id: optional(string({ min: 1, max: 64 })),
  tag: optional(string({ min: 1, max: 64 })),
  buy_flag: optional(boolean()),
  order_type: optional(enumeration(ORDER_TYPES)),
  time_in_force: optional(enumeration(TIMES_IN_FORCE)),
  exchange_name: optional(enumeration(EXCHANGE_NAMES)),
  created_after: optional(datetime()),
  created_before: optional(datetime()),
  include_legs: optional(boolean()),
  ...pageQuery(),
  ...cursorQuery,
})
