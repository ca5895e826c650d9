/** Faults of the values in the ticket, by field. Only what this kind of order shows counts. */

import type { Problem } from '../api/ask.ts'
import { readCents } from '../format/price.ts'
import { offGrid, type PriceSteps } from '../format/price-steps.ts'
import { readQuantity } from '../format/quantity.ts'
import { type Read, readNumber } from '../format/read-number.ts'
import type { Draft, Kind } from './draft.ts'

export type TypedField =
  | 'qty'
  | 'price'
  | 'takeProfit'
  | 'stopLoss'
  | 'stopPrice'
  | 'trail'
  | 'maxSlippage'
  | 'minutes'
  | 'slices'

export type Faults = { readonly [field in TypedField]?: string }

/** `steps` are those of the market; none are known of a custom asset. */
export const faultsOf = (draft: Draft, steps: PriceSteps): Faults => {
  const faults: Partial<Record<TypedField, string>> = {}
  for (const field of FIELDS[draft.kind]) {
    const { value, fault } = readField(field, draft[field])
    // A resting order has a price of the grid. A mark that fires a stop has not.
    const isLimit = field === 'price' || field === 'takeProfit'
    const wrong = fault ?? (isLimit && value !== null ? offGrid(steps, value) : null)
    if (wrong !== null) faults[field] = wrong
  }
  return faults
}

const FIELDS: Readonly<Record<Kind, readonly TypedField[]>> = {
  LIMIT: ['qty', 'price', 'takeProfit', 'stopLoss'],
  MARKET: ['qty', 'maxSlippage', 'takeProfit', 'stopLoss'],
  STOP: ['qty', 'stopPrice', 'trail', 'price'],
  TWAP: ['qty', 'minutes', 'slices', 'price'],
}

/** A field as it is typed. */
const readField = (field: TypedField, typed: string): Read => {
  if (field === 'qty') return readQuantity(typed)
  if (field === 'minutes') return readNumber(typed, { from: 1, to: 1_440 })
  if (field === 'slices') return readNumber(typed, { from: 2, to: 288, isWhole: true })
  return readCents(typed)
}

/** The same problem, with its faults at the fields of the ticket, not of the request. */
export const inTicket = (problem: Problem | null, draft: Draft): Problem | null =>
  problem?.faults === undefined
    ? problem
    : { ...problem, faults: problem.faults.map((fault) => ({ ...fault, path: placeOf(fault.path, draft) })) }

const placeOf = (path: string, { kind, takeProfit }: Draft): string => {
  const field = path.split('.').at(-1) ?? ''
  // The first exit is the take profit, if there is one.
  if (/^\d$/.test(field)) return field === '0' && takeProfit !== '' ? 'takeProfit' : 'stopLoss'
  if (field === 'price' && path.startsWith('conditional_orders_params')) return 'takeProfit'
  if (field === 'stop_order_price' && kind !== 'STOP') return 'stopLoss'
  return PLACES[field] ?? field
}

const PLACES: Readonly<Record<string, keyof Draft>> = {
  total_qty: 'qty',
  limit_price: 'price',
  duration_s: 'minutes',
  stop_order_price: 'stopPrice',
  trail_amount: 'trail',
  max_slippage: 'maxSlippage',
  expiry_ts_utc: 'until',
}
