/** The hint of an answer to an invalid request: names the unit of a price that was sent in cents. */

import type { ValidationItem } from './validation-item.ts'

/** Returns the hint, or null. The faults themselves have the words of Pydantic, which know no units. */
export const unitHint = (faults: readonly ValidationItem[]): string | null => (faults.some(isInCents) ? HINT : null)

const HINT = 'Prices are in dollars, between 0 and 1: 42 cents are 0.42.'

/** True for a price of 2 or more. Only prices, and differences of prices, must be below 1. */
const isInCents = ({ type, ctx, input }: ValidationItem): boolean =>
  type === 'less_than' && ctx?.['lt'] === 1 && Number(input) >= 2
