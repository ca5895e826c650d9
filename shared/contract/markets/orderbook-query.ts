/** What can be asked of GET /v1/orderbooks/{svc_id}. */

import { integer } from '../validation/fields/integer.ts'
import { object } from '../validation/fields/object.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const orderbookQuery = object({ levels: withDefault(integer({ ge: 1, le: 10 }), 10) })
