/** What is wrong with what stands in the ticket, by field. Only what this kind of order shows counts. */

import { readCents } from '../format/price.ts'
import { offGrid, type PriceSteps } from '../format/price-steps.ts'
import { readQuantity } from '../format/quantity.ts'
import { type Read, readNumber } from '../format/read-number.ts'
import type { Draft, Kind } from './draft.ts'

type Field = 'qty' | 'price' | 'takeProfit' | 'stopLoss' | 'stopPrice' | 'trail' | 'maxSlippage' | 'minutes' | 'slices'

export type Faults = { readonly [field in Field]?: string }

/** `steps` are those of the market; none are known of a custom asset. */
export const faultsOf = (draft: Draft, steps: PriceSteps): Faults => {
  const faults: Partial<Record<Field, string>> = {}
  for (const field of FIELDS[draft.kind]) {
    const { value, fault } = readField(field, draft[field])
    // What rests on the book has a price of its grid. A mark that fires a stop has not.
    const isLimit = field === 'price' || field === 'takeProfit'
    const wrong = fault ?? (isLimit && value !== null ? offGrid(steps, value) : null)
    if (wrong !== null) faults[field] = wrong
  }
  return faults
}

const FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  LIMIT: ['qty', 'price', 'takeProfit', 'stopLoss'],
  MARKET: ['qty', 'maxSlippage', 'takeProfit', 'stopLoss'],
  STOP: ['qty', 'stopPrice', 'trail', 'price'],
  TWAP: ['qty', 'minutes', 'slices', 'price'],
}

/** A field as it is typed. */
const readField = (field: Field, typed: string): Read => {
  if (field === 'qty') return readQuantity(typed)
  if (field === 'minutes') return readNumber(typed, { from: 1, to: 1_440 })
  if (field === 'slices') return readNumber(typed, { from: 2, to: 288, isWhole: true })
  return readCents(typed)
}
