/** The id an order has at the exchange, known before it is sent (Polymarket reference, section 3.2). */

import type { Hex } from 'viem'
import { hashTypedData } from 'viem/utils'
import type { TradingContext } from './contracts.ts'
import type { OrderFields } from './order-fields.ts'
import { orderTypedData } from './order-typed-data.ts'

/** The EIP-712 digest in lower-case hex: the same for every signature type, another one for any other signed field. */
export const orderHash = (context: TradingContext, fields: OrderFields): Hex =>
  hashTypedData(orderTypedData(context, fields))
