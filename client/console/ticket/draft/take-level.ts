/** The ticket with the price of a clicked level of the book. */

import { dollarsToCents } from '../../format/price.ts'
import type { Draft } from './draft.ts'
import { mirror } from './mirror.ts'

/** `yes` is the YES price, in dollars. */
export const takeLevel = (draft: Draft, yes: number): Draft => ({
  ...draft,
  kind: 'LIMIT',
  price: dollarsToCents(draft.outcome === 'yes' ? yes : mirror.price(yes)),
  isPriceOwn: true,
})
