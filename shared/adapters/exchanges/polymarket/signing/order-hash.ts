/** Id of an order at the exchange, known before the order is sent (Polymarket reference, section 3.2). */

import type { Hex } from 'viem'
import { hashTypedData } from 'viem/utils'
import type { TradingContext } from './contracts.ts'
import type { OrderFields } from './order-fields.ts'
import { orderTypedData } from './order-typed-data.ts'

/**
 * Returns the EIP-712 digest in lower-case hex. It is the same for every signature type, and differs for any other
 * signed field.
 */
export const orderHash = (context: TradingContext, fields: OrderFields): Hex =>
  hashTypedData(orderTypedData(context, fields))
