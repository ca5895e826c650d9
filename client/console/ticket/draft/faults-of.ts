/** Faults of the values in the ticket, by field. Only what this kind of order shows counts. */

import type { Problem } from '../../api/ask.ts'
import type { Preview } from '../../api/types.ts'
import { money } from '../../format/money.ts'
import { ownWords } from '../../format/own-words.ts'
import { price, readCents } from '../../format/price.ts'
import { offGrid, type PriceSteps } from '../../format/price-steps.ts'
import { readQuantity } from '../../format/quantity.ts'
import { type Read, readNumber } from '../../format/read-number.ts'
import { type Draft, inDollars, type Kind } from './draft.ts'

export type TypedField =
  | 'qty'
  | 'dollars'
  | 'price'
  | 'takeProfit'
  | 'stopLoss'
  | 'stopPrice'
  | 'trail'
  | 'maxSlippage'
  | 'minutes'
  | 'slices'

export type Faults = { readonly [field in TypedField]?: string }

/** `steps` is the price grid of the outcome, empty for a custom asset. `mark` is its present mark; null if it is not known. */
export const faultsOf = (draft: Draft, steps: PriceSteps, mark: number | null = null): Faults => {
  const faults: Partial<Record<TypedField, string>> = {}
  for (const field of [amountOf(draft), ...FIELDS[draft.kind]]) {
    const { value, fault } = readField(field, draft[field], mark)
    // A resting order has a price of the grid. A mark that fires a stop has not.
    const isLimit = field === 'price' || field === 'takeProfit'
    const wrong = fault ?? (isLimit && value !== null ? offGrid(steps, value) : null)
    if (wrong !== null) faults[field] = wrong
  }
  return { ...exitFaults(draft), ...faults }
}

/** An exit on the wrong side of the limit price, or of the other exit. The service would say so in prices of YES. */
const exitFaults = ({ kind, side, ...draft }: Draft): Faults => {
  if (!FIELDS[kind].includes('stopLoss')) return {}
  const [profit, loss] = [readCents(draft.takeProfit).value, readCents(draft.stopLoss).value]
  const limit = kind === 'LIMIT' ? readCents(draft.price).value : null
  const isAbove = (one: number, other: number): boolean => (side === 'buy' ? one > other : one < other)
  const [better, worse] = side === 'buy' ? ['above', 'below'] : ['below', 'above']
  if (limit === null)
    return profit === null || loss === null || isAbove(profit, loss)
      ? {}
      : { stopLoss: `It must be ${worse} the take profit.` }
  return {
    ...(profit === null || isAbove(profit, limit) ? {} : { takeProfit: `Must be ${better} ${price(limit)}.` }),
    ...(loss === null || isAbove(limit, loss) ? {} : { stopLoss: `Must be ${worse} ${price(limit)}.` }),
  }
}

const FIELDS: Readonly<Record<Kind, readonly TypedField[]>> = {
  LIMIT: ['price', 'takeProfit', 'stopLoss'],
  MARKET: ['maxSlippage', 'takeProfit', 'stopLoss'],
  STOP: ['stopPrice', 'trail', 'price'],
  TWAP: ['minutes', 'slices', 'price'],
}

/** The field of its amount. */
const amountOf = (draft: Draft): 'qty' | 'dollars' => (inDollars(draft) ? 'dollars' : 'qty')

/** A field as it is typed. */
const readField = (field: TypedField, typed: string, mark: number | null): Read => {
  if (field === 'qty') return readQuantity(typed)
  if (field === 'dollars') return readNumber(typed, { above: 0, to: 1_000_000_000, unit: '$' })
  if (field === 'minutes') return readNumber(typed, { from: 1, to: 1_440 })
  if (field === 'slices') return readNumber(typed, { from: 2, to: 288, isWhole: true })
  // A distance between prices may be small.
  return readCents(typed, field === 'trail' || field === 'maxSlippage' ? null : mark)
}

/** The same problem, with its faults at the fields of the ticket, not of the request. */
export const inTicket = (problem: Problem | null, draft: Draft): Problem | null =>
  problem?.faults === undefined
    ? problem
    : { ...problem, faults: problem.faults.map((fault) => ({ ...fault, path: placeOf(fault.path, draft) })) }

/** The fault at the field that a refusal of `previewed` is about; null if it is about no field. */
export const faultOf = ({ code, detail }: Remark, draft: Draft, previewed: Cash | null): Problem | null => {
  const field = FIELD_OF[code]
  return field === undefined
    ? null
    : {
        status: 422,
        code,
        detail,
        retryAfterS: null,
        faults: [{ path: placeOf(field, draft), sentence: shortOfCash(code, previewed) ?? ownWords(detail, code) }],
      }
}

type Remark = Preview['refusals'][number]
type Cash = Pick<Preview, 'cash_free' | 'cash_needed'>

/** The needed sum, as the free one is shown under it; null if another reason is behind it. */
const shortOfCash = (code: string, previewed: Cash | null): string | null => {
  if (code !== 'insufficient_balance' || previewed === null || previewed.cash_free === null) return null
  const { cash_free, cash_needed } = previewed
  return cash_needed > cash_free ? `It needs ${money(cash_needed)}, more than is free.` : null
}

const FIELD_OF: Readonly<Record<string, 'qty' | 'price'>> = {
  insufficient_balance: 'qty',
  nothing_to_reduce: 'qty',
  qty_off_lot: 'qty',
  qty_below_minimum: 'qty',
  qty_above_maximum: 'qty',
  value_below_minimum: 'qty',
  price_off_tick: 'price',
  would_cross: 'price',
}

const placeOf = (path: string, draft: Draft): string => {
  const { kind, takeProfit } = draft
  const field = path.split('.').at(-1) ?? ''
  // The first exit is the take profit, if there is one.
  if (/^\d$/.test(field)) return field === '0' && takeProfit !== '' ? 'takeProfit' : 'stopLoss'
  if (field === 'price' && path.startsWith('conditional_orders_params')) return 'takeProfit'
  if (field === 'stop_order_price' && kind !== 'STOP') return 'stopLoss'
  const place = PLACES[field] ?? field
  return place === 'qty' ? amountOf(draft) : place
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
