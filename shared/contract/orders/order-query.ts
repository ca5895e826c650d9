/** The filters of GET /v1/orders. */

import { ORDER_STATUSES } from '#domain/orders/status.ts'
import { pageQuery } from '../kernel/page-query.ts'
import { boolean } from '../validation/boolean.ts'
import { enumeration } from '../validation/enumeration.ts'
import { integer } from '../validation/integer.ts'
import { object } from '../validation/object.ts'
import { optional } from '../validation/optional.ts'
import { uuid } from '../validation/uuid.ts'

export const orderQuery = object({
  status: optional(enumeration(ORDER_STATUSES)),
  svc_id: optional(integer()),
  custom_asset_id: optional(uuid()),
  subaccount_id: optional(uuid()),
  buy_flag: optional(boolean()),
  include_legs: optional(boolean()),
  ...pageQuery(),
})
