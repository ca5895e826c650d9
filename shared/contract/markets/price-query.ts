/** What can be asked of GET /v1/prices/{svc_id}. */

import { PRICE_INTERVALS } from '#domain/markets/price-series.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { object } from '../validation/fields/object.ts'
import { withDefault } from '../validation/fields/with-default.ts'
import { SERIES_TYPES } from './price-series-record.ts'

export const priceQuery = object({
  type: withDefault(enumeration(SERIES_TYPES), 'candlesticks'),
  interval: withDefault(enumeration(PRICE_INTERVALS), '1d'),
  fidelity: withDefault(integer({ ge: 1, le: 60 }), 60),
})
