/** An order by the fields that distinguish it from others of its market: `buy 10 at 45¢ in Who wins?`. */

import type { Order } from '../../api/types.ts'
import { price as cents } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'

export const namedOrder = ({ buy_flag, qty, price, market_title }: Order): string =>
  `${buy_flag ? 'buy' : 'sell'} ${quantity(qty)} ${price === null ? 'at market' : `at ${cents(price)}`} in ${market_title ?? 'this market'}`
