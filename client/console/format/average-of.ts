/** The average price at which the contracts of a position were bought, or sold if it holds No. */

import type { Position } from '../api/types.ts'
import { averagePrice } from './average-price.ts'

type Averages = Pick<Position, 'position' | 'avg_buy_price' | 'avg_sell_price'>

export const averageOf = ({ position, avg_buy_price, avg_sell_price }: Averages): string =>
  averagePrice(position < 0 ? avg_sell_price : avg_buy_price)
