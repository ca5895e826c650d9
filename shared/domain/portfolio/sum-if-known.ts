/** Adds amounts of which some may be unknown. */

import { type Money, money } from '../kernel/numbers.ts'

/** The sum; null if one of the amounts is unknown. No amounts are 0. */
export const sumIfKnown = (amounts: ReadonlyArray<Money | null>): Money | null =>
  amounts.reduce<Money | null>((sum, one) => (sum === null || one === null ? null : money(sum + one)), money(0))
