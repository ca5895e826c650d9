/** Own fills as marks of the chart. Fills of one side within one bar are one mark at their average price. */

import type { Fill } from '../../../api/types.ts'
import { price as cents } from '../../../format/price.ts'
import { quantity } from '../../../format/quantity.ts'
import { time } from '../../../format/time.ts'

export interface Mark {
  readonly id: string
  /** Time of the bar, in Unix seconds. */
  readonly timestamp: number
  readonly price: number
  readonly isBuy: boolean
  /** Size, price and time in words. */
  readonly label: string
}

/** `times`: when the bars begin, ascending, in Unix seconds. Fills before the first bar have no mark. */
export const marksOf = (fills: readonly Fill[], times: readonly number[]): readonly Mark[] => {
  const groups = new Map<string, { readonly timestamp: number; readonly fills: Fill[] }>()
  for (const fill of fills) {
    const timestamp = times.findLast((at) => at * 1_000 <= Date.parse(fill.exchange_timestamp))
    if (timestamp === undefined || fill.status === 'REVERSED') continue
    const id = `${timestamp} ${fill.buy_flag ? 'buy' : 'sell'}`
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { timestamp, fills: [fill] })
    else group.fills.push(fill)
  }
  return [...groups]
    .map(([id, group]) => markOf(id, group.timestamp, group.fills))
    .sort((a, b) => a.timestamp - b.timestamp)
}

const markOf = (id: string, timestamp: number, fills: readonly Fill[]): Mark => {
  const qty = fills.reduce((sum, fill) => sum + fill.qty, 0)
  const price = fills.reduce((sum, fill) => sum + fill.qty * fill.price, 0) / qty
  const isBuy = fills[0]?.buy_flag === true
  const [newest = ''] = fills
    .map(({ exchange_timestamp }) => exchange_timestamp)
    .sort()
    .reverse()
  const several = fills.length === 1 ? '' : ` in ${fills.length} fills`
  const label = `${isBuy ? 'Bought' : 'Sold'} ${quantity(qty)} at ${cents(price)}${several}, ${time(newest)}`
  return { id, timestamp, price, isBuy, label }
}
