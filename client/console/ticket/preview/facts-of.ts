/** The facts about account and market in a preview, for any order. */

import type { CreateOrder, Preview } from '../../api/types.ts'
import { heldBefore } from './held-before.ts'

export interface Facts {
  /** Rate of the fee of takers. */
  readonly feeRate: number
  /** Dollars that are free where the market trades; null if they are not known. */
  readonly cash: number | null
  /** Position, above 0 YES, below 0 NO; null if it is not known. */
  readonly held: number | null
}

export const factsOf = (previewed: { readonly body: CreateOrder; readonly data: Preview } | null): Facts => {
  if (previewed === null) return { feeRate: USUAL_RATE, cash: null, held: null }
  const { body, data } = previewed
  const rates = data.legs.flatMap(({ fee_rate }) => fee_rate ?? [])
  return {
    feeRate: rates.length === 0 ? USUAL_RATE : Math.max(...rates),
    cash: data.cash_free,
    held: heldBefore(data, body.buy_flag),
  }
}

/** The highest usual rate of an exchange, where none is known. */
const USUAL_RATE = 0.07
