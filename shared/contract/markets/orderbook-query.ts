/** What can be asked of GET /v1/orderbooks/{svc_id}. */

import { integer } from '../validation/integer.ts'
import { object } from '../validation/object.ts'
import { withDefault } from '../validation/with-default.ts'

export const orderbookQuery = object({ levels: withDefault(integer({ ge: 1, le: 10 }), 10) })
