/** A number of contracts: `1,250`, `0.5`. */

import { type Read, readNumber } from './read-number.ts'

const PLAIN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

export const quantity = (qty: number | null | undefined): string =>
  qty === null || qty === undefined ? '–' : PLAIN.format(qty).replace('-', '−')

/** As typed: above 0, and not more than the interface takes. */
export const readQuantity = (typed: string): Read => readNumber(typed, { above: 0, to: 1_000_000_000 })
