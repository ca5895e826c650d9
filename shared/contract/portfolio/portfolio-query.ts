/** The filters of GET /v1/positions and GET /v1/fills. */

import { cursorQuery } from '../kernel/lists/list-cursor.ts'
import { pageLimit, pageQuery } from '../kernel/lists/page-query.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const positionQuery = object({
  subaccount_id: optional(uuid()),
  svc_id: optional(svcId()),
  include_closed: withDefault(boolean(), false),
  // All of them where it is absent.
  limit: optional(pageLimit),
  offset: pageQuery().offset,
})

export const fillQuery = object({
  subaccount_id: optional(uuid()),
  svc_id: optional(svcId()),
  tag: optional(string({ min: 1, max: 64 })),
  start_time: optional(datetime()),
  end_time: optional(datetime()),
  ...pageQuery(),
  ...cursorQuery,
})
