/** A number of contracts: `1,250`, `0.5`. */

import { type Read, readNumber } from './read-number.ts'

const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const PLAIN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

export const quantity = (qty: number | null | undefined): string =>
  qty === null || qty === undefined ? '–' : PLAIN.format(qty).replace('-', '−')

/** In the room of a badge: `16.1K` for large numbers. */
export const shortQuantity = (qty: number): string => (qty < 1_000 ? quantity(qty) : SHORT.format(qty))

/** As typed: above 0, and not more than the interface takes. */
export const readQuantity = (typed: string): Read => readNumber(typed, { above: 0, to: 1_000_000_000 })
