/** The average price that was paid for what a position holds, Yes or No. */

import type { Position } from '../api/types.ts'
import { averagePrice } from './average-price.ts'
import { priceOfHeld } from './price-of-held.ts'

type Averages = Pick<Position, 'position' | 'avg_buy_price' | 'avg_sell_price'>

export const averageOf = (held: Averages): string =>
  averagePrice(priceOfHeld(held.position < 0 ? held.avg_sell_price : held.avg_buy_price, held))
