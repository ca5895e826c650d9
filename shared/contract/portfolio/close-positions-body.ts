/** Request to close positions, and its answer. */

import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { tradePrice } from '../kernel/trade-price.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { uuid } from '../validation/fields/uuid.ts'

/** In dollars for each contract, as in a MARKET order. */
export const closingSlippage = () => ({ max_slippage: tradePrice() })

export const closePositionsBody = object({
  subaccount_id: uuid(),
  svc_id: nullable(optional(svcId())),
  ...closingSlippage(),
})

/** The ids of the orders that close. */
export const { schema: closingOrders, write: toClosingOrders } = recordOf<[orderIds: readonly string[]]>()({
  closing_svc_order_ids: [list(uuid()), (orderIds) => [...orderIds]],
})
